"""The viewer's own desk: purse, order form or fates, goods, loan, who is done."""

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

# --- The loan, with what must be repaid worked out day by day (rules 9). ---


@dataclass(frozen=True)
class Owed:
    """What would be owed on this day."""

    day: str
    short: str
    interest: int
    owed: int


@dataclass(frozen=True)
class Loan:
    """`open`: it may still be changed."""

    amount: int
    cap: int
    interest: int
    owed: int
    days: tuple[Owed, ...]
    open: bool
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
    """Long and short."""
    return [(day_name(day), short_day_name(day)) for day in range(AUCTIONS)]


# --- I am done: what the players say of themselves at the fast pace (rules 3.2). Public. ---


@dataclass(frozen=True)
class DoneDesk:
    """What a player may say about the coming auction (`day`, called `name`) and those after it.

    `said`: how many people are, "" to who plays with bots alone. `mine`: the player is done with
    it; `all_left`: with all to come; `later`: there are more.
    """

    day: int
    name: str
    said: str
    mine: bool
    all_left: bool
    any_left: bool
    later: bool


def done_desk(own: Own) -> DoneDesk | None:
    """None where nobody can be done: at the daily pace, and while nothing is to come."""
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
        "%(n)s of %(of)s person is done with %(day)s.",
        "%(n)s of %(of)s people are done with %(day)s.",
        people,
    )
    return text % {"n": done, "of": people, "day": day_name(auction)}


def done_in_words(auctions: Sequence[int], resolved: int) -> str:
    """What the list of players says of one who is done with these auctions; "" with none."""
    if not auctions:
        return ""
    if len(auctions) == AUCTIONS - resolved:
        return _("done with all that are left")
    return _("done with %(days)s") % {"days": joined([day_name(one) for one in auctions])}


@dataclass(frozen=True)
class Fate:
    """What became of one of my bids."""

    face: Face
    line: FateLine

    @property
    def paid(self) -> int:
        return self.line.price * self.line.won


@dataclass(frozen=True)
class Purse:
    """The figures above the form. Before the opening `money` is the loan now chosen."""

    money: int
    opened: bool
    today: int | None
    coming: int
    over: int
    would: int
    owed: int
    final: int
    realized: str


@dataclass(frozen=True)
class Latest:
    """What the last auction brought me: in short, and bid by bid."""

    day: int
    said: str
    lines: tuple[Told, ...]


@dataclass(frozen=True)
class Desk:
    """`sheet`: of the day shown, while it can still be bid for; `fates`: after it is resolved."""

    purse: Purse
    goods: Goods
    loan: Loan
    day: int
    view: str
    sheet: Sheet | None
    fates: tuple[Fate, ...]
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
    """What the last auction brought me; None before the first."""
    number = own.viewing.week.resolved - 1
    if number < 0:
        return None
    fates = own.fates(number)
    lines = tuple(one for line in fates for one in told(line))
    return Latest(number, day_in_short(number, fates), lines)


def fates_of(own: Own, day: Day) -> tuple[Fate, ...]:
    """In the order in which they were considered: lots as announced, the highest bid first."""
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
