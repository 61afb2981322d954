"""The viewer's own desk: purse, order form or fates, goods, loan and marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language

from auctions.page.faces import Face, face
from auctions.page.goods import Goods, goods_of, realized_in_words
from auctions.page.order_form import Sheet, sheet_for
from auctions.page.own_seat import Own, Told, day_in_short, told
from auctions.page.plots import Plot
from auctions.page.prices import money_plot
from auctions.page.wishes import Column, IfWon, Matrix, if_won, matrix_of, plan_of
from auctions.page.words import day_name, joined, short_day_name
from auctions.rules.options import PERCENT_A_DAY
from auctions.rules.schedule import AUCTIONS, OPENING
from auctions.selectors.fates import FateLine
from auctions.selectors.marks import done_of, how_many
from auctions.selectors.public_week import Day
from auctions.selectors.results import Place
from auctions.selectors.week_setup import frame_of
from chat.core.translation import gettext as _, ngettext
from chat.live.batch import memoized_in_batch

# --- Loan, with what would be owed on each day (rules 9) ---


@dataclass(frozen=True)
class Owed:
    """The debt on one day of the week."""

    day: str
    short: str
    interest: int
    owed: int


@dataclass(frozen=True)
class Loan:
    """The viewer's loan."""

    amount: int
    cap: int
    interest: int
    owed: int
    days: tuple[Owed, ...]
    open: bool  # true if it may still be changed
    percent: int = PERCENT_A_DAY


def loan_of(own: Own) -> Loan:
    mine, week = own.mine, own.viewing.week
    names = _day_names(get_language() or "")
    goes_on = own.viewing.stage in ("running", "stalled")
    return Loan(
        amount=mine.loan,
        cap=week.cap,
        interest=mine.interest,
        owed=mine.owed,
        days=tuple(
            Owed(day, short, interest, mine.loan + interest)
            for (day, short), interest in zip(names, mine.days, strict=True)
        ),
        open=goes_on and week.days[OPENING].progress == "coming",
    )


@cache
def _day_names(language: str) -> list[tuple[str, str]]:
    """Return the long and the short name of each day."""
    return [(day_name(day), short_day_name(day)) for day in range(AUCTIONS)]


# --- Marks at the fast pace (rules 3.2). Public ---


@dataclass(frozen=True)
class DoneDesk:
    """The marks that a player may set on the next auction and the ones after it."""

    day: int  # the next auction
    name: str
    said: str  # how many people are done with it; "" if the player is the only person
    mine: bool  # true if the player is done with it
    all_left: bool  # true if the player is done with all that are left
    any_left: bool  # true if the player is done with some of them
    later: bool  # true if there are auctions after it


def done_desk(own: Own) -> DoneDesk | None:
    """Return the marks to offer, or None if there is nothing to mark.

    They exist only at the fast pace, and only while an auction is coming.
    """
    viewing = own.viewing
    coming = viewing.week.next_day
    if coming is None or coming.progress != "coming" or not frame_of(viewing.match).fast:
        return None
    mine = done_of(viewing.match, own.account)
    return DoneDesk(
        day=coming.number,
        name=day_name(coming.number),
        said=_said(own, coming.number),
        mine=coming.number in mine,
        all_left=len(mine) == AUCTIONS - coming.number,
        any_left=bool(mine),
        later=coming.number < AUCTIONS - 1,
    )


def _said(own: Own, auction: int) -> str:
    match = own.viewing.match
    key = ("how many are done", match.pk, auction)
    done, people = memoized_in_batch(key, lambda: how_many(match, auction))
    if people == 1:
        return ""
    text = ngettext(
        "%(n)s of %(of)s player is done for %(day)s.",
        "%(n)s of %(of)s players are done for %(day)s.",
        people,
    )
    return text % {"n": done, "of": people, "day": day_name(auction)}


