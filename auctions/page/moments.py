"""The highlight of the last auction, shown over the board, and the log of a week.

Spectators see what is public; players also see the fates of their own bids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString

from auctions.page.faces import Face, face
from auctions.page.own_seat import Own, outcome_of, own_of
from auctions.page.viewer import Viewing
from auctions.page.words import day_name, first_of, item_name, joined, money
from auctions.rules.schedule import CLOSING
from auctions.selectors.fates import FateLine
from auctions.selectors.players import Player, players_of
from auctions.selectors.public_week import Day, LotLine
from auctions.selectors.results import dearest_buyers
from auctions.selectors.week_setup import frame_of
from chat.core.templates import render
from chat.core.translation import gettext as _, ngettext
from chat.live.batch import memoized_in_batch
from games.page.presentation import Moment

# --- Log of a week, newest first. Public: rendered once for all ---


def crier(viewing: Viewing) -> list[tuple[str, str]]:
    """Return the log of the week, newest first, as (key, sentence)."""
    week = viewing.week
    buyers = {day.number: _dearest(viewing, day) for day in week.days[: week.resolved]}
    names = players_of(viewing.match, {one for some in buyers.values() for one in some})
    players = ngettext("%(n)s player", "%(n)s players", week.players) % {"n": f"{week.players:,}"}
    lines = [("start", _("The week has begun with %(players)s.") % {"players": players})]
    for day in week.days[: week.resolved]:
        lines.append((f"day-{day.number}", _day_line(day, buyers[day.number], names)))
        if day.number == CLOSING - 1:
            lines.append(("bids", _("All bids in all auctions so far are now public.")))
    if viewing.over:
        lines.append(("end", _("Agendas have been realized and loans repaid: the week is over.")))
    if viewing.stage == "aborted":
        lines.append(("end", _("A moderator has ended the week. No more auctions will be held.")))
    return lines[::-1]


def _dearest(viewing: Viewing, day: Day) -> tuple[int, ...]:
    """Return the seats that paid the highest price of the day, at most two."""
    place = _dearest_lot(day)
    if place is None:
        return ()
    price = day.lots[place].highest or 0
    return dearest_buyers(frame_of(viewing.match), day.number, place, price)


def _dearest_lot(day: Day) -> int | None:
    """Return the place of the day's dearest lot, the first of several, or None."""
    sold = [place for place, lot in enumerate(day.lots) if lot.sold]
    return max(sold, key=lambda place: day.lots[place].highest or 0, default=None)


def _day_line(day: Day, buyers: tuple[int, ...], names: Mapping[int, Player]) -> str:
    place = _dearest_lot(day)
    sold, offered = (sum(getattr(lot, n) for lot in day.lots) for n in ("sold", "offered"))
    said = {"day": day_name(day.number), "sold": f"{sold:,}", "offered": f"{offered:,}"}
    if place is None:
        return _("%(day)s: nobody bought anything.") % said
    said |= {"item": item_name(day.lots[place].item), "money": money(day.lots[place].highest or 0)}
    known = [names[number].name for number in buyers if number in names]
    if not known:
        text = _(
            "%(day)s: %(sold)s of %(offered)s units sold. Highest price: %(money)s for %(item)s."
        )
    elif len(buyers) == 1:
        text = _(
            "%(day)s: %(sold)s of %(offered)s units sold. Highest price: %(money)s "
            "for %(item)s, paid by %(name)s."
        )
    else:
        text = _(
            "%(day)s: %(sold)s of %(offered)s units sold. Highest price: %(money)s "
            "for %(item)s, paid by %(name)s and others."
        )
    return text % (said | {"name": known[0] if known else ""})


NAMED = 2  # lots named when the player was outbid
LASTS = 8  # seconds


@dataclass(frozen=True)
class Hammered:
    """A lot of the auction being shown, with the viewer's result in it.

    Whole dollars.
    """

    face: Face
    line: LotLine
    won: int  # units
    paid: int
    outbid: int  # units that the viewer did not get
    nullified: int  # units that the viewer's purse could not pay


def moments_of(viewing: Viewing) -> tuple[Moment, ...]:
    """Return the highlight of the last resolved auction.

    Empty before the first auction is resolved and after the match was aborted.
    """
    if not viewing.started or viewing.stage == "aborted" or not viewing.week.resolved:
        return ()
    day, own = viewing.week.days[viewing.week.resolved - 1], own_of(viewing)
    return (_watched(viewing, day) if own is None else _played(own, day),)


def _watched(viewing: Viewing, day: Day) -> Moment:
    news = memoized_in_batch(("news", viewing.public_id), lambda: dict(crier(viewing)))
    said = news[f"day-{day.number}"]
    lots = [_hammered_lot(line, ()) for line in day.lots]
    return Moment(f"auction-{day.number}", said, partial(_picture, lots, None, 0), LASTS)


def _played(own: Own, day: Day) -> Moment:
    fates = own.fates(day.number)
    lots = [_hammered_lot(line, fates) for line in day.lots]
    before, after = own.mine.money[day.number], own.mine.money[day.number + 1]
    name = f"auction-{day.number}-{own.account.number}"
    return Moment(name, _outcome_line(fates), partial(_picture, lots, before, after), LASTS)


def _outcome_line(fates: Sequence[FateLine]) -> str:
    """Return a text like "You: 5 won, 2 outbid, $40. Outbid by $12 for Opera."."""
    outcome = outcome_of(fates)
    if not outcome.bids:
        return _("You made no bids.")
    said = _("You: %(outcome)s.") % {"outcome": outcome.in_short}
    beaten = list(dict.fromkeys((line.item, line.cut) for line in fates if line.lost))
    if not beaten:
        return said
    text = _("%(price)s for %(item)s")
    lots = [text % {"price": money(cut), "item": item_name(item)} for item, cut in beaten]
    return f"{said} " + _("Outbid by %(lots)s.") % {"lots": joined(first_of(lots, NAMED))}


def _hammered_lot(line: LotLine, fates: Sequence[FateLine]) -> Hammered:
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
