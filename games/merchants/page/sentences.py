"""The log of Merchant Kings in sentences, with names in their colours.

The viewer is addressed as "you". `_PLAIN` has the events with a single text; the functions below it
choose among several texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy

from chat.core.templates import filled, render
from chat.core.translation import gettext as _, ngettext
from games.engine.base import Event
from games.merchants.page import card_faces
from games.page.log import NameTag, joined

# --- Parts of sentences


Facts = Mapping[str, Any]


def card(one: str) -> SafeString:
    """Render a card's name in the colour of its suit."""
    return _card(one, get_language())


@cache
def _card(one: str, language: str | None) -> SafeString:
    name, suit = card_faces.card_name(one), card_faces.suit_of(one)
    return render("games/merchants/word.jinja", name=name, suit=suit)


def cards(many: Iterable[str]) -> SafeString:
    """Join the names of cards as in a sentence."""
    return joined([card(one) for one in many])


def in_a_row(first: object, second: object) -> SafeString:
    """Join two sentences."""
    return filled("{first} {second}", first=first, second=second)


def listed(parts: Iterable[SafeString]) -> SafeString:
    """Join parts, which may contain commas, with semicolons."""
    return SafeString("; ".join(parts))


def plainly(names: NameTag, seat: int) -> SafeString:
    """Render a name without "you", for seats that a sentence is not about."""
    return NameTag(names.snapshot, None)(seat)


def one_or_own(names: NameTag, seat: int, other: str, own: str, **parts: Any) -> SafeString:
    """Fill one text for other viewers and another for the player; {name} is the name."""
    text = own if seat == names.viewer else other
    return filled(text, name=names(seat), **parts)


# --- Events with a single text, filled with the facts in words
#
# {name} begins a sentence, {who} is within one.


TEXTS: dict[str, Promise] = {
    # Course of the game
    "round": gettext_lazy("Round {round}. Dealer: {who}."),
    "lean_loss": gettext_lazy("{name} lost {card} to the Lean Season."),
    "deck_dry": gettext_lazy("The deck is empty."),
    "turn_over": gettext_lazy("{name} ended the turn."),
    "substituted": gettext_lazy("{name} traded an action for a minor one."),
    "did_nothing": gettext_lazy("{name} skipped a minor action."),
    "power_phase": gettext_lazy("The power phase begins. First to respond: {who}."),
    "token": gettext_lazy("{who} becomes the dealer."),
    "monopoly": gettext_lazy("{name} collected all {suit} goods from 2 to 9: a monopoly."),
    "four_eggs": gettext_lazy("{name} gathered all four dragon eggs."),
    "last_standing": gettext_lazy("The last one standing: {who}."),
    "deck_end": gettext_lazy("The deck is empty: all hands are scored."),
    # Purchases, crates and call-backs
    "no_bids": gettext_lazy("Nobody seizes."),
    "committed": gettext_lazy("{name} committed {cards}: value {value}."),
    "passed": gettext_lazy("{name} passed."),
    "bought": gettext_lazy("{name} bought {cards}."),
    "seized": gettext_lazy("{name} seized {cards}."),
    "unsold": gettext_lazy("{name} failed to buy {cards}, which went back."),
    "to_stocks": gettext_lazy("Paid to the stalls: {cards}."),
    "visit_failed": gettext_lazy("{name} could not open crate {market}."),
    "forfeited": gettext_lazy("{name} forfeited {card} at crate {market}."),
    "callback_failed": gettext_lazy("{name} could not call {card} back."),
    "called_back": gettext_lazy("{name} called {card} back into the hand."),
    "left_there": gettext_lazy("{name} left {card} in place."),
    # Powers
    "no_effect": gettext_lazy("{card} (played by {who}) had no effect."),
    "emblem": gettext_lazy("{card} lies in front of {who}."),
    "herald": gettext_lazy("{name} returned {card} to {owner}."),
    "found": gettext_lazy("{name} found {cards} in crate {market}."),
    "keeper": gettext_lazy("{name} took a dragon egg from the nest."),
    "justice": gettext_lazy("{name} struck out {card}, played by {owner}."),
    "magnate": gettext_lazy("{name} took the whole {suit} stall: {cards}."),
    "thief": gettext_lazy("{name} stole a card from {victim}."),
    "slipped": gettext_lazy("{name} slipped a card to {victim}."),
    "clerk_card": gettext_lazy("{name} got {card}."),
    "keeper_card": gettext_lazy("{name} got {card}."),
    "moved_card": gettext_lazy("{name} got {card} from {giver}."),
    "eliminated": gettext_lazy("The dragon drove {who} out of the game."),
}


