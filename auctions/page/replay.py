"""The replay of a finished week: what everybody saw, and what a seat knew then.

Each auction has two steps: its instant, with the bids in force then (replaced bids are not stored),
and its resolution. A step shows what the viewer of the replay knew at that time. It is rendered by
the fragments of the match page, which are given the number of auctions resolved by then.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from auctions.models import Account
from auctions.page.faces import Face, face
from auctions.page.goods import goods_html, goods_of
from auctions.page.match_page import board_of
from auctions.page.moments import crier
from auctions.page.order_desk import fates_of
from auctions.page.own_seat import Own, day_in_short, own_of
from auctions.page.players import BESIDE, crowd_of
from auctions.page.query_params import Look
from auctions.page.viewer import Stage, Viewing
from auctions.page.words import auction_name, money
from auctions.rules.schedule import AUCTIONS
from auctions.selectors.fates import draws_of
from auctions.selectors.marks import done_at
from auctions.selectors.players import players_of
from auctions.selectors.prices import best_numbers
from auctions.selectors.public_week import WeekView, week_of
from chat.core.numbers import whole_number
from chat.core.templates import render
from chat.core.translation import gettext as _, ngettext
from chat.live.batch import one_batch
from games.models import Match, Seat
from games.page.replay import ALL, Hand, Replay, eyes_of, own_ids, path_of

LENGTH = 2 * AUCTIONS
SHOWN = 8  # seats offered as points of view, the best first; an address may name any seat


@dataclass
class Past(Viewing):
    """An earlier state of a week, seen from a seat or by a spectator."""

    resolved: int = 0  # the number of auctions resolved by then
    eyes: Seat | None = None  # the seat whose view it is; None for a spectator

    @property
    def seat(self) -> Seat | None:
        return self.eyes

    @property
    def stage(self) -> Stage:
        return "running"

    @property
    def over(self) -> bool:
        return False

    def done_with(self, numbers: Collection[int]) -> dict[int, tuple[int, ...]]:
        """Return the auctions that these players were done with then, by seat number."""
        at = week_of(self.match).days[self.look.day or 0].instant
        return done_at(self.match, numbers, resolved=self.resolved, at=at)

    def _week(self) -> WeekView:
        """Return the week with every later auction still to come."""
        week = week_of(self.match)
        coming = (
            day if day.number < self.resolved else replace(day, progress="coming")
            for day in week.days
        )
        return replace(week, days=tuple(coming))


@dataclass(frozen=True)
class BidLine:
    """A bid in force at the instant."""

    face: Face
    units: int
    price: int


def replay_of(viewing: Viewing, seat: str | None, step: int) -> Replay:
    """Return a step of the replay, or the nearest one that exists.

    `seat`: whose view it is: a seat number, "" for a spectator, `ALL`, or None for the viewer's
    own. Raise `LookupError` if there is no such seat.
    """
    match, mine = viewing.match, viewing.number
    seat = ("" if mine is None else str(mine)) if seat is None else seat
    step = min(max(step, 1), LENGTH)
    day, resolved = (step - 1) // 2, step // 2
    seats = _seats(match, mine, seat)
    names = [(str(one.index), one.shown_name) for one in seats.values()]
    eyes = None if seat in {"", ALL} else seats[int(seat)]
    with one_batch({("resolved", match.pk): resolved}):
        past = _past(viewing, day, resolved, eyes)
        shown = seats.values() if seat == ALL else [] if eyes is None else [eyes]
        owners = [(one, _own(past, one)) for one in shown]
        return Replay(
            path=path_of(match.public_id),
            step=step,
            length=LENGTH,
            seat=seat,
            eyes=eyes_of(names),
            phase=_phase(day, resolved),
            board=_board(past),
            players=_players(past),
            hands=[*_hands(owners, day, all_=seat == ALL)],
            log=render("games/venice/past_log.jinja", lines=crier(past)),
            said=[*_said(past, owners, day)],
            draws=_draws(past, day),
            rounds=range(1, LENGTH, 2),
            last_decision=max(range(1, step, 2), default=None),
            next_decision=min(range(step + 1 + step % 2, LENGTH, 2), default=None),
        )


def _seats(match: Match, mine: int | None, seat: str) -> dict[int, Seat]:
    """Return the best seats, the viewer's own and the requested one, by seat number."""
    numbers = [mine, *best_numbers(match, SHOWN)]
    if seat not in {"", ALL}:
        number = whole_number(seat, 6)
        if number is None:
            raise LookupError(seat)
        numbers.append(number)
    rows = Seat.objects.filter(match=match.pk, index__in={n for n in numbers if n is not None})
    found = {row.index: row for row in rows.select_related("user").order_by("index")}
    if seat not in {"", ALL} and int(seat) not in found:
        raise LookupError(seat)
    return found


