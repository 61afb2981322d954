"""Powers, ships and dragons in sentences."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.safestring import SafeString

from chat.core.escaping import filled
from chat.core.translation import gettext as _, ngettext
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
from games.page.naming import joined


def _mode(mode: str) -> str:
    return _("as a power") if mode == "power" else _("as an emblem")


def _played(facts: Facts, names: NameTag) -> SafeString:
    plays = joined(
        [filled("{card} {mode}", card=card(one), mode=_mode(mode)) for one, mode in facts["plays"]]
    )
    return filled(_("{name} played {plays}."), name=names(facts["seat"]), plays=plays)


def _resolves(facts: Facts, names: NameTag) -> SafeString:
    text = _("{card} now resolves {mode} (played by {name}).")
    name = names.many([facts["seat"]])
    return filled(text, card=card(facts["card"]), mode=_mode(facts["mode"]), name=name)


def _warden(facts: Facts, names: NameTag) -> SafeString:
    name = names(facts["seat"])
    if not facts["cards"]:
        return filled(_("{name} had the market cleared, but it was empty."), name=name)
    text = _("{name} had the market cleared. Gone: {cards}.")
    return filled(text, name=name, cards=cards(facts["cards"]))


def _clerk(facts: Facts, names: NameTag) -> SafeString:
    text = ngettext(
        "{name} looked through crate {number}, with {n} card in it.",
        "{name} looked through crate {number}, with {n} cards in it.",
        facts["count"],
    )
    return filled(text, name=names(facts["seat"]), number=facts["market"], n=facts["count"])


def _toll(facts: Facts, names: NameTag) -> SafeString:
    name = names(facts["seat"])
    if not facts["seats"]:
        return filled(_("{name} asked for toll, but nobody had a card."), name=name)
    text = _("{name} took a card as toll from {names}.")
    return filled(text, name=name, names=names.many(facts["seats"]))


def _joker_back(facts: Facts, names: NameTag) -> SafeString:
    other = _("The Cutpurse of {name} got away, back into the deck.")
    own = _("Your Cutpurse got away, back into the deck.")
    return one_or_own(names, facts["seat"], other, own)


def _joker_gone(facts: Facts, names: NameTag) -> SafeString:
    other = _("The Cutpurse of {name} was caught and is out of the game.")
    own = _("Your Cutpurse was caught and is out of the game.")
    return one_or_own(names, facts["seat"], other, own)


def _black_market(facts: Facts, names: NameTag) -> SafeString:
    text = ngettext(
        "A foreign merchant packed crate {number}, with {n} card",
        "A foreign merchant packed crate {number}, with {n} cards",
        facts["count"],
    )
    text += _(", a dragon egg among them.") if facts["egg"] else _(" and no egg.")
    return filled(text, number=facts["market"], n=facts["count"])


def _siege(facts: Facts, names: NameTag) -> SafeString:
    hands = listed(
        filled(
            "{name}: {hand}",
            name=plainly(names, seat),
            hand=cards(hand) if hand else _("nothing"),
        )
        for seat, hand in facts["hands"]
    )
    told = filled(_("Dragon siege. All hands are shown. {hands}."), hands=hands)
    if not facts["seats"]:
        return in_a_row(told, _("Nobody is struck."))
    struck = filled(_("Struck: {names}."), names=names.many(facts["seats"]))
    return in_a_row(told, struck)


def _siege_loss(facts: Facts, names: NameTag) -> SafeString:
    eggs = facts["eggs"]
    text = ngettext(
        "{name} lost {n} dragon egg to the nest",
        "{name} lost {n} dragon eggs to the nest",
        eggs,
    )
    text += _(", and {cards}.") if facts["cards"] else "."
    return filled(text, name=names(facts["seat"]), n=eggs, cards=cards(facts["cards"]))


TELLERS: dict[str, Callable[[Facts, NameTag], SafeString | str]] = {
    "played": _played,
    "resolves": _resolves,
    "warden": _warden,
    "clerk": _clerk,
    "toll": _toll,
    "joker_back": _joker_back,
    "joker_gone": _joker_gone,
    "black_market": _black_market,
    "siege": _siege,
    "siege_loss": _siege_loss,
}
