"""The charts: what they show, and that the table beside them says the same."""

import re
import xml.etree.ElementTree as ET

import pytest
from tests.quick.golden import matches

from doublecount.reports.charts import bars, duration, in_order, times
from doublecount.reports.sheet import style
from doublecount.verify.results import Timing

TIMINGS = {
    "dp": {
        "2-3": Timing(4, {"128": 3, "256": 1}),
        "4-7": Timing(2, {"256": 2}),
        "8-15": Timing(1, {"1024": 1}),
    },
    "second": {"4-7": Timing(3, {"65536": 1, "131072": 1, "4194304": 1}), "2-3": Timing(1, {"8192": 1})},
    "<mine>\x1b": {"8-15": Timing(2, {"1": 1, "16777216": 1})},
}


def alone(chart):
    """The chart as a document that a browser shows."""
    opening = '<svg xmlns="http://www.w3.org/2000/svg" '
    return (
        str(chart.svg).replace("<svg ", opening).replace("<desc>", f"<style>{style()}</style><desc>") + "\n"
    )


def test_times_are_drawn_as_they_were():
    assert matches("times.svg", alone(times(TIMINGS, "Time", 10.0)))


def test_bars_are_drawn_as_they_were():
    assert matches("bars.svg", alone(bars({"10-99": 5, "2-9": 1, "Yes": 20}, "Answers", "answer")))


def test_the_table_tells_medians_and_slowest_by_party_and_size():
    chart = times(TIMINGS, "Time")
    assert chart.heads == ("party", "size", "instances", "median", "slowest")
    assert chart.rows == (
        ("dp", "2-3", "4", "about 91 µs", "about 181 µs"),
        ("dp", "4-7", "2", "about 181 µs", "about 181 µs"),
        ("dp", "8-15", "1", "about 724 µs", "about 724 µs"),
        ("second", "2-3", "1", "about 5.8 ms", "about 5.8 ms"),
        ("second", "4-7", "3", "about 93 ms", "about 3 s"),
        ("<mine>\\x1b", "8-15", "2", "about 0.7 µs", "about 12 s"),
    )


def test_parties_differ_by_the_shape_of_their_points():
    parties = {f"p{number}": {"1": Timing(1, {"1024": 1})} for number in range(6)}
    drawing = ET.fromstring(times(parties, "").svg)
    points = [path.get("d") for path in drawing.iter("path") if path.get("class").startswith("point")]
    assert len({re.sub(r"[-\d. ]+", "", data) + data[-30:] for data in points}) == 6


def test_the_axes_say_what_they_are_and_the_limit_is_a_line_if_there_is_one():
    with_limit, without = times(TIMINGS, "", 10.0).svg, times(TIMINGS, "").svg
    for said in (
        "time (log scale)",
        "size of the instance",
        "point: median",
        "8-15",
        "10 ms",
        "log scale, for dp, second",
    ):
        assert said in without
    assert "time limit 10 s" in with_limit and 'class="limit"' in with_limit
    assert "limit" not in without


def test_a_slower_party_stands_higher():
    drawing = ET.fromstring(
        times({"a": {"1": Timing(1, {"64": 1})}, "b": {"1": Timing(1, {"65536": 1})}}, "").svg
    )
    points = [path.get("d") for path in drawing.iter("path") if path.get("class").startswith("point")]
    a, b = (float(re.match(r"M[\d.]+ ([\d.]+)", data)[1]) for data in points)
    assert b < a


@pytest.mark.parametrize("empty", [{}, {"dp": {}}, {"dp": {"1": Timing(0, {})}}])
def test_nothing_measured_gives_no_chart(empty):
    assert times(empty, "", 10.0) is None


def test_bars_are_in_the_order_of_the_numbers_and_their_table_has_shares():
    chart = bars({"10-99": 30, "2-9": 10, "never": 0}, "Answers", "answer")
    assert chart.rows == (("2-9", "10", "25.0 %"), ("10-99", "30", "75.0 %"))
    lengths = [
        float(re.search(r"h([\d.]+)", path.get("d"))[1]) for path in ET.fromstring(chart.svg).iter("path")
    ]
    assert lengths[1] == pytest.approx(3 * lengths[0], abs=0.2)
    assert bars({"never": 0}, "Answers", "answer") is None


def test_ranges_are_sorted_by_what_they_mean():
    order = ["-12 digits", "-4 digits", "-100-999", "-1", "0", "1", "2-9", "10-99", "4 digits", "12 digits"]
    words = ["Yes", "not stated"]
    assert in_order(reversed(order + words)) == order + words


def test_times_are_written_in_the_unit_that_suits_them():
    assert [duration(t) for t in (0.7, 100, 1000, 3450, 1e6, 2e7)] == [
        "0.7 µs",
        "100 µs",
        "1 ms",
        "3.5 ms",
        "1 s",
        "20 s",
    ]


def test_charts_are_well_formed_named_and_described():
    for chart in (times(TIMINGS, "A & B", 1.0), bars({"1": 3}, "A & B", "size")):
        drawing = ET.fromstring(chart.svg)
        assert [element.tag for element in drawing][:2] == ["title", "desc"]
        assert drawing[0].text == "A & B"
        assert "zero" in drawing[1].text or "log scale" in drawing[1].text
        assert all("style" not in element.attrib for element in drawing.iter())