def done_in_words(auctions: Sequence[int], resolved: int) -> str:
    """Return the note on these marks for the list of players; "" without marks."""
    if not auctions:
        return ""
    if len(auctions) == AUCTIONS - resolved:
        return _("done for the week")
    return _("done for %(days)s") % {"days": joined([day_name(one) for one in auctions])}


@dataclass(frozen=True)
class Fate:
    """A bid of the viewer and its fate."""

    face: Face
    line: FateLine

    @property
    def paid(self) -> int:
        return self.line.price * self.line.won


@dataclass(frozen=True)
class Purse:
    """The figures above the order form."""

    money: int  # before the opening, the loan chosen so far
    opened: bool
    today: int | None  # the most that the bids of the day shown can cost
    coming: int  # the most that all bids in force can cost
    over: int  # what all bids in force ask for above the purse
    would: int  # dollars that the goods would bring now
    owed: int
    final: int  # the final money if nothing more were bought
    realized: str


@dataclass(frozen=True)
class Latest:
    """The viewer's result in the last auction: in short, and bid by bid."""

    day: int
    said: str
    lines: tuple[Told, ...]


@dataclass(frozen=True)
class Desk:
    """Everything that the viewer's desk shows."""

    purse: Purse
    goods: Goods
    loan: Loan
    day: int
    view: str
    sheet: Sheet | None  # of the day shown, until it is resolved
    fates: tuple[Fate, ...]  # of the day shown, once it is resolved
    resolved: bool
    spent: int
    place: Place | None
    players: int
    plot: Plot | None
    done: bool
    latest: Latest | None
    plan: tuple[Column, ...]
    matrix: Matrix | None
    if_won: IfWon | None
    marks: DoneDesk | None


def desk_of(own: Own) -> Desk:
    viewing = own.viewing
    look = viewing.shown
    day = viewing.week.days[look.day or 0]
    on_day = look.view == "day"
    fates = fates_of(own, day) if on_day else ()
    goods = goods_of(own)
    sheet = sheet_for(own, day) if on_day and viewing.stage in ("running", "stalled") else None
    return Desk(
        purse=_purse(own, goods, sheet),
        goods=goods,
        loan=loan_of(own),
        day=day.number,
        view=look.view,
        sheet=sheet,
        fates=fates,
        resolved=on_day and day.progress == "resolved",
        spent=sum(fate.paid for fate in fates),
        place=own.place,
        players=viewing.week.players,
        plot=money_plot(own) if look.view == "plots" else None,
        done=look.done,
        latest=_latest(own) if sheet is not None else None,
        plan=plan_of(own) if sheet is not None else (),
        matrix=matrix_of(own) if look.view == "week" else None,
        if_won=if_won(own),
        marks=done_desk(own) if viewing.stage in ("running", "stalled") else None,
    )


def _latest(own: Own) -> Latest | None:
    """Return the viewer's result in the last auction, or None before the first."""
    number = own.viewing.week.resolved - 1
    if number < 0:
        return None
    fates = own.fates(number)
    lines = tuple(one for line in fates for one in told(line))
    return Latest(number, day_in_short(number, fates), lines)


def fates_of(own: Own, day: Day) -> tuple[Fate, ...]:
    """Return the fates in the order of the resolution: by lot, highest bid first."""
    places = {lot.item: place for place, lot in enumerate(day.lots)}
    lines = sorted(own.fates(day.number), key=lambda line: (places[line.item], -line.price))
    return tuple(Fate(face(line.item), line) for line in lines)


def _purse(own: Own, goods: Goods, sheet: Sheet | None) -> Purse:
    mine, week = own.mine, own.viewing.week
    return Purse(
        money=mine.purse,
        opened=week.resolved > OPENING,
        today=None if sheet is None else sheet.at_most,
        coming=own.coming_most,
        over=max(0, own.coming_sum - mine.purse),
        would=mine.would.value,
        owed=mine.owed,
        final=own.now_final,
        realized=realized_in_words(goods),
    )
