"""The models of Black & White."""

from dataclasses import replace

from doublecount.models.black_white import border, brute_force, cp_sat, sat, sat_distances

MODELS = (
    cp_sat.MODEL,
    replace(sat.MODEL, ways=(*sat.MODEL.ways, sat_distances.WAY)),
    brute_force.MODEL,
    border.MODEL,
)
