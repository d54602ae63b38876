"""The models of Wooden Chess."""

from doublecount.models.wooden_chess import cp_sat, game_tree, retrograde

MODELS = (game_tree.MODEL, retrograde.MODEL, cp_sat.MODEL)
