"""The faces, names and effects of cards, suits and events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy

from chat.core.templates import render
from chat.core.translation import gettext as _
from games.merchants.rules import cards

SUITS: dict[str, Promise] = {
    "S": gettext_lazy("Iron"),
    "C": gettext_lazy("Timber"),
    "H": gettext_lazy("Silk"),
    "D": gettext_lazy("Spice"),
}
SUIT_ART = {"S": "iron", "C": "timber", "H": "silk", "D": "spice"}

CHARACTERS: dict[str, Promise] = {
    "SJ": gettext_lazy("Market Warden"),
    "CJ": gettext_lazy("Royal Herald"),
    "HJ": gettext_lazy("Customs Clerk"),
    "DJ": gettext_lazy("Toll Collector"),
    "SQ": gettext_lazy("Dragon Caller"),
    "CQ": gettext_lazy("High Justice"),
    "HQ": gettext_lazy("Keeper of the Nest"),
    "DQ": gettext_lazy("Harbour Magnate"),
    "X1": gettext_lazy("Cutpurse"),
    "X2": gettext_lazy("Cutpurse"),
}
CHARACTER_ART = {
    "SJ": "warden",
    "CJ": "herald",
    "HJ": "clerk",
    "DJ": "collector",
    "SQ": "caller",
    "CQ": "justice",
    "HQ": "keeper",
    "DQ": "magnate",
    "X1": "cutpurse",
    "X2": "cutpurse",
}
POWERS: dict[str, Promise] = {
    "SJ": gettext_lazy("Clears the whole market, stalls and crates, and refills the stalls."),
    "CJ": gettext_lazy("Sends one emblem in any front back to its owner’s hand."),
    "HJ": gettext_lazy("Looks through one crate and takes one card from it."),
    "DJ": gettext_lazy("Every other player gives you a card of their choice."),
    "SQ": gettext_lazy(
        "Calls a dragon siege: players with unprotected eggs lose them, and half of their hand."
    ),
    "CQ": gettext_lazy("Strikes out one card on the stack that has not resolved yet."),
    "HQ": gettext_lazy("Takes a dragon egg from the nest."),
    "DQ": gettext_lazy("Takes all goods of one stall."),
    "X": gettext_lazy("Takes a random card from somebody’s hand, or slips them one of yours."),
}
VANTAGES: dict[str, Promise] = {
    "S": gettext_lazy("Shield: protects one egg in a dragon siege."),
    "C": gettext_lazy("Tribute: events count your hand as two cards smaller."),
    "H": gettext_lazy("Permission: one more card from each crate you open."),
    "D": gettext_lazy("Fortune: one more action in each of your turns."),
}
EVENTS: dict[str, Promise] = {
    "short_measures": gettext_lazy("Short Measures"),
    "lean_season": gettext_lazy("Lean Season"),
    "court_mourning": gettext_lazy("Court Mourning"),
    "open_ledgers": gettext_lazy("Open Ledgers"),
    "carnival": gettext_lazy("Carnival of Coin"),
    "grand_opening": gettext_lazy("Grand Opening"),
}


def number(one: int) -> str:
    """Format a number with a minus sign instead of a hyphen."""
    # The value of a Declaration may be negative.
    return str(one).replace("-", "\u2212")


def suit_name(suit: str) -> str:
    return str(SUITS[suit])


def suit_of(card: str) -> str:
    """Return the suit letter of a card as shown; "" for a joker or an egg."""
    # The suit of an egg has no meaning.
    return "" if cards.is_joker(card) or cards.is_egg(card) else cards.suit(card)


def card_name(card: str) -> str:
    """Return the name of a card, such as "Iron 7", "Silk Guild" or "dragon egg"."""
    if cards.is_egg(card):
        return _("dragon egg")
    if cards.is_character(card):
        return str(CHARACTERS[card])
    suit = suit_name(cards.suit(card))
    if cards.is_king(card):
        return _("%(suit)s King") % {"suit": suit}
    if cards.is_guild(card):
        return _("%(suit)s Guild") % {"suit": suit}
    return f"{suit} {cards.value(card)}"


def power_text(card: str) -> str:
    return str(POWERS["X" if cards.is_joker(card) else card])


def emblem_text(card: str) -> str:
    """Return the effect of an emblem in a front: its bonus and its vantage."""
    suit = cards.suit(card)
    bonus = _("%(suit)s costs you %(n)d less.") % {
        "suit": suit_name(suit),
        "n": cards.buying_bonus(card),
    }
    return f"{bonus} {VANTAGES[suit]}"


def _effect(card: str) -> str:
    """Return what a character does, "" for other cards."""
    if not cards.is_character(card):
        return ""
    if cards.is_joker(card):
        return power_text(card)
    words = {"power": power_text(card), "emblem": emblem_text(card)}
    return _("Power: %(power)s Emblem: %(emblem)s") % words


def kind_of(card: str) -> str:
    """Return the kind of face: goods, guild, character, joker, king or egg."""
    if cards.is_guild(card):
        return "guild"
    if cards.is_commodity(card):
        return "goods"
    if cards.is_joker(card):
        return "joker"
    if cards.is_king(card):
        return "king"
    return "egg" if cards.is_egg(card) else "character"


# --- Faces of cards as HTML. They are few and never change: each is rendered once.


@dataclass(frozen=True)
class Face:
    """A card to be shown."""

    id: str
    name: str
    suit: str
    kind: str
    value: int
    effect: str  # of a character, "" for other cards
    html: SafeString  # includes the name of the card, for screen readers


def face(card: str) -> Face:
    return _face(card, get_language())


def faces(found: Iterable[str]) -> tuple[Face, ...]:
    """Return the faces of cards, in the given order."""
    return tuple(face(card) for card in found)


@cache
def _face(card: str, language: str | None) -> Face:
    name, suit, kind = card_name(card), suit_of(card), kind_of(card)
    html = render(
        "games/merchants/card.jinja",
        suit=suit,
        rank=_rank(card),
        art=_art(card),
        name=name[:1].upper() + name[1:],
        kind=kind,
    )
    return Face(card, name, suit, kind, cards.value(card), _effect(card), html)


def _rank(card: str) -> str:
    return "" if cards.is_joker(card) or cards.is_king(card) or cards.is_egg(card) else card[1:]


def _art(card: str) -> str:
    if cards.is_character(card):
        return CHARACTER_ART[card]
    if cards.is_egg(card):
        return "egg"
    if cards.is_king(card):
        return "king"
    return "guild" if cards.is_guild(card) else SUIT_ART[cards.suit(card)]
