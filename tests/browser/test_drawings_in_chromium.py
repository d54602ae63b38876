"""Drawings opened by themselves in a real browser: quiet, readable in both schemes, light on paper."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

GOLDEN = Path(__file__).parents[1] / "golden"
BOARDS = ("black-white", "dots-and-boxes", "injured-queen", "overlapping-squares", "wooden-chess")


def paper(page) -> str:
    return page.evaluate("getComputedStyle(document.querySelector('.paper')).fill")


@pytest.mark.parametrize("name", BOARDS)
def test_a_drawing_opens_quietly_and_all_its_shapes_are_inside(browser: Browser, name: str) -> None:
    page = browser.new_page(viewport={"width": 900, "height": 900})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto((GOLDEN / f"{name}.svg").as_uri())
    outside = page.evaluate(
        """() => {
            const whole = document.documentElement.getBoundingClientRect();
            return [...document.querySelectorAll('.board text, .board path')].filter(shape => {
                const box = shape.getBoundingClientRect();
                return box.left < whole.left || box.top < whole.top
                    || box.right > whole.right + 1 || box.bottom > whole.bottom;
            }).map(shape => shape.outerHTML);
        }"""
    )
    assert (said, outside) == ([], [])
    page.close()


def test_a_drawing_is_dark_where_that_is_preferred_or_chosen_but_light_on_paper(browser: Browser) -> None:
    page = browser.new_page(color_scheme="light")
    page.goto((GOLDEN / "injured-queen.svg").as_uri())
    light = paper(page)
    page.emulate_media(color_scheme="dark")
    dark = paper(page)
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert paper(page) == light
    page.emulate_media(color_scheme="light")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert paper(page) == dark
    page.emulate_media(media="print")
    assert paper(page) == light != dark
    page.close()


def test_every_shape_of_a_board_has_a_colour_that_is_seen_on_what_lies_below(browser: Browser) -> None:
    """Texts against the fields of their own paint: contrast of at least 4.5 to 1 in both schemes."""
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        for name in BOARDS:
            page.goto((GOLDEN / f"{name}.svg").as_uri())
            pairs = page.evaluate(
                """() => [...document.querySelectorAll('g.text, g.score')].flatMap(group => {
                    const paint = [...group.classList].pop();
                    const field = document.querySelector('.cell.' + paint);
                    const fill = element => getComputedStyle(element).fill;
                    return field ? [[fill(group.firstElementChild), fill(field)]] : [];
                })"""
            )
            assert all(contrast(*pair) >= 4.5 for pair in pairs), (scheme, name, pairs)
        page.close()


def contrast(one: str, other: str) -> float:
    """Contrast of two colours given as "rgb(r, g, b)", by the formula of WCAG 2."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in colour[4:-1].split(",")]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