def _words(facts: Facts, names: NameTag) -> dict[str, Any]:
    found = {"name": "", **facts}
    if "seat" in facts:
        found |= {"name": names(facts["seat"]), "who": names.many([facts["seat"]])}
    for key in {"owner", "victim", "giver"} & set(facts):
        found[key] = names.many([facts[key]])
    if "card" in facts:
        found["card"] = card(facts["card"])
    if "cards" in facts:
        found["cards"] = cards(facts["cards"])
    if "value" in facts:
        found["value"] = card_faces.number(facts["value"])
    if "suit" in facts:
        found["suit"] = card_faces.suit_name(facts["suit"])
    return found


def _teller(text: Promise) -> Callable[[Facts, NameTag], SafeString]:
    return lambda facts, names: filled(str(text), **_words(facts, names))


_PLAIN = {kind: _teller(text) for kind, text in TEXTS.items()}


# --- Course of the game


WHY = {
    "deck": gettext_lazy("the deck ran out"),
    "monopoly": gettext_lazy("somebody held all eight goods of a suit"),
    "four_eggs": gettext_lazy("somebody held all four dragon eggs"),
    "last_standing": gettext_lazy("the dragon left nobody else in the game"),
    "aborted": gettext_lazy("it was aborted"),
}


def _started(facts: Facts, names: NameTag) -> SafeString:
    text = _("The match has begun. The highest roll makes {name} the dealer. All rolls: {rolls}.")
    rolls = listed(
        filled("{name} {one}+{other}", name=plainly(names, seat), one=one, other=other)
        for seat, one, other in facts["rolls"]
    )
    return filled(text, name=names.many([facts["seat"]]), rolls=rolls)


def _event(facts: Facts, names: NameTag) -> SafeString:
    name = card_faces.EVENTS[facts["type"]]
    text = filled(_("Event: {name} ({card})."), name=name, card=card(facts["card"]))
    if not facts["seats"]:
        return text
    hit = filled(_("It strikes {names}."), names=names.many(facts["seats"]))
    return in_a_row(text, hit)


def _restock(facts: Facts, names: NameTag) -> SafeString:
    return _drawn(facts, _("New at the stalls: {cards}."), _("Nothing new came to the stalls."))


def _supply(facts: Facts, names: NameTag) -> SafeString:
    name = names.many([facts["seat"]])
    return _drawn(facts, _("Supply for {name}: {cards}."), _("Supply for {name}: no goods."), name)


def _drawn(facts: Facts, some: str, none: str, name: str = "") -> SafeString:
    """Describe the cards drawn for the stalls, and those discarded."""
    new = facts["cards"]
    text = filled(some if new else none, cards=cards(new), name=name)
    if not facts["discarded"]:
        return text
    past = filled(_("Discarded: {cards}."), cards=cards(facts["discarded"]))
    return in_a_row(text, past)


def _turn(facts: Facts, names: NameTag) -> SafeString:
    count = facts["actions"]
    actions = ngettext("{n} action", "{n} actions", count).format(n=count)
    other, own = _("{name} begins a turn with {actions}."), _("Your turn begins, with {actions}.")
    return one_or_own(names, facts["seat"], other, own, actions=actions)


def _finished(facts: Facts, names: NameTag) -> SafeString:
    text = _("The match is over: {why}. Won by {names}.")
    return filled(text, why=_why(facts), names=names.many(facts["seats"]))


def _nobody(facts: Facts, names: NameTag) -> SafeString:
    return filled(_("The match is over: {why}. Nobody won."), why=_why(facts))


def _why(facts: Facts) -> Any:
    return WHY[facts["reason"]]


_COURSE: dict[str, Callable[[Facts, NameTag], SafeString | str]] = {
    "started": _started,
    "event": _event,
    "restock": _restock,
    "supply": _supply,
    "turn": _turn,
    "finished": _finished,
    "finished_nobody": _nobody,
}


# --- Purchases, crates and call-backs


def _declared(facts: Facts, names: NameTag) -> SafeString:
    value = card_faces.number(facts["value"])
    parts = {"name": names(facts["seat"]), "cards": cards(facts["cards"]), "value": value}
    if facts["owner"] is not None:
        parts["owner"] = names.many([facts["owner"]])
    if facts["commit"]:
        parts["commit"] = cards(facts["commit"])
    match facts["owner"] is not None, bool(facts["commit"]):
        case True, True:
            text = _(
                "{name} declared {cards} in front of {owner}, committing {commit}: value {value}."
            )
        case True, False:
            text = _("{name} declared {cards} in front of {owner}: value {value}.")
        case False, True:
            text = _("{name} declared {cards}, committing {commit}: value {value}.")
        case _:
            text = _("{name} declared {cards}: value {value}.")
    return filled(text, **parts)


