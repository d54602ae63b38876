"""The models of Black & White."""

from doublecount.models.black_white import brute_force, cp_sat, sat

MODELS = (cp_sat.MODEL, sat.MODEL, brute_force.MODEL)
