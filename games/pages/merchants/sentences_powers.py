"""Powers, ships and dragons in sentences."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext

from games.live.telling import NameTag
from games.pages.merchants import naming
from games.pages.merchants.telling import Facts, card, cards, joined, listed, one_or_own, plainly


def _mode(mode: str) -> str:
    return _("as a power") if mode == "power" else _("as an emblem")


def _played(facts: Facts, names: NameTag) -> SafeString:
    plays = joined([format_html("{} {}", card(one), _mode(mode)) for one, mode in facts["plays"]])
    return format_html(_("{name} played {plays}."), name=names(facts["seat"]), plays=plays)


def _resolves(facts: Facts, names: NameTag) -> SafeString:
    text = _("Now resolves {card}, {mode} (played by {name}).")
    name = names.many([facts["seat"]])
    return format_html(text, card=card(facts["card"]), mode=_mode(facts["mode"]), name=name)


def _no_effect(facts: Facts, names: NameTag) -> SafeString:
    text = _("{card} (played by {name}) had no effect.")
    return format_html(text, card=card(facts["card"]), name=names.many([facts["seat"]]))


def _emblem(facts: Facts, names: NameTag) -> SafeString:
    text = _("{card} lies in front of {name}.")
    return format_html(text, card=card(facts["card"]), name=names.many([facts["seat"]]))


def _warden(facts: Facts, names: NameTag) -> SafeString:
    name = names(facts["seat"])
    if not facts["cards"]:
        return format_html(_("{name} had the market cleared, which was empty."), name=name)
    text = _("{name} had the market cleared. Gone: {cards}.")
    return format_html(text, name=name, cards=cards(facts["cards"]))


def _herald(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} sent {card} home to {owner}.")
    owner = names.many([facts["owner"]])
    return format_html(text, name=names(facts["seat"]), card=card(facts["card"]), owner=owner)


def _clerk(facts: Facts, names: NameTag) -> SafeString:
    text = ngettext(
        "{name} looked through crate {number}, with {n} card in it.",
        "{name} looked through crate {number}, with {n} cards in it.",
        facts["count"],
    )
    return format_html(text, name=names(facts["seat"]), number=facts["market"], n=facts["count"])


def _found(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} found in crate {number}: {cards}.")
    shown = cards(facts["cards"])
    return format_html(text, name=names(facts["seat"]), number=facts["market"], cards=shown)


def _toll(facts: Facts, names: NameTag) -> SafeString:
    name = names(facts["seat"])
    if not facts["seats"]:
        return format_html(_("{name} asked for toll, and nobody had a card."), name=name)
    text = _("{name} took a card as toll from {names}.")
    return format_html(text, name=name, names=names.many(facts["seats"]))


def _keeper(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} took a dragon egg from the nest.")
    return format_html(text, name=names(facts["seat"]))


def _justice(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} struck out {card}, played by {owner}.")
    owner = names.many([facts["owner"]])
    return format_html(text, name=names(facts["seat"]), card=card(facts["card"]), owner=owner)


def _magnate(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} took the whole stall of {suit}: {cards}.")
    suit = naming.suit_name(facts["suit"])
    return format_html(text, name=names(facts["seat"]), suit=suit, cards=cards(facts["cards"]))


def _thief(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} stole a card from {victim}.")
    return format_html(text, name=names(facts["seat"]), victim=names.many([facts["victim"]]))


def _slipped(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} slipped a card to {victim}.")
    return format_html(text, name=names(facts["seat"]), victim=names.many([facts["victim"]]))


def _joker_back(facts: Facts, names: NameTag) -> SafeString:
    other = _("The Cutpurse of {name} got away, back into the deck.")
    own = _("Your Cutpurse got away, back into the deck.")
    return one_or_own(names, facts["seat"], other, own)


def _joker_gone(facts: Facts, names: NameTag) -> SafeString:
    other = _("The Cutpurse of {name} was caught and is out of the game.")
    own = _("Your Cutpurse was caught and is out of the game.")
    return one_or_own(names, facts["seat"], other, own)


def _got(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} got {card}.")
    return format_html(text, name=names(facts["seat"]), card=card(facts["card"]))


def _moved(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} got {card} from {giver}.")
    giver = names.many([facts["giver"]])
    return format_html(text, name=names(facts["seat"]), card=card(facts["card"]), giver=giver)


def _black_market(facts: Facts, names: NameTag) -> SafeString:
    text = ngettext(
        "A foreign merchant packed crate {number}, with {n} card",
        "A foreign merchant packed crate {number}, with {n} cards",
        facts["count"],
    )
    text += _(", a dragon egg among them.") if facts["egg"] else _(" and no egg.")
    return format_html(text, number=facts["market"], n=facts["count"])


def _siege(facts: Facts, names: NameTag) -> SafeString:
    hands = listed(
        format_html("{}: {}", plainly(names, seat), cards(hand) if hand else _("nothing"))
        for seat, hand in facts["hands"]
    )
    told = format_html(_("Dragon siege. All hands are shown. {hands}."), hands=hands)
    if not facts["seats"]:
        return format_html("{} {}", told, _("Nobody is struck."))
    struck = format_html(_("Struck: {names}."), names=names.many(facts["seats"]))
    return format_html("{} {}", told, struck)


def _siege_loss(facts: Facts, names: NameTag) -> SafeString:
    eggs = facts["eggs"]
    text = ngettext(
        "{name} lost {n} dragon egg to the nest",
        "{name} lost {n} dragon eggs to the nest",
        eggs,
    )
    text += _(", and {cards}.") if facts["cards"] else "."
    return format_html(text, name=names(facts["seat"]), n=eggs, cards=cards(facts["cards"]))


def _eliminated(facts: Facts, names: NameTag) -> SafeString:
    text = _("The dragon drove {name} out of the game.")
    return format_html(text, name=names.many([facts["seat"]]))


TELLERS: dict[str, Callable[[Facts, NameTag], SafeString | str]] = {
    "played": _played,
    "resolves": _resolves,
    "no_effect": _no_effect,
    "emblem": _emblem,
    "warden": _warden,
    "herald": _herald,
    "clerk": _clerk,
    "found": _found,
    "toll": _toll,
    "keeper": _keeper,
    "justice": _justice,
    "magnate": _magnate,
    "thief": _thief,
    "slipped": _slipped,
    "joker_back": _joker_back,
    "joker_gone": _joker_gone,
    "clerk_card": _got,
    "keeper_card": _got,
    "moved_card": _moved,
    "black_market": _black_market,
    "siege": _siege,
    "siege_loss": _siege_loss,
    "eliminated": _eliminated,
}
