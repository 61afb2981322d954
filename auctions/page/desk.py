"""The viewer's own desk: purse, order form or fates, goods, loan, place at the end."""

from __future__ import annotations

from dataclasses import dataclass

from auctions.page.faces import Face, face
from auctions.page.goods import Goods, goods_of, realized_in_words
from auctions.page.loan import Loan, loan_of
from auctions.page.marks import DoneDesk, done_desk
from auctions.page.outcome import Told, day_in_short, told
from auctions.page.own import Own
from auctions.page.prices import money_plot
from auctions.page.sheet import Sheet, sheet_for
from auctions.page.wishes import Column, IfWon, Matrix, if_won, matrix_of, plan_of
from auctions.plots import Plot
from auctions.rules.schedule import OPENING
from auctions.selectors.fates import FateLine
from auctions.selectors.public import Day
from auctions.selectors.results import Place


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
