"""Black & White: the board as a picture."""

from doublecount.problems.black_white.instance import BLACK, FREE, WHITE, Answer, Instance
from doublecount.problems.black_white.rules import misfit
from doublecount.problems.picture import MOST_CELLS, Cell, Paint, Picture, Sample, Sign

_PAINTS = {BLACK: Paint.BLACK, WHITE: Paint.WHITE, FREE: Paint.FREE}
_SIGNS = {BLACK: Sign.CROSS, WHITE: Sign.RING}
_FILLED_IN = {BLACK: "x", WHITE: "-"}


def picture(instance: Instance, answer: Answer | None = None) -> Picture:
    """Draw givens as ``#`` and ``o``, cells that the answer's colouring fills in as ``x`` and ``-``."""
    if instance.height * instance.width > MOST_CELLS:
        return Picture(instance.height, instance.width)
    colouring = answer.colouring if answer and answer.colouring else instance.rows
    cells = tuple(
        _cell(row, column, symbol, colouring[row][column])
        for row, givens in enumerate(instance.rows)
        for column, symbol in enumerate(givens)
    )
    return Picture(instance.height, instance.width, cells, legend=_legend(cells))


def _cell(row: int, column: int, symbol: str, filled_in: str) -> Cell:
    if symbol != FREE:
        return Cell(row, column, symbol, _PAINTS[symbol], _SIGNS[symbol], given=True)
    return Cell(row, column, _FILLED_IN.get(filled_in, FREE), _PAINTS[filled_in], _SIGNS.get(filled_in))


def _legend(cells: tuple[Cell, ...]) -> tuple[Sample, ...]:
    """The kinds of cells that are there; a framed one is given."""
    there = {cell.text for cell in cells}
    kinds = [
        Sample("black, given", _cell(0, 0, BLACK, BLACK)),
        Sample("white, given", _cell(0, 0, WHITE, WHITE)),
        Sample("black, filled in", _cell(0, 0, FREE, BLACK)),
        Sample("white, filled in", _cell(0, 0, FREE, WHITE)),
        Sample("free", _cell(0, 0, FREE, FREE)),
    ]
    return tuple(kind for kind in kinds if kind.cell and kind.cell.text in there)


def drawable(instance: Instance, answer: Answer) -> bool:
    """Whether there is a colouring that fits the board and its givens, whatever else it breaks."""
    return answer.colouring is not None and misfit(instance, answer.colouring) is None
