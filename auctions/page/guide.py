"""Hints for a first week: what to do now and why, from what the player may see."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from auctions.page.goods import goods_of
from auctions.page.own_seat import Own
from auctions.page.words import AGENDA, REALIZED, day_name, first_of, item_name, joined, money
from auctions.rules.bots.crowd import bids_of, loan_of
from auctions.rules.bots.sight import BotSeat, Stage
from auctions.rules.catalogue import AGENDA as AGENDAS
from auctions.rules.schedule import CLOSING, LAST_COMMON, OPENING
from chat.core.translation import gettext as _
from games.page.presentation import Goal, Guide

GOAL = Goal(
    gettext_lazy("Be the richest on Saturday: agendas plus purse, minus the loan."),
    gettext_lazy("Before each auction, bid in secret for what your agendas need."),
    gettext_lazy("After the seventh auction, on Saturday."),
    terms=(AGENDA, REALIZED),
)


def hint(own: Own) -> Guide | None:
    """Return the hint for now, or None if the week is not running."""
    coming = own.viewing.week.next_day
    if coming is None or own.viewing.stage != "running":
        return None
    if coming.number == OPENING:
        return _before_opening(own)
    if coming.number == CLOSING:
        return _before_closing(own)
    return _common(own, coming.number)


ADVISER = "merchant"  # the bot whose bids a hint names
NAMED = 4  # bids in a hint; the next ones follow when these have been placed


class _Even:
    """Randomness without chance: the same hint until something changes."""

    def below(self, bound: int) -> int:
        return bound // 2


def _stage(own: Own, auction: int) -> Stage:
    frame = own.mine.frame
    return Stage(auction, frame.lineup, frame.players, frame.cap)


def _advice(own: Own, auction: int) -> str:
    """Return the bids that a house bot would add to the player's, as text; "" for none."""
    mine, sheet = own.mine, own.sheets[auction]
    held = {item: n for item, n in mine.holdings.items.items() if item in AGENDAS}
    seat = BotSeat(
        mine.number,
        ADVISER,
        loan=mine.loan,
        purse=mine.purse,
        held=held,
        resources=mine.holdings.resources,
    )
    left, named = mine.purse - sheet.auction_sum, list[str]()
    for place, price, units in bids_of(_stage(own, auction), seat, _Even()):
        if not sheet.own[place] and price * units <= left:
            left -= price * units
            named.append(_wish(units, sheet.offers[place].item, price))
    return joined(first_of(named, NAMED))


def _wish(units: int, item: str, price: int) -> str:
    text = _("%(item)s at %(price)s") if units == 1 else _("%(n)s × %(item)s at %(price)s")
    return text % {"n": units, "item": item_name(item), "price": money(price)}


def _before_opening(own: Own) -> Guide:
    if own.mine.loan == 0:
        text = _(
            "Nobody starts with money. Borrow about %(loan)s: it buys a few agendas and "
            "their points. It costs 5%% a day until Saturday."
        )
        loan = loan_of(ADVISER, _stage(own, OPENING), _Even())
        return Guide(_("Start with a loan"), text % {"loan": money(loan)}, "loan")
    advice = _advice(own, OPENING)
    if advice:
        text = _(
            "Agendas pay at the end if you hold the points they cost. Bid for some, and keep "
            "money for their points: try %(bids)s."
        )
        return Guide(_("Bid for agendas"), text % {"bids": advice}, "bids")
    text = _(
        "Your bids are sealed, and you can change them until the auction. All seven "
        "line-ups are open: you can bid for Monday too."
    )
    return Guide(_("Wait for the opening"), text, "resolution")


def _common(own: Own, day: int) -> Guide:
    goods, final = goods_of(own), own.now_final
    lacking = [f"{r.missing} {r.name}" for r in goods.resources if r.missing]
    advice, said = _advice(own, day), {"final": money(final), "points": joined(lacking)}
    if own.mine.purse == 0:
        text = _("You can buy nothing more. Your agendas are realized on Saturday by themselves.")
        return Guide(_("Your purse is empty"), text, "money")
    if own.sheets[day].bids and not advice:
        if day == LAST_COMMON:
            text = _("After today's auction, all bids so far become public.")
            return Guide(_("The last assets of the week"), text, "secret")
        text = _("Your bids for %(day)s are in. Look at the next days: what do you still lack?")
        return Guide(_("Look ahead"), text % {"day": day_name(day)}, "assets")
    if not goods.agendas:
        title = _("No agenda yet")
        text = _("Four agendas are sold on Saturday: collect the points that they cost now.")
    elif lacking:
        title = _("Collect points")
        text = _("Your agendas still need %(points)s. Bid for assets that give them.")
    elif final < 0:
        title = _("You would end at %(final)s") % said
        text = _("Your agendas have their points, but pay less than you owe. Buy for Saturday’s.")
    else:
        title = _("Your agendas have their points")
        text = _("You would end at %(final)s. Keep your money, or buy points for Saturday.")
    if advice:
        text = _("%(hint)s Try %(bids)s.") % {"hint": text % said, "bids": advice}
    else:
        text %= said
    return Guide(title, text, "assets")


def _before_closing(own: Own) -> Guide:
    advice, said = _advice(own, CLOSING), {"money": money(own.mine.purse)}
    if advice:
        text = _(
            "Your points can complete another agenda, which pays more than it costs: try %(bids)s."
        )
        return Guide(_("The last agendas"), text % {"bids": advice}, "realize")
    if not own.sheets[CLOSING].bids and own.mine.purse:
        text = _("Your points complete none of today's agendas: keep your %(money)s.")
        return Guide(_("The last agendas"), text % said, "realize")
    text = _(
        "After the closing auction your agendas are realized in the best combination and "
        "the loan is repaid. All earlier bids are open to you."
    )
    return Guide(_("Wait for the closing"), text, "end")


# --- The lesson: a loan, the first two auctions


_STEPS = 6


def lesson(own: Own) -> Guide | None:
    """Return the step of the lesson, or None if the week is not running."""
    found, coming = hint(own), own.viewing.week.next_day
    if found is None or coming is None:
        return None
    if coming.number > OPENING + 1:
        return _lesson_end()
    opens, day = coming.number == OPENING, day_name(coming.number)
    if opens and own.mine.loan == 0:
        return Guide(found.title, found.text, step=1, steps=_STEPS)
    if _advice(own, coming.number):
        return Guide(found.title, found.text, step=2 if opens else 4, steps=_STEPS)
    text = _(
        "Your bids are sealed. Press “Done for %(day)s”: the auction is held ten seconds later, "
        "and the highest bids are served first."
    )
    title = _("Let the auction begin")
    return Guide(title, text % {"day": day}, step=3 if opens else 5, steps=_STEPS)


def _lesson_end() -> Guide:
    text = _(
        "Borrow, buy agendas, collect their points: so it goes until Saturday, when agendas pay "
        "and the loan is repaid. Whoever has the most money then wins."
    )
    return Guide(_("Now you know the week"), text, step=_STEPS, steps=_STEPS, over=True)
