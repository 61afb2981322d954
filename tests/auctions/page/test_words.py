"""Texts about holdings and first steps, and addresses of pages."""

from __future__ import annotations

import re

import pytest
from django.template.loader import get_template

from auctions.models import Award
from auctions.page.goods import why_left_out
from auctions.page.moments import crier
from auctions.page.query_params import Look
from auctions.page.viewer import Viewing
from auctions.page.words import cents, money
from auctions.rules.catalogue import AGENDA, POINTS
from auctions.rules.realization import realize
from games.models import Seat
from tests.auctions.bidders import filled
from tests.auctions.page.week_pages import page, words
from tests.auctions.weeks import play


@pytest.mark.parametrize(
    ("order", "counts", "have", "number", "part"),
    [
        (("silk-tax",), (1,), (0, 10, 15), 0, "5 influence"),
        # the example of rules 8.2
        (
            ("silk-tax", "exile-competitor", "corsair-hunt"), (1, 1, 1), (30, 15, 30), 2,
            "Exile Competitor",
        ),
        (("corsair-hunt", "dalmatian-garrison"), (1, 1), (45, 5, 10), 0, "$25"),
        (("corsair-hunt",), (2,), (40, 0, 0), 0, "20 force"),
    ],
)  # fmt: skip
def test_an_unrealized_agenda_shows_its_lack_or_its_better_alternative(
    order: tuple[str, ...],
    counts: tuple[int, ...],
    have: tuple[int, int, int],
    number: int,
    part: str,
) -> None:
    agendas = [AGENDA[name] for name in order]
    assert part in why_left_out(agendas, counts, number, have, realize(agendas, counts, have))


def test_money_has_a_minus_sign_and_separated_thousands() -> None:
    assert money(-45) == "\u2212$45"
    assert money(1_234_567) == "$1,234,567"
    assert cents(123_405) == "$1,234.05"


@pytest.mark.parametrize(
    "look",
    [
        Look(),
        Look(view="day", day=0),
        Look(view="day", day=6, lot="opera", name="Ann & Bob", page=3),
        Look(view="players", name="x"),
        Look(view="plots", done=True),
    ],
)
def test_a_url_holds_the_whole_view(look: Look) -> None:
    pairs = dict(pair.split("=") for pair in look.query.split("&") if pair)
    decoded = {k: v.replace("+", " ").replace("%26", "&") for k, v in pairs.items()}
    assert Look.of(decoded) == look


@pytest.mark.parametrize(
    "query",
    [
        {"day": "7"}, {"day": "-1"}, {"day": "٣"}, {"day": "1" * 400}, {"view": "bids"},
        {"lot": "<script>"}, {"page": "0"}, {"page": "x"}, {"done": "yes"}, {"name": ""},
    ],
)  # fmt: skip
def test_unknown_query_parameters_are_ignored(query: dict[str, str]) -> None:
    assert Look.of(query) == Look()


# --- A practice week --------------------------------------------------------------------------


def test_hints_are_shown_to_their_reader_only() -> None:
    week = play(2)
    Seat.objects.filter(match=week.match, index=0).update(guided=True)
    assert "Nobody starts with money" in words(page(week, week.user(0)))
    assert "Nobody starts with money" not in words(page(week, week.user(1)))


def test_the_log_lists_every_auction_once_newest_first() -> None:
    week = filled(7)
    viewing = Viewing(week.id, week.user(0), Look())
    viewing.check()
    keys = [key for key, _line in crier(viewing)]
    days = [f"day-{day}" for day in range(6)]
    assert keys == ["end", "day-6", "bids", *days[::-1], "start"]
    told = dict(crier(viewing))["day-0"]
    sold = sum(Award.objects.filter(lot__in=week.frame.lots[0]).values_list("units", flat=True))
    assert f"Sunday: {sold} of" in told


def _art(name: str) -> str:
    """Return the drawing of this item without the frame of the picture."""
    text = get_template(f"games/venice/art/{name}.svg").render()
    return text.partition(">")[2].rpartition("</svg>")[0].strip()


def test_the_goal_picture_has_the_numbers_of_the_catalogue() -> None:
    """Check that a card with an item's art has that item's force below it."""
    cards = get_template("games/venice/art/rules_realize.svg").render().split("scene-paper")
    shown = ("war-galley", "swiss-mercenaries", "corsair-hunt")
    numbers = []
    for name, card in zip(shown, cards[1:], strict=True):
        assert _art(name) in card, name
        number = re.search(r"is-ink[^>]*>(\d+)<", card)
        assert number, name
        assert int(number[1]) == POINTS[name][0], name
        numbers.append(int(number[1]))
    assert numbers[0] + numbers[1] == numbers[2]
    assert f">${AGENDA['corsair-hunt'].value}<" in cards[3]
