"""JSON lines: what is no object, no field or no instance is refused at its place, and shown briefly."""

import pytest

from doublecount.problems import jsonl
from doublecount.problems.text import InputError


def complaint(line, take):
    with pytest.raises(InputError) as met:
        [*map(take, jsonl.objects(f"\n{line}\n", "in"))]
    return met.value


def nothing(_):
    raise AssertionError


@pytest.mark.parametrize(
    ("line", "column", "found"),
    [
        ("[1]", 1, "'[1]'"),
        ("3", 1, "'3'"),
        ('{"a": }', 7, "Expecting value: '}'"),
        ('{"a": 1', 8, "Expecting ',' delimiter: ''"),
        ('{"a": 1, "a": 1}', 1, "'a field stands twice'"),
        ('{"a": NaN}', 1, "'NaN is no JSON'"),
        ('{"a": -Infinity}', 1, "'-Infinity is no JSON'"),
        (f'{{"a": {"9" * 41}}}', 1, "'a number of more than 40 digits'"),
        ("[" * 100_000, 1, "'maximum recursion depth exceeded"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_what_is_no_json_object_is_refused(line, column, found):
    error = complaint(line, nothing)
    assert (error.file, error.line, error.column, error.expected) == ("in", 2, column, "a JSON object")
    assert error.found.startswith(found)


ROWS = "field 'rows': "


@pytest.mark.parametrize(
    ("line", "take", "column", "expected", "found"),
    [
        ("{}", lambda one: one.integer("rows"), 1, "field 'rows'", "'{}'"),
        ('{"rows": true}', lambda one: one.integer("rows"), 2, ROWS + "an integer", "'true'"),
        ('{"rows": 3}', lambda one: one.strings("rows"), 2, ROWS + "a list of strings", "'3'"),
        ('{"rows": ["a", 3]}', lambda one: one.strings("rows"), 2, ROWS + "a list of strings", "'3'"),
        (
            '{"rows": [1, null, 2.0]}',
            lambda one: one.integers_or_null("rows"),
            2,
            ROWS + "a list of integers and nulls",
            "'2.0'",
        ),
        ('{"rows": [[1], 2]}', lambda one: one.table("rows"), 2, ROWS + "a list of lists of integers", "'2'"),
        (
            '{"rows": [[1], ["2"]]}',
            lambda one: one.table("rows"),
            2,
            ROWS + "a list of lists of integers",
            "'[\"2\"]'",
        ),
        ('{"rows": "c"}', lambda one: one.word("rows", "ab"), 2, ROWS + '"a" or "b"', "'\"c\"'"),
        ('{"a": 1, "b": 2}', lambda one: one.make(int, one.integer("a")), 10, "no other field", "'b'"),
        ('{"a": 1}', lambda one: one.make(int, one.integer("a") * "x"), 1, "an instance", "'invalid literal"),
        ('{"a": 1}', lambda one: one.whole(lambda _: int("x")), 1, "an instance", "'invalid literal"),
    ],
)
def test_a_field_of_another_kind_is_refused_where_it_stands(line, take, column, expected, found):
    error = complaint(line, take)
    assert (error.line, error.column, error.expected) == (2, column, expected)
    assert error.found.startswith(found)


def test_fields_are_what_they_say():
    line = '{"n": 2, "w": "b", "s": ["x"], "i": [null, 3], "t": [[1, 2], []]}'
    (one,) = jsonl.objects(line, "in")
    assert one.has("n") and not one.has("m")
    assert (one.integer("n"), one.word("w", "ab"), one.strings("s")) == (2, "b", ("x",))
    assert (one.integers_or_null("i"), one.table("t")) == ((None, 3), ((1, 2), ()))
    assert not one.has("n")
    assert one.make(complex, 1, 2) == 1 + 2j


def test_a_value_of_any_depth_can_be_complained_of():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    (one,) = jsonl.objects("{}", "in")
    with pytest.raises(InputError, match="found 'something nested too deep'"):
        one.fail("rows", "a number", deep)
