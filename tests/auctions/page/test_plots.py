"""Plots rendered on the server, with the same numbers in a table beside each."""

from __future__ import annotations

import itertools
import re

import pytest

from auctions.page.plots import HEIGHT, WIDTH, Bar, Column, Dot, Line, bar_plot, dot_plot, line_plot
from auctions.page.prices import DOTS, _thinned
from games.page.charts import ticks
from tests.auctions.bidders import filled
from tests.auctions.page.week_pages import bid, borrow, render_parts, words
from tests.auctions.weeks import play

DAYS = ["Sun", "Mon", "Tue"]


@pytest.mark.parametrize(
    ("low", "high"), [(0, 0), (0, 1), (0, 7), (-100, 200), (-3, 2), (0, 1_000_000), (-45, -1)]
)
def test_ticks_are_few_round_and_cover_all_values(low: int, high: int) -> None:
    found = ticks(low, high)
    assert found[0] <= low <= high <= found[-1]
    assert 2 <= len(found) <= 7
    steps = {b - a for a, b in itertools.pairwise(found)}
    assert len(steps) == 1
    assert str(steps.pop()).rstrip("0") in {"1", "2", "5"}


def _inside(svg: str) -> bool:
    numbers = [float(n) for n in re.findall(r'(?:cx|cy|x|y)="(-?[\d.]+)"', svg)]
    numbers += [
        float(n)
        for n in re.findall(r"[\d.]+(?=[, \"])", "".join(re.findall(r'points="[^"]*"', svg)))
    ]
    return bool(numbers) and all(0 <= n <= max(WIDTH, HEIGHT) for n in numbers)


def test_a_line_has_a_point_for_each_day_within_the_plot() -> None:
    svg = line_plot([Line("Ann", (140, 20, -60), 3)], DAYS, "Money")
    assert _inside(svg)
    points = re.search(r'points="([^"]+)"', svg)
    assert points is not None
    assert len(points[1].split()) == 3
    assert 'role="img" aria-label="Money"' in svg


def test_dots_are_placed_by_price_with_the_highest_on_top() -> None:
    lot = Column("a", "asset", (Dot(2, 0, "two"), Dot(9, 3, "nine")))
    svg = dot_plot([[lot], [], []], DAYS, "Prices")
    low, high = (float(y) for y in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', svg))
    assert high < low
    assert _inside(svg)


def test_names_are_escaped() -> None:
    svg = line_plot([Line('<script>"x"', (1, 2))], ["<b>", "&"], "<i>")
    assert "<script>" not in svg
    assert "<b>" not in svg


def test_empty_plots_are_rendered() -> None:
    for svg in (line_plot([], DAYS, "x"), dot_plot([[], [], []], DAYS, "x"), bar_plot([], "x")):
        assert svg.startswith("<svg")
    assert _inside(bar_plot([Bar("0", 3), Bar("10", 0)], "x"))


def test_many_prices_are_merged_and_keep_their_range_and_units() -> None:
    levels = tuple((price, price % 5 + 1) for price in range(1, 90))
    shown = _thinned(levels)
    assert len(shown) <= DOTS
    assert shown[0][0] == 1
    assert shown[-1][0] == 89
    assert sum(n for _price, n in shown) == sum(n for _price, n in levels)


def test_the_table_beside_my_money_has_the_plotted_values() -> None:
    week = play(2)
    borrow(week, 0, 100)
    bid(week, 0, 0, 30)
    bid(week, 0, 1, 7)
    week.run(0)
    week.run(1)
    text = words(render_parts(week, week.user(0), view="plots")["seat"])
    assert "My money: $100, $70, $63" not in text  # it is the label of the picture
    assert "borrowing $100 Sunday $30 $70 Monday $7 $63" in text


def test_my_money_at_the_end_adds_up() -> None:
    week = play(2)
    borrow(week, 0, 100)
    for auction in range(7):
        week.run(auction)
    text = words(render_parts(week, week.user(0), view="plots")["seat"])
    assert "the end: $0 realized, $130 repaid −$30" in text


@pytest.mark.parametrize("resolved", [0, 3, 6])
def test_nobodys_money_is_plotted_before_the_end(resolved: int) -> None:
    board = render_parts(filled(resolved), play(2).user(0), view="plots")["board"]
    assert "plot-line" not in board


def test_everybodys_money_is_plotted_at_the_end() -> None:
    week = filled(7)
    board = render_parts(week, week.user(0), view="plots")["board"]
    assert board.count("plot-line") == 6
    assert "player" in words(board)
