"""Black & White: the board as a picture."""

from doublecount.problems.black_white.instance import BLACK, FREE, WHITE, Answer, Instance
from doublecount.problems.black_white.rules import misfit
from doublecount.problems.picture import Cell, Paint, Picture

_PAINTS = {BLACK: Paint.BLACK, WHITE: Paint.WHITE, FREE: Paint.FREE}
_FILLED_IN = {BLACK: "x", WHITE: "-"}


def picture(instance: Instance, answer: Answer | None = None) -> Picture:
    """Draw givens as ``#`` and ``o``, cells that the answer's colouring fills in as ``x`` and ``-``."""
    colouring = answer.colouring if answer else None
    cells = []
    for row, givens in enumerate(instance.rows):
        for column, symbol in enumerate(givens):
            painted, text = symbol, symbol
            if colouring and symbol == FREE:
                painted = colouring[row][column]
                text = _FILLED_IN[painted]
            cells.append(Cell(row, column, text, _PAINTS[painted]))
    caption = "# o given, x - filled in" if colouring else ""
    return Picture(instance.height, instance.width, tuple(cells), caption=caption)


def drawable(instance: Instance, answer: Answer) -> bool:
    """Whether there is a colouring that fits the board and its givens, whatever else it breaks."""
    return answer.colouring is not None and misfit(instance, answer.colouring) is None
