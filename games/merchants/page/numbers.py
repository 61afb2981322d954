"""Statistics of a match: the luck of the dice, and points by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chat.core.translation import gettext as _
from games.merchants.page import card_faces
from games.merchants.rules.numbers import WHOLE, Luck, Numbers
from games.page.charts import Bar, Line, bar_picture, line_picture
from games.page.presentation import Cell, Figure, Row, Who, who
from games.page.snapshot import MatchSnapshot

_NONE = "\u2013"


def figures(snapshot: MatchSnapshot, counted: Numbers, seat: int | None) -> Sequence[Figure]:
    players = [who(snapshot, luck.seat, seat) for luck in counted.luck]
    return [_worth(counted, players), _luck(counted, players)]


def _luck(counted: Numbers, players: Sequence[Who]) -> Figure:
    title = _("Luck of the dice")
    bars = [
        Bar(
            owner.name,
            (one.made * WHOLE,),
            _("%(made)s of %(throws)s") % {"made": one.made, "throws": one.throws},
            owner.hue,
            mark=one.hoped,
        )
        for one, owner in zip(counted.luck, players, strict=True)
    ]
    return Figure(
        name="luck",
        title=title,
        text=_(
            "Successful rolls compared with the average for their odds. A doublet "
            "that was rolled again counts as one roll."
        ),
        picture=bar_picture(bars, title, mark=_("on average")),
        heads=(
            _("Player"),
            _("Rolls"),
            _("Succeeded"),
            _("On average"),
            _("Luck"),
            _("Percentile"),
        ),
        rows=tuple(
            Row((owner.name, *_odds(one)), owner)
            for one, owner in zip(counted.luck, players, strict=True)
        ),
        note=_(
            "Percentile: of 100 matches with the same rolls, how many would have gone"
            " as well or better."
        ),
    )


def _odds(luck: Luck) -> Iterator[Cell]:
    yield luck.throws
    yield luck.made
    yield f"{luck.hoped / WHOLE:.1f}"
    yield f"{luck.made - luck.hoped / WHOLE:+.1f}".replace("-", "\u2212")
    yield f"{100 * luck.as_good / WHOLE:.0f}" if luck.throws else ""


def _worth(counted: Numbers, players: Sequence[Who]) -> Figure:
    title = _("Value of each King")
    labels = [str(worth.round) if worth.round else _("end") for worth in counted.worth]
    by_seat = list(zip(*(worth.points for worth in counted.worth), strict=True))
    lines = [
        Line(owner.name, tuple(points), owner.hue)
        for owner, points in zip(players, by_seat, strict=True)
    ]
    suits = [str(card_faces.SUITS[king.card[0]]) if king.card else _NONE for king in counted.kings]
    rounds = [
        Row((label, *(_NONE if point is None else point for point in then.points)))
        for label, then in zip(labels, counted.worth, strict=True)
    ]
    return Figure(
        name="worth",
        title=title,
        text=_("Points in each player's hand at the start of each round, and at the end."),
        picture=line_picture(lines, labels, title),
        heads=(_("Round"), *players),
        rows=(
            Row((_("King"), *suits)),
            *rounds,
            Row((_("of these from the King"), *(king.points for king in counted.kings))),
        ),
    )
