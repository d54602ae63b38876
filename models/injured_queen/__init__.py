"""The models of Injured Queen."""

from dataclasses import replace

from doublecount.models.injured_queen import cp_sat, ganak, path_count, sat, sat_order

MODELS = (cp_sat.MODEL, replace(sat.MODEL, ways=(sat_order.WAY,)), path_count.MODEL, ganak.MODEL)
