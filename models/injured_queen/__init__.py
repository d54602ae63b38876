"""The models of Injured Queen."""

from doublecount.models.injured_queen import cp_sat, path_count, sat

MODELS = (cp_sat.MODEL, sat.MODEL, path_count.MODEL)
