"""The models of dots and boxes."""

from doublecount.models.dots_and_boxes import cp_sat, game_tree, retrograde

MODELS = (cp_sat.MODEL, game_tree.MODEL, retrograde.MODEL)
