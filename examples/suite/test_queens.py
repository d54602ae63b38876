"""A test of a function for Injured Queen, which is wrong: it keeps neighbours 3 rows apart."""

from doublecount import cross_check


def placements(rows):
    """Count the placements; ``rows[column]`` is the row of a fixed queen, or None."""
    ways = {row: 1 for row in range(len(rows)) if rows[0] in (None, row)}
    for fixed in rows[1:]:
        allowed = [row for row in range(len(rows)) if fixed in (None, row)]
        ways = {row: sum(ways[last] for last in ways if abs(row - last) > 2) for row in allowed}
    return sum(ways.values())


@cross_check("injured-queen", examples=50, seed=1)
def test_placements(instance):
    """Fails."""
    return placements(instance.rows)
