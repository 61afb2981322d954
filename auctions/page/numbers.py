"""The statistics of a week: the price of points, and what would have sufficed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from auctions.page.own_seat import Own, own_of
from auctions.page.viewer import Viewing
from auctions.page.words import cents, day_name, item_name, money, short_day_name
from auctions.rules.numbers import DayPoint, points_by_day
from auctions.rules.schedule import CLOSING, OPENING
from auctions.selectors.numbers import After, LotAfter, after_of
from auctions.selectors.prices import price_levels
from auctions.selectors.week_setup import frame_of
from chat.core.translation import gettext as _
from games.page.charts import Bar, Kind, bar_picture
from games.page.presentation import Figure, Row

SHOWN = 10  # lots in a chart; the table has all of them


def figures(viewing: Viewing) -> Sequence[Figure]:
    """Return the figures of a finished week for this viewer."""
    own = own_of(viewing)
    after = None if own is None else after_of(viewing.match, own.account)
    if own is None or after is None:
        return [_points(viewing)]
    found = [_points(viewing), _sufficing(after), _hindsight(own, after)]
    return [figure for figure in found if figure is not None]


def _points(viewing: Viewing) -> Figure:
    title = _("Price of a point by day")
    days = points_by_day(frame_of(viewing.match).lineup, price_levels(viewing.match))
    kinds = [Kind(_("agendas: points they need")), Kind(_("assets: points they give"))]
    bars = [
        Bar(
            day_name(one.auction),
            _by_kind(one),
            cents(one.cents) if one.sold else _("nothing sold"),
        )
        for one in days
    ]
    return Figure(
        name="points",
        title=title,
        text=_("The price of a point: on average, and in the cheapest and most expensive lot."),
        picture=bar_picture(bars, title, kinds=kinds),
        heads=(
            _("Day"),
            _("Sold"),
            _("Points"),
            _("Paid"),
            _("A point"),
            _("Lowest"),
            _("Highest"),
        ),
        rows=tuple(
            Row(
                (
                    day_name(one.auction),
                    f"{one.sold}/{one.offered}",
                    one.points,
                    money(one.paid),
                    cents(one.cents) if one.sold else "\u2013",
                    _cents(one.lowest),
                    _cents(one.highest),
                )
            )
            for one in days
        ),
    )


def _by_kind(day: DayPoint) -> tuple[int, int]:
    return (day.cents, 0) if day.auction in (OPENING, CLOSING) else (0, day.cents)


def _cents(amount: int | None) -> str:
    return "\u2013" if amount is None else cents(amount)


def _sufficing(after: After) -> Figure | None:
    """Return the figure of sufficing prices, or None for a player who never bid."""
    if not after.lots:
        return None
    title = _("Lowest winning prices")
    kinds = [Kind(_("would have been enough")), Kind(_("paid beyond that"))]
    dearest = sorted((one for one in after.lots if one.won), key=lambda one: -one.paid)[:SHOWN]
    bars = [
        Bar(
            _lot(one.item, one.auction),
            (one.paid - one.spared, one.spared),
            money(one.paid),
        )
        for one in dearest
    ]
    spared = sum(one.spared for one in after.lots)
    return Figure(
        name="sufficed",
        title=title,
        text=_("You paid %(spared)s more than you needed to for what you won.")
        % {"spared": money(spared)},
        picture=bar_picture(bars, title, kinds=kinds),
        heads=(
            _("Lot"),
            _("Won"),
            _("Paid"),
            _("Enough"),
            _("All for"),
        ),
        rows=tuple(Row(_after(one)) for one in after.lots),
        note=_(
            "Each lot is taken by itself, with everybody else bidding as they did. "
            "“Enough” is one dollar more than the bid you had to beat; the last "
            "column is the price that would have won all the units you wanted."
        ),
    )


def _lot(item: str, auction: int) -> str:
    return _("%(item)s, %(day)s") % {"item": item_name(item), "day": short_day_name(auction)}


def _after(one: LotAfter) -> tuple[str, ...]:
    return (
        _lot(one.item, one.auction),
        f"{one.won}/{one.wanted}",
        money(one.paid),
        money(one.paid - one.spared) if one.won else "\u2013",
        money(one.all_for),
    )


def _hindsight(own: Own, after: After) -> Figure | None:
    """Return the figure of the best purchase, or None if there was nothing better.

    It is also None for a player who had no money.
    """
    mine, best = own.mine, after.best
    left = mine.loan - best.paid
    final = left + best.value - mine.owed
    if not mine.loan or final <= own.now_final:
        return None
    title = _("The best in hindsight")
    kinds = [Kind(_("agendas realized")), Kind(_("money left"))]
    bars = [
        Bar(_("You"), (mine.would.value, mine.purse), money(own.now_final)),
        Bar(_("In hindsight"), (best.value, left), money(final)),
    ]
    days = chain.from_iterable([day] * len(lots) for day, lots in enumerate(mine.frame.lots))
    bought = [
        (_lot(offer.item, day), units, money(offer.costs[units - 1]))
        for day, offer, units in zip(days, after.offers, best.units, strict=True)
        if units
    ]
    values = {"purse": money(mine.loan), "final": money(final), "mine": money(own.now_final)}
    return Figure(
        name="hindsight",
        title=title,
        text=_(
            "With your purse of %(purse)s, a player who knew all bids could have "
            "finished with %(final)s. You finished with %(mine)s."
        )
        % values,
        picture=bar_picture(bars, title, kinds=kinds),
        heads=(_("Bought"), _("Units"), _("For")),
        rows=tuple(Row(row) for row in bought),
        note=_("At the lowest winning prices, lot by lot.")
        if best.exact
        else _("At the lowest winning prices, lot by lot. An even better result may exist."),
    )
