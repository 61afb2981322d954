"""What has happened in a week, newest first, with names. Public: drawn once for all."""

from __future__ import annotations

from collections.abc import Mapping

from auctions.page.viewing import Viewing
from auctions.page.words import day_name, item_name, money
from auctions.rules.schedule import CLOSING
from auctions.selectors.frame import frame_of
from auctions.selectors.players import Player, players_of
from auctions.selectors.public import Day
from auctions.selectors.results import dearest_buyers
from chat.core.translation import gettext as _, ngettext


def crier(viewing: Viewing) -> list[tuple[str, str]]:
    """Each piece of news as (key, sentence)."""
    week = viewing.week
    buyers = {day.number: _dearest(viewing, day) for day in week.days[: week.resolved]}
    names = players_of(viewing.match, {one for some in buyers.values() for one in some})
    players = ngettext("%(n)s player", "%(n)s players", week.players) % {"n": f"{week.players:,}"}
    lines = [("start", _("The week has begun with %(players)s.") % {"players": players})]
    for day in week.days[: week.resolved]:
        lines.append((f"day-{day.number}", _told(day, buyers[day.number], names)))
        if day.number == CLOSING - 1:
            lines.append(("bids", _("All bids of all auctions so far are public now.")))
    if viewing.over:
        lines.append(("end", _("Agendas were realized, loans repaid: the week is over.")))
    if viewing.stage == "aborted":
        lines.append(("end", _("A moderator has ended the week. No more auctions will be held.")))
    return lines[::-1]


def _dearest(viewing: Viewing, day: Day) -> tuple[int, ...]:
    """Who paid the highest price of the day: seat numbers, two at most."""
    place = _dearest_lot(day)
    if place is None:
        return ()
    price = day.lots[place].highest or 0
    return dearest_buyers(frame_of(viewing.match), day.number, place, price)


def _dearest_lot(day: Day) -> int | None:
    """Its place; the first of those at the same price. None where nothing was sold."""
    sold = [place for place, lot in enumerate(day.lots) if lot.sold]
    return max(sold, key=lambda place: day.lots[place].highest or 0, default=None)


def _told(day: Day, buyers: tuple[int, ...], names: Mapping[int, Player]) -> str:
    place = _dearest_lot(day)
    sold, offered = (sum(getattr(lot, n) for lot in day.lots) for n in ("sold", "offered"))
    said = {"day": day_name(day.number), "sold": f"{sold:,}", "offered": f"{offered:,}"}
    if place is None:
        return _("%(day)s: nobody bought anything.") % said
    said |= {"item": item_name(day.lots[place].item), "money": money(day.lots[place].highest or 0)}
    known = [names[number].name for number in buyers if number in names]
    if not known:
        text = _("%(day)s: %(sold)s of %(offered)s units sold. Dearest: %(item)s, %(money)s.")
    elif len(buyers) == 1:
        text = _(
            "%(day)s: %(sold)s of %(offered)s units sold. Dearest: %(item)s, %(money)s by %(name)s."
        )
    else:
        text = _(
            "%(day)s: %(sold)s of %(offered)s units sold. Dearest: %(item)s, %(money)s by %(name)s "
            "and others."
        )
    return text % (said | {"name": known[0] if known else ""})
