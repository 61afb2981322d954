"""The auction as it was held, played over the board: lot by lot, and what it brought the viewer.

Who only watches is shown what is public; a player also what became of their own bids.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString

from auctions.page.faces import Face, face
from auctions.page.news import crier
from auctions.page.outcome import outcome_of
from auctions.page.own import Own, own_of
from auctions.page.viewing import Viewing
from auctions.page.words import first_of, item_name, joined, money
from auctions.selectors.fates import FateLine
from auctions.selectors.public import Day, LotLine
from chat.core.templates import render
from chat.core.translation import gettext as _
from chat.live.batch import memoized_in_batch
from games.page.presentation import Moment

NAMED = 2  # lots by which the player was outbid
LASTS = 8


@dataclass(frozen=True)
class Hammered:
    """A lot under the hammer. `won`: the player's units of it, `paid` for them; whole dollars.

    `outbid`, `nullified`: units that the player did not get.
    """

    face: Face
    line: LotLine
    won: int
    paid: int
    outbid: int
    nullified: int


def moments_of(viewing: Viewing) -> tuple[Moment, ...]:
    """The last auction that has been; nothing before the first, and after a week was ended."""
    if not viewing.started or viewing.stage == "aborted" or not viewing.week.resolved:
        return ()
    day, own = viewing.week.days[viewing.week.resolved - 1], own_of(viewing)
    return (_watched(viewing, day) if own is None else _played(own, day),)


def _watched(viewing: Viewing, day: Day) -> Moment:
    news = memoized_in_batch(("news", viewing.public_id), lambda: dict(crier(viewing)))
    said = news[f"day-{day.number}"]
    lots = [_hammered(line, ()) for line in day.lots]
    return Moment(f"auction-{day.number}", said, partial(_picture, lots, None, 0), LASTS)


def _played(own: Own, day: Day) -> Moment:
    fates = own.fates(day.number)
    lots = [_hammered(line, fates) for line in day.lots]
    before, after = own.mine.money[day.number], own.mine.money[day.number + 1]
    name = f"auction-{day.number}-{own.account.number}"
    return Moment(name, _said(fates), partial(_picture, lots, before, after), LASTS)


def _said(fates: Sequence[FateLine]) -> str:
    """As "You: 5 won, 2 outbid, 1 nullified, 40 $. Outbid by 12 $ for Opera."."""
    outcome = outcome_of(fates)
    if not outcome.bids:
        return _("You had no bids.")
    said = _("You: %(outcome)s.") % {"outcome": outcome.in_short}
    beaten = list(dict.fromkeys((line.item, line.cut) for line in fates if line.lost))
    if not beaten:
        return said
    text = _("%(price)s for %(item)s")
    lots = [text % {"price": money(cut), "item": item_name(item)} for item, cut in beaten]
    return f"{said} " + _("Outbid by %(lots)s.") % {"lots": joined(first_of(lots, NAMED))}


def _hammered(line: LotLine, fates: Sequence[FateLine]) -> Hammered:
    mine = [fate for fate in fates if fate.item == line.item]
    return Hammered(
        face=face(line.item),
        line=line,
        won=sum(fate.won for fate in mine),
        paid=sum(fate.won * fate.price for fate in mine),
        outbid=sum(fate.lost for fate in mine),
        nullified=sum(fate.nullified for fate in mine),
    )


def _picture(lots: Sequence[Hammered], before: int | None, after: int) -> SafeString:
    return render("games/venice/moment.jinja", lots=lots, before=before, after=after)
