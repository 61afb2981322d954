"""Cards for the rules page: all of them, and a small network as an example.

Its template uses the tags of this library: `{% load interop %}`.
"""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.utils.functional import Promise
from django.utils.safestring import SafeString

from chat.core.translation import gettext as _
from games.interop.page import words
from games.interop.page.allocation import Crowd, crowd_of
from games.interop.page.card_faces import Face, Trait, face
from games.interop.page.seat import KitFace
from games.interop.page.tree import Block, Flow, Look, draw, lay_out
from games.interop.rules.box import CARDS, KITS, RESEARCH, users_of
from games.interop.rules.cards import DECKS, ERAS, FEWEST, PROTOCOL_FEATURES, USER_FEATURES, Card

register = template.Library()

_EXAMPLE = ("smtp", "udp", "sip", "tls", "inkwell", "scrambler", "voicemail")
_USERS = {"inkwell": 4, "scrambler": 2, "voicemail": 3}
_LINKS = ("isdn", "adsl")


@dataclass(frozen=True)
class Entry:
    """A title, as listed on the rules page."""

    card: Card
    face: Face
    play: str  # the least number of players it is used with, or its number of cards for each


@dataclass(frozen=True)
class Deck:
    """A deck with its titles."""

    deck: str
    label: Promise
    cards: tuple[Entry, ...]


@dataclass(frozen=True)
class Era:
    label: str
    cards: tuple[Crowd, ...]


@register.simple_tag(name="all_cards")
def decks() -> list[Deck]:
    """Return every title by deck, from the bottom layer to the top one."""
    return [
        Deck(
            deck,
            words.DECKS[deck],
            tuple(
                Entry(card, face(card.id), _play(card)) for card in RESEARCH if card.deck == deck
            ),
        )
        for deck in DECKS
    ]


def _play(card: Card) -> str:
    if max(card.copies) > 1:
        return " · ".join(map(str, card.copies))
    fewest = FEWEST + card.copies.index(1)
    return _("always") if fewest == FEWEST else _("from %(n)d players") % {"n": fewest}


@register.simple_tag(name="all_users")
def eras() -> list[Era]:
    """Return every user card, by era."""
    return [
        Era(
            str(words.ERAS[era]).capitalize(),
            tuple(crowd_of(card.id) for card in users_of(era)),
        )
        for era in ERAS
    ]


@register.simple_tag(name="all_features")
def features() -> list[Trait]:
    """Return every feature with its picture."""
    return [Trait(name, words.feature(name)) for name in (*PROTOCOL_FEATURES, *USER_FEATURES)]


@register.simple_tag(name="all_kits")
def kits() -> list[KitFace]:
    """Return every founder kit."""
    return [KitFace(face(kit.protocol), face(kit.application)) for kit in KITS]


@register.simple_tag(name="sample_card")
def example_card() -> Face:
    """Return a card of whose needs one is met and one is missing."""
    return face("scrambler", ("routing", "stream", "security"))


@register.simple_tag(name="sample_tree")
def example_tree() -> SafeString:
    """Render an example of a network."""
    cards = [CARDS[name] for name in _EXAMPLE]
    blocks = [Block(card.id, card.deck, card.needs, card.provides) for card in cards]
    looks = {card.id: Look(_(card.name), _USERS.get(card.id)) for card in cards}
    looks["sip"] = Look("SIP", licence="rand", fee=3)
    looks["tls"] = Look("TLS", licence="closed")
    looks |= {link: Look(f"+{CARDS[link].adds}") for link in _LINKS}
    used = sum(users * CARDS[app].bandwidth for app, users in _USERS.items())
    capacity = 6 + sum(CARDS[link].adds for link in _LINKS)
    return draw(lay_out(blocks, _LINKS), looks, Flow(used, capacity))
