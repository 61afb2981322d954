"""Events that one text tells, whatever their facts: the facts as words fill its places.

{name} begins a sentence, {who} stands within one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from chat.core.escaping import filled
from games.merchants.page import naming
from games.merchants.page.log.telling import Facts, card, cards
from games.page.log import NameTag

TEXTS: dict[str, Promise] = {
    # the course of the game
    "round": _("Round {round}. Dealer: {who}."),
    "lean_loss": _("{name} lost {card} to the Lean Season."),
    "deck_dry": _("The deck is empty."),
    "turn_over": _("{name} ended the turn."),
    "substituted": _("{name} traded an action for a minor one."),
    "did_nothing": _("{name} let a minor action go."),
    "power_phase": _("The phase of powers begins. First to be asked: {who}."),
    "token": _("The dealer’s token goes to {who}."),
    "monopoly": _("{name} brought all goods of {suit} together, from 2 to 9: a monopoly."),
    "four_eggs": _("{name} gathered all four dragon eggs."),
    "last_standing": _("The last one standing: {who}."),
    "deck_end": _("The deck is empty: all hands are counted."),
    # purchases, crates and call-backs
    "no_bids": _("Nobody seizes."),
    "committed": _("{name} committed {cards}: value {value}."),
    "passed": _("{name} passed."),
    "bought": _("{name} bought {cards}."),
    "seized": _("{name} seized {cards}."),
    "unsold": _("{name} failed to buy {cards}, which went back."),
    "to_stocks": _("Paid to the stalls: {cards}."),
    "visit_failed": _("{name} could not open crate {market}."),
    "forfeited": _("{name} forfeited {card} at crate {market}."),
    "callback_failed": _("{name} could not call {card} back."),
    "called_back": _("{name} called {card} back to the hand."),
    "left_there": _("{name} left {card} where it lies."),
    # powers
    "no_effect": _("{card} (played by {who}) had no effect."),
    "emblem": _("{card} lies in front of {who}."),
    "herald": _("{name} sent {card} home to {owner}."),
    "found": _("{name} found in crate {market}: {cards}."),
    "keeper": _("{name} took a dragon egg from the nest."),
    "justice": _("{name} struck out {card}, played by {owner}."),
    "magnate": _("{name} took the whole stall of {suit}: {cards}."),
    "thief": _("{name} stole a card from {victim}."),
    "slipped": _("{name} slipped a card to {victim}."),
    "clerk_card": _("{name} got {card}."),
    "keeper_card": _("{name} got {card}."),
    "moved_card": _("{name} got {card} from {giver}."),
    "eliminated": _("The dragon drove {who} out of the game."),
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
        found["value"] = naming.number(facts["value"])
    if "suit" in facts:
        found["suit"] = naming.suit_name(facts["suit"])
    return found


def _teller(text: Promise) -> Callable[[Facts, NameTag], SafeString]:
    return lambda facts, names: filled(str(text), **_words(facts, names))


TELLERS = {kind: _teller(text) for kind, text in TEXTS.items()}
