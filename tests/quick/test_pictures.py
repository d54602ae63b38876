"""Boards as SVG: every problem's, what differs on two of them, and whole documents of them."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import product

import msgspec
import pytest
from tests.quick.golden import matches

from doublecount.problems.picture import (
    MOST_CELLS,
    Cell,
    Edge,
    Paint,
    Picture,
    Place,
    Sample,
    Sign,
    as_text,
    differing,
)
from doublecount.reports.sheet import Entry, sheet
from doublecount.reports.svg import draw
from doublecount.verify import catalogue

FILES = {
    "black-white": "1\n3 4\n..o.\n#...\n...o\n",
    "injured-queen": "?4???1\n",
    "overlapping-squares": " _ _ _ _ #\n|  _|   |#\n|_| |_ _|#\n  |_|   |#\n    |_ _|#\n0\n",
    "wooden-chess": "2 3\n2 7 3\n9 1 12\n3 7 2\n2 3 1\n",
    "dots-and-boxes": "1\n15\n1 2\n2 3\n3 4\n1 5\n2 6\n3 7\n4 8\n5 6\n6 7\n7 8\n5 9\n"
    "6 10\n9 10\n10 11\n9 13\n",
}
BOARD = Picture(
    2,
    2,
    (
        Cell(0, 0, "#", Paint.BLACK, Sign.CROSS, given=True),
        Cell(0, 1, "-", Paint.WHITE, Sign.RING),
        Cell(1, 1, ".", Paint.FREE),
    ),
)


def pictures(name):
    problem = catalogue.problem(name)
    (instance,) = problem.read(FILES[name], name)
    return problem.picture(instance, None), problem.picture(instance, problem.load_solver().solve(instance))


def paths(drawing):
    """By class the path data of a drawing."""
    return {path.get("class"): path.get("d") for path in ET.fromstring(drawing).iter() if path.get("d")}


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_boards_are_drawn_as_they_were(name):
    blank, answered = pictures(name)
    assert matches(f"{name}.svg", sheet((Entry("case 1", blank), Entry("case 2", answered)), name))


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_an_answer_is_seen_and_what_it_adds_is_explained(name):
    blank, answered = pictures(name)
    assert differing(blank, answered)
    assert len(answered.legend) > len(blank.legend)
    assert paths(draw(blank, "")) != paths(draw(answered, ""))
    explained = draw(answered, "", legend=True)
    assert all(sample.words in explained for sample in answered.legend)


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_pictures_survive_the_store(name):
    for picture in pictures(name):
        assert msgspec.json.decode(msgspec.json.encode(picture), type=Picture) == picture


def test_pictures_of_older_stores_are_read_and_drawn():
    stored = b'{"height":1,"width":1,"cells":[{"row":0,"column":0,"text":"Q","paint":"given"}],"caption":"c"}'
    picture = msgspec.json.decode(stored, type=Picture)
    assert as_text(picture) == "Q\nc\n"
    assert ">Q</text>" in draw(picture, "")


# Shapes


def test_given_cells_and_both_colours_differ_by_shape():
    kinds = product((Paint.BLACK, Paint.WHITE), (True, False))
    signs = {Paint.BLACK: Sign.CROSS, Paint.WHITE: Sign.RING}
    drawings = [draw(Picture(1, 1, (Cell(0, 0, "", p, signs[p], given),)), "") for p, given in kinds]
    shapes = {re.sub('class="[^"]*"', "", drawing) for drawing in drawings}
    assert len(shapes) == 4


def test_all_cells_and_signs_of_one_paint_share_a_path():
    cells = tuple(Cell(0, column, "x", Paint.BLACK, Sign.CROSS) for column in range(50))
    assert set(paths(draw(Picture(1, 50, cells), ""))) == {"cell black", "grid", "sign cross black"}


def test_the_border_runs_where_black_meets_white():
    drawn = paths(draw(BOARD, ""))
    assert drawn["border"] == "M32 0v32"
    assert drawn["given black"] == "M3.5 3.5h25v25h-25z"
    both = replace(BOARD, cells=(*BOARD.cells[:2], Cell(1, 0, "-", Paint.WHITE)))
    assert paths(draw(both, ""))["border"] == "M32 0v32M0 32h32"


def test_a_player_s_move_has_a_number_and_the_score_that_counts_is_told_from_the_other():
    cell = Cell(0, 0, "", Paint.SECOND_PLAYER, badge="7", scores=("30", "4"))
    drawing = ET.fromstring(draw(Picture(1, 1, (cell,)), ""))
    texts = {group.get("class"): [text.text for text in group] for group in drawing if len(group)}
    assert texts == {
        "text second-player": ["7"],
        "score lost second-player": ["30"],
        "score second-player": ["4"],
    }
    assert as_text(Picture(1, 1, (cell,))) == "7:30/4\n"


def test_names_and_numbers_stand_beside_rows_columns_and_points():
    named = Picture(1, 2, (), rows=("r",), columns=("a", "b"))
    assert re.findall(">([^<]+)</text>", draw(named, "")) == ["r", "a", "b"]
    numbered = Picture(1, 2, points=True, numbered=True)
    assert re.findall(">([^<]+)</text>", draw(numbered, "")) == ["1", "2", "3", "4", "5", "6"]


def test_a_large_board_has_no_texts_but_its_queens_are_seen():
    free = tuple(Cell(row, column, ".") for row in range(60) for column in range(60) if row != column)
    queens = tuple(Cell(row, row, "Q", Paint.GIVEN, Sign.QUEEN) for row in range(60))
    names = tuple(map(str, range(60)))
    drawing = draw(Picture(60, 60, free + queens, rows=names, columns=names), "")
    assert "<text" not in drawing
    assert paths(drawing)["sign queen given"].count("z") == 120


def test_a_board_that_nobody_draws_has_no_cells():
    problem = catalogue.problem("injured-queen")
    (instance,) = problem.read("?" * 101, "t")
    assert problem.picture(instance, None) == Picture(101, 101)
    assert MOST_CELLS < 101 * 101


# Differences


def test_what_differs_is_named_by_place():
    other = replace(BOARD, cells=(BOARD.cells[0], Cell(0, 1, "x", Paint.BLACK, Sign.CROSS), BOARD.cells[2]))
    assert differing(BOARD, other) == {Place(0, 1)}
    assert differing(BOARD, BOARD) == frozenset()
    assert differing(BOARD, replace(BOARD, cells=BOARD.cells[:1])) == {Place(0, 1)}


def test_edges_differ_by_their_paint_and_those_not_drawn_are_none():
    one = Picture(1, 1, edges=(Edge(0, 0, True, Paint.BEST), Edge(0, 0, False, Paint.FAINT)))
    other = Picture(1, 1, edges=(Edge(0, 0, True, Paint.FAINT), Edge(1, 0, True, Paint.BEST)))
    assert differing(one, other) == {Place(0, 0, "across"), Place(1, 0, "across")}
    assert differing(one, replace(one, edges=one.edges[:1])) == frozenset()


def test_squares_attacked_by_a_moved_queen_do_not_differ_but_hers_do():
    problem = catalogue.problem("injured-queen")
    (instance,) = problem.read("????\n", "t")
    solve = problem.load_solver().solve
    one, other = (
        problem.picture(instance, replace(solve(instance), placement=p)) for p in ((0, 2, 0, 2), (0, 3, 0, 2))
    )
    assert differing(one, other) == {Place(0, 1), Place(1, 1)}


def test_boards_of_different_sizes_are_not_compared():
    with pytest.raises(ValueError, match="expected boards of one size, not 2 x 2 and 1 x 2"):
        differing(BOARD, Picture(1, 2))


def test_marked_cells_get_corners_and_marked_edges_a_diamond():
    drawn = paths(
        draw(BOARD, "", marked=frozenset({Place(0, 1), Place(1, 0, "across"), Place(0, 0, "down")}))
    )
    assert drawn["halo"] == drawn["differs"]
    assert drawn["differs"].count("z") == 2
    assert drawn["differs"].count("M") == 6
    assert "differs" not in paths(draw(BOARD, ""))


# Documents


def test_a_sheet_is_xml_that_needs_nothing_else_and_holds_each_entry_of_the_legend_once():
    entry = Entry("case 1", replace(BOARD, caption="a < b", legend=(Sample("given", BOARD.cells[0]),)))
    document = sheet((entry, entry), 'T & "U"')
    root = ET.fromstring(document)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root[0].text == 'T & "U"'
    assert [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")].count("given") == 1
    assert document.count("a &lt; b") == 2
    names = {name for element in root.iter() for name in element.attrib}
    assert not {name for name in names if name in ("style", "href") or name.startswith("on")}
    assert "url(" not in document and "@import" not in document


def test_a_sheet_has_its_colours_in_viewers_that_know_no_themes():
    style = ET.fromstring(sheet((Entry("", BOARD),), ""))[1].text
    assert "fill: #27303a; fill: var(--board-black);" in style
    declared = set(re.findall(r"(--board-[a-z-]+):", style))
    assert set(re.findall(r"var\((--board-[a-z-]+)\)", style)) <= declared
    fallbacks = re.findall(r"([a-z-]+): #[0-9a-f]+; ([a-z-]+): var", style)
    assert len(fallbacks) == style.count("var(") > 30
    assert all(one == other for one, other in fallbacks)


def test_both_ways_to_the_dark_theme_give_the_same_colours():
    style = ET.fromstring(sheet((Entry("", BOARD),), ""))[1].text
    light, preferred, chosen = (
        dict(re.findall(r"(--board-[a-z-]+): (#[0-9a-f]+);", block))
        for block in re.findall(r":root[^{]*\{([^}]*)\}", style)
    )
    assert preferred == chosen
    assert set(preferred) <= set(light)


def test_hostile_texts_stay_texts():
    hostile = "<script>\x1b]0;x\ud800&"
    cells = (Cell(0, 0, hostile), Cell(0, 1, "", badge=hostile, scores=(hostile, hostile)))
    words = (Sample(hostile, cells[0]),)
    picture = Picture(1, 2, cells, caption=hostile, legend=words, rows=(hostile,), columns=(hostile, hostile))
    document = sheet((Entry(hostile, picture),), hostile)
    assert "script" not in {element.tag.rpartition("}")[2] for element in ET.fromstring(document).iter()}
    assert "\\x1b" in document and "\\ud800" in document
