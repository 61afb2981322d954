"""Hints for a first week: what to do now and why, from what the player may see."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from auctions.page.goods import goods_of
from auctions.page.own_seat import Own
from auctions.page.words import AGENDA, REALIZED, day_name, joined, money
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


def _before_opening(own: Own) -> Guide:
    if own.mine.loan == 0:
        text = _(
            "Nobody starts with money. Borrow now: about two thirds of the limit is a"
            " good first loan. It costs 5% a day until Saturday; the table shows "
            "what you will owe."
        )
        return Guide(_("Start with a loan"), text, "loan")
    if not own.sheets[OPENING].bids:
        text = _(
            "Agendas pay at the end if you have the points they cost. Bid for one or "
            "two at about a third of their value: you will need the rest for assets."
        )
        return Guide(_("Bid for agendas"), text, "bids")
    if not any(own.sheets[day].bids for day in range(1, CLOSING)):
        text = _(
            "Your bids are sealed, and you can change them until the auction. All "
            "seven line-ups are already open: look at Monday and bid there too if you"
            " like."
        )
        return Guide(_("Look ahead"), text, "bids")
    text = _("The auction is held on time. The highest bids are served first.")
    return Guide(_("Wait for the opening"), text, "resolution")


def _common(own: Own, day: int) -> Guide:
    goods, sheet = goods_of(own), own.sheets[day]
    lacking = [f"{r.missing} {r.name}" for r in goods.resources if r.missing]
    if own.mine.purse == 0:
        text = _("Your assets are realized automatically on Saturday. Watch what the others pay.")
        return Guide(_("Your purse is empty"), text, "money")
    if not goods.agendas:
        text = _(
            "You have no agenda yet. Four more are sold on Saturday: see what they "
            "cost, and collect those points now."
        )
        return Guide(_("No agenda yet"), text, "realize")
    if not lacking:
        text = _("Your assets cover all your agendas. Keep your money, or buy for Saturday.")
        return Guide(_("You have what you need"), text, "realize")
    if not sheet.bids:
        text = _(
            "Your agendas still need %(points)s more than you have. Bid for assets "
            "that give them; a point is worth about a quarter of a dollar."
        )
        return Guide(_("Collect points"), text % {"points": joined(lacking)}, "assets")
    if day == LAST_COMMON:
        text = _("After today's auction, all bids so far become public.")
        return Guide(_("The last assets of the week"), text, "secret")
    text = _(
        "You are set for %(day)s. Check the next days in the strip: what are you still missing?"
    )
    return Guide(_("Look ahead"), text % {"day": day_name(day)}, "assets")


def _before_closing(own: Own) -> Guide:
    if not own.sheets[CLOSING].bids and own.mine.purse:
        text = _(
            "Leftover money counts at face value: %(money)s. Bid for another agenda "
            "only if your points can pay for it, and only below its value."
        )
        return Guide(_("The last agendas"), text % {"money": money(own.mine.purse)}, "realize")
    text = _(
        "After the closing auction your agendas are realized in the best possible "
        "combination and the loan is repaid. The player with the most money wins. All"
        " earlier bids are open to you."
    )
    return Guide(_("Now wait for the auction"), text, "end")