def _bids(facts: Facts, names: NameTag) -> SafeString:
    bids = listed(
        filled(_("{name} {total} ({cards})"), name=name, cards=cards(laid), total=total)
        for name, laid, total in (
            (names.many([seat]), laid, total) for seat, laid, total in facts["bids"] if laid
        )
    )
    return filled(_("The bids are opened: {bids}."), bids=bids)


def _seizer(facts: Facts, names: NameTag) -> SafeString:
    other, own = _("{name} seizes: value {value}."), _("{name} seize: value {value}.")
    return one_or_own(names, facts["seat"], other, own, value=card_faces.number(facts["value"]))


def _rolled(facts: Facts, names: NameTag) -> SafeString:
    one, other = facts["dice"]
    if facts["success"]:
        text = _("{name} rolled {one} and {other} against {target}: success.")
    else:
        text = _("{name} rolled {one} and {other} against {target}: failure.")
    name = names(facts["seat"])
    return filled(text, name=name, one=one, other=other, target=card_faces.number(facts["target"]))


def _visited(facts: Facts, names: NameTag) -> SafeString:
    text = ngettext(
        "{name} opened crate {number} and drew {n} card.",
        "{name} opened crate {number} and drew {n} cards.",
        facts["count"],
    )
    return filled(text, name=names(facts["seat"]), number=facts["market"], n=facts["count"])


_BUYING: dict[str, Callable[[Facts, NameTag], SafeString | str]] = {
    "declared": _declared,
    "bids": _bids,
    "seizer": _seizer,
    "rolled": _rolled,
    "visited": _visited,
}


# --- Powers, ships and dragons


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
        return filled(_("{name} demanded a toll, but nobody had a card."), name=name)
    text = _("{name} took a card as toll from {names}.")
    return filled(text, name=name, names=names.many(facts["seats"]))


def _joker_back(facts: Facts, names: NameTag) -> SafeString:
    other = _("{name}’s Cutpurse got away and went back into the deck.")
    own = _("Your Cutpurse got away and went back into the deck.")
    return one_or_own(names, facts["seat"], other, own)


def _joker_gone(facts: Facts, names: NameTag) -> SafeString:
    other = _("{name}’s Cutpurse was caught and is out of the game.")
    own = _("Your Cutpurse was caught and is out of the game.")
    return one_or_own(names, facts["seat"], other, own)


def _black_market(facts: Facts, names: NameTag) -> SafeString:
    if facts["egg"]:
        text = ngettext(
            "A foreign merchant packed crate {number} with {n} card, a dragon egg.",
            "A foreign merchant packed crate {number} with {n} cards, including a dragon egg.",
            facts["count"],
        )
    else:
        text = ngettext(
            "A foreign merchant packed crate {number} with {n} card and no dragon egg.",
            "A foreign merchant packed crate {number} with {n} cards and no dragon egg.",
            facts["count"],
        )
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
    text = filled(_("Dragon siege. All hands are shown. {hands}."), hands=hands)
    if not facts["seats"]:
        return in_a_row(text, _("Nobody is struck."))
    struck = filled(_("Struck: {names}."), names=names.many(facts["seats"]))
    return in_a_row(text, struck)


def _siege_loss(facts: Facts, names: NameTag) -> SafeString:
    eggs = facts["eggs"]
    if facts["cards"]:
        text = ngettext(
            "{name} lost {n} dragon egg to the nest, and {cards}.",
            "{name} lost {n} dragon eggs to the nest, and {cards}.",
            eggs,
        )
    else:
        text = ngettext(
            "{name} lost {n} dragon egg to the nest.",
            "{name} lost {n} dragon eggs to the nest.",
            eggs,
        )
    return filled(text, name=names(facts["seat"]), n=eggs, cards=cards(facts["cards"]))


_POWERS: dict[str, Callable[[Facts, NameTag], SafeString | str]] = {
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


Teller = Callable[[Facts, NameTag], SafeString | str]
TELLERS: dict[str, Teller] = {
    **_PLAIN,
    **_COURSE,
    **_BUYING,
    **_POWERS,
}


def sentence(event: Event, names: NameTag) -> SafeString | str:
    tell = TELLERS.get(event.kind)
    return tell(event.facts, names) if tell else ""