def _past(viewing: Viewing, day: int, resolved: int, eyes: Seat | None) -> Past:
    return Past(
        public_id=viewing.public_id,
        user=viewing.user,
        look=Look(view="day", day=day),
        _match=viewing.match,
        resolved=resolved,
        eyes=eyes,
    )


def _own(past: Past, seat: Seat) -> Own:
    """Return what this seat had then: the purse of that day, and no result."""
    own = own_of(replace(past, eyes=seat, _rest={}))
    assert own is not None
    account: Account = copy.copy(own.account)
    account.purse, account.rank, account.final = own.mine.money[-1], None, None
    return Own(replace(past, eyes=seat, _rest={}), account)


def _phase(day: int, resolved: int) -> str:
    name = auction_name(day)
    name = name[:1].upper() + name[1:]
    text = _("%(auction)s is resolved.") if resolved > day else _("%(auction)s is due.")
    return text % {"auction": name}


def _board(past: Past) -> SafeString:
    """Render the board of that time without links to other lists."""
    board = board_of(past)
    strip = replace(board.strip, start=None, over=past.resolved == AUCTIONS)
    day = board.day and replace(board.day, paged=False, leaves=())
    return render("games/venice/past_board.jinja", board=replace(board, strip=strip, day=day))


def _draws(past: Past, day: int) -> SafeString:
    """Render the ties that a draw decided, which are public after the end."""
    draws = draws_of(past.match, day) if past.resolved > day else []
    if not draws:
        return SafeString("")
    seats = {ticket.seat for draw in draws for ticket in draw.tickets}
    return render(
        "games/venice/past_draws.jinja",
        draws=draws,
        players=players_of(past.match, seats),
        faces={draw.item: face(draw.item) for draw in draws},
        match_id=past.public_id,
        message=f"venice|draw|{day}|{draws[0].item}",
    )


def _players(past: Past) -> SafeString:
    crowd = crowd_of(past, Look(), BESIDE)
    return render("games/venice/player_rows.jinja", crowd=crowd, me=past.number)


def _hands(owners: Sequence[tuple[Seat, Own]], day: int, *, all_: bool) -> Iterator[Hand]:
    for seat, own in owners:
        html = _desk(own, day)
        if all_:
            yield Hand(seat.shown_name, own_ids(html, seat.index))
        else:
            yield Hand(_("My seat"), html)


def _desk(own: Own, day: int) -> SafeString:
    goods = goods_of(own)
    return render(
        "games/venice/past_seat.jinja",
        money=own.mine.purse,
        owed=own.mine.owed,
        bids=_bids(own, day),
        fates=fates_of(own, own.viewing.week.days[day]),
        resolved=own.viewing.week.resolved > day,
        goods=goods_html(goods, over=False) if goods.any else "",
    )


def _bids(own: Own, day: int) -> tuple[BidLine, ...]:
    sheet = own.sheets.get(day)
    if sheet is None:
        return ()
    return tuple(
        BidLine(face(lot.item), bid.units, bid.price)
        for lot, bids in zip(sheet.offers, sheet.own, strict=True)
        for bid in bids
    )


def _said(past: Past, owners: Sequence[tuple[Seat, Own]], day: int) -> Iterator[str]:
    if past.resolved > day:
        if past.eyes is None:
            yield crier(past)[0][1]
        else:
            yield day_in_short(day, owners[0][1].fates(day))
        return
    if past.eyes is not None:
        sheet = owners[0][1].sheets[day]
        text = ngettext(
            "%(n)s bid in force, up to %(most)s.",
            "%(n)s bids in force, up to %(most)s.",
            sheet.bids,
        )
        yield text % {"n": sheet.bids, "most": money(sheet.at_most)}
