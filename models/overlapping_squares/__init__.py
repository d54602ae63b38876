"""The models of Overlapping Squares.

All look at stacks of up to as many squares as the board has places: a square that is placed again hides its
earlier copy entirely, so a lowest stack has every square at most once.
"""

from dataclasses import replace

from doublecount.models.overlapping_squares import cp_sat, painting, sat, sat_heights

MODELS = (cp_sat.MODEL, replace(sat.MODEL, ways=(sat_heights.WAY,)), painting.MODEL)
