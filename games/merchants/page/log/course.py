"""The course of the game in sentences: rounds, events, turns, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from chat.core.escaping import filled
from chat.core.translation import gettext as _, ngettext
from games.merchants.page import naming
from games.merchants.page.log.telling import (
    Facts,
    card,
    cards,
    in_a_row,
    listed,
    one_or_own,
    plainly,
)
from games.page.log import NameTag

WHY = {
    "deck": gettext_lazy("the deck was empty when an event was to be drawn"),
    "monopoly": gettext_lazy("somebody held all eight goods of a suit"),
    "four_eggs": gettext_lazy("somebody held all four dragon eggs"),
    "last_standing": gettext_lazy("the dragon left nobody else"),
    "aborted": gettext_lazy("it was broken off"),
}


def _started(facts: Facts, names: NameTag) -> SafeString:
    text = _("The match has begun. Dealer by the highest roll: {name}. Rolled: {rolls}.")
    rolls = listed(
        filled("{name} {one}+{other}", name=plainly(names, seat), one=one, other=other)
        for seat, one, other in facts["rolls"]
    )
    return filled(text, name=names.many([facts["seat"]]), rolls=rolls)


def _event(facts: Facts, names: NameTag) -> SafeString:
    name = naming.EVENTS[facts["type"]]
    told = filled(_("Event: {name}, by {card}."), name=name, card=card(facts["card"]))
    if not facts["seats"]:
        return told
    hit = filled(_("It strikes {names}."), names=names.many(facts["seats"]))
    return in_a_row(told, hit)


def _restock(facts: Facts, names: NameTag) -> SafeString:
    return _drawn(facts, _("New at the stalls: {cards}."), _("Nothing new came to the stalls."))


def _supply(facts: Facts, names: NameTag) -> SafeString:
    name = names.many([facts["seat"]])
    return _drawn(facts, _("Supply for {name}: {cards}."), _("Supply for {name}: no goods."), name)


def _drawn(facts: Facts, some: str, none: str, name: str = "") -> SafeString:
    """What was drawn for the stalls, and what of it went past them."""
    new = facts["cards"]
    told = filled(some if new else none, cards=cards(new), name=name)
    if not facts["discarded"]:
        return told
    past = filled(_("Discarded: {cards}."), cards=cards(facts["discarded"]))
    return in_a_row(told, past)


def _turn(facts: Facts, names: NameTag) -> SafeString:
    count = facts["actions"]
    actions = ngettext("{n} action", "{n} actions", count).format(n=count)
    other, own = _("{name} begins the turn, with {actions}."), _("Your turn, with {actions}.")
    return one_or_own(names, facts["seat"], other, own, actions=actions)


def _finished(facts: Facts, names: NameTag) -> SafeString:
    text = _("The match is over: {why}. Won by {names}.")
    return filled(text, why=_why(facts), names=names.many(facts["seats"]))


def _nobody(facts: Facts, names: NameTag) -> SafeString:
    return filled(_("The match is over: {why}. Nobody won."), why=_why(facts))


def _why(facts: Facts) -> Any:
    return WHY[facts["reason"]]


TELLERS: dict[str, Callable[[Facts, NameTag], SafeString | str]] = {
    "started": _started,
    "event": _event,
    "restock": _restock,
    "supply": _supply,
    "turn": _turn,
    "finished": _finished,
    "finished_nobody": _nobody,
}
