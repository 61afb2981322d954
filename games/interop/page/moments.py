"""The highlights of Interop: each round's income, and the new rows of a round.

They are made of public events, so they are the same for all viewers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from django.utils.safestring import SafeString

from chat.core.templates import filled, render
from chat.core.translation import gettext as _, language
from games.engine import codec
from games.engine.base import Event
from games.interop.page import words
from games.interop.page.typed_view import name_of
from games.interop.rules.box import FACE_UP
from games.interop.rules.cards import DECKS
from games.interop.rules.state import Revenue
from games.page.presentation import Moment, Who, fold_public_log, who
from games.page.snapshot import MatchSnapshot

COLUMN, ROW = 100, 40  # a cell of the picture behind the list of incomes
LANE = 3  # above the next row: the gap between two rows is as wide as a wire
BEND = 6  # to either side of the middle between two columns
INCOME, ROUND = 7, 4  # seconds


@dataclass(frozen=True)
class Earning:
    """An application and its income."""

    name: str
    money: int
    shared: int  # the part through applications of others


@dataclass(frozen=True)
class Column:
    """A player with their applications, one below the other, and their total."""

    who: Who
    amount: int
    earnings: tuple[Earning, ...]


@dataclass(frozen=True)
class Income:
    """The income of one round."""

    name: str = ""
    # The revenue of each application, by seat.
    paid: Mapping[int, tuple[Revenue, ...]] = field(default_factory=dict)
    amounts: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Round:
    """The start of a round, with new rows."""

    name: str
    number: int
    rounds: int


@dataclass(frozen=True)
class Found:
    """The highlights found so far, oldest first."""

    shown: tuple[Income | Round, ...] = ()
    paying: bool = False  # True if the last one is an income that continues


def moments(snapshot: MatchSnapshot, seat: int | None) -> Sequence[Moment]:
    """Return the highlights, which name the viewer "you"."""
    key = ("moments", language(), seat)
    return snapshot.shared(key, lambda: tuple(_moments(snapshot, seat)))


def _moments(snapshot: MatchSnapshot, viewer: int | None) -> Iterator[Moment]:
    for one in fold_public_log(snapshot, Found(), _add_event).shown:
        yield _income(snapshot, one, viewer) if isinstance(one, Income) else _round(one)


def _add_event(found: Found, name: str, event: Event) -> Found:
    """Add an event, if it belongs to a highlight."""
    shown, facts = found.shown, event.facts
    if event.kind == "revenue":
        *before, income = shown if found.paying else (*shown, Income())
        assert isinstance(income, Income)
        return Found((*before, _add_revenue(income, name, event)), paying=True)
    if event.kind == "round" and facts["round"] > 1:
        return Found((*shown, Round(name, facts["round"], facts["rounds"])))
    return replace(found, paying=False)


def _add_revenue(income: Income, name: str, event: Event) -> Income:
    seat = event.facts["seat"]
    earned = codec.build(event.facts["sums"], tuple[Revenue, ...])
    paid = {**income.paid, seat: tuple(revenue for revenue in earned if revenue.money)}
    return Income(name, paid, {**income.amounts, seat: event.facts["amount"]})


def _income(snapshot: MatchSnapshot, income: Income, viewer: int | None) -> Moment:
    seats = sorted(income.paid)
    people = [who(snapshot, seat, viewer) for seat in seats]
    sums = [
        filled("{name} +{n}", name=person.tag, n=income.amounts[person.seat]) for person in people
    ]
    said = filled(_("The income: {sums}."), sums=SafeString(", ".join(sums)))
    return Moment(income.name, said, partial(_income_picture, people, income), lasts=INCOME)


def _income_picture(people: Sequence[Who], income: Income) -> SafeString:
    columns = [
        Column(person, income.amounts[person.seat], tuple(map(_earning, income.paid[person.seat])))
        for person in people
    ]
    rows = max(len(column.earnings) for column in columns)
    return _render(
        kind="income", columns=columns, wires=list(wires(income)),
        size=(COLUMN * len(columns), ROW * rows),
    )  # fmt: skip


def _earning(revenue: Revenue) -> Earning:
    shared = revenue.bandwidth * (revenue.revenue_users - revenue.users)
    return Earning(name_of(revenue.app), revenue.money, shared)


def wires(income: Income) -> Iterator[str]:
    """Yield the paths between applications that earned money through each other."""
    seats = sorted(income.paid)
    places = {
        (seat, revenue.app): (column, row)
        for column, seat in enumerate(seats)
        for row, revenue in enumerate(income.paid[seat])
    }
    lit = {
        tuple(sorted(((seat, revenue.app), (partner.seat, partner.app))))
        for seat in seats
        for revenue in income.paid[seat]
        for partner in revenue.partners
        if partner.counts and (partner.seat, partner.app) in places
    }
    for here, there in sorted(lit):
        yield _wire(places[here], places[there])


def _wire(here: tuple[int, int], there: tuple[int, int]) -> str:
    """Return the path between two cells, given by column and row.

    It passes behind no other application: it rises and falls only between two columns, and crosses
    others between their rows.
    """
    (x, y), (to_x, to_y) = (_middle_of(*place) for place in (here, there))
    out, into = COLUMN * (here[0] + 1), COLUMN * there[0]
    if out == into:
        return f"M{x} {y}H{out - BEND}{_step(out, y, to_y)}H{to_x}"
    lane = ROW * (here[1] + 1) - LANE
    return (
        f"M{x} {y}H{out - BEND}{_step(out, y, lane)}H{into - BEND}{_step(into, lane, to_y)}H{to_x}"
    )


def _step(x: int, y: int, to_y: int) -> str:
    """Return the part of a path up or down between two columns with the middle `x`."""
    return f"C{x} {y} {x} {to_y} {x + BEND} {to_y}"


def _middle_of(column: int, row: int) -> tuple[int, int]:
    return COLUMN * column + COLUMN // 2, ROW * row + ROW // 2


def _round(round_: Round) -> Moment:
    if round_.number == round_.rounds:
        text = _("Round %(n)d, the last one: all rows are replaced, and its income ends the match.")
    else:
        text = _("Round %(n)d of %(all)d: all rows are replaced.")
    said = text % {"n": round_.number, "all": round_.rounds}
    picture = partial(
        _render, kind="rows", rows=[(deck, str(words.DECKS[deck])) for deck in DECKS[::-1]],
        cards=range(FACE_UP), number=round_.number, rounds=round_.rounds,
    )  # fmt: skip
    return Moment(round_.name, said, picture, lasts=ROUND)


def _render(**values: object) -> SafeString:
    return render("games/interop/moment.jinja", **values)
