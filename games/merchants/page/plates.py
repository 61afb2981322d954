"""Everybody's place at the table: King, front, size of hand, and whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass

from chat.core.translation import gettext as _
from games.merchants.page import naming
from games.merchants.page.faces import Face, face
from games.merchants.rules.view import MerchantsView, PlayerView
from games.page.kit import Who, who
from games.page.snapshot import MatchSnapshot

BACKS = 7  # a larger hand is drawn as this many and told by its number


@dataclass(frozen=True)
class Emblem:
    face: Face
    text: str


@dataclass(frozen=True)
class Plate:
    """`bars`: what the event forbids. `backs`: how many cards of the hand are drawn."""

    who: Who
    dealer: bool
    active: bool
    awaited: bool
    out: bool
    hand: int
    backs: range
    has_king: bool
    front: tuple[Emblem, ...]
    bars: tuple[str, ...]


def plates(snapshot: MatchSnapshot, view: MerchantsView) -> list[Plate]:
    """In the order of seats: whoever comes next sits to the right."""
    return [_plate(snapshot, view, player) for player in view.players]


def _plate(snapshot: MatchSnapshot, view: MerchantsView, player: PlayerView) -> Plate:
    return Plate(
        who=who(snapshot, player.seat),
        dealer=player.dealer,
        active=player.active and view.stage == "turn",
        awaited=player.seat in view.awaited,
        out=player.out,
        hand=player.hand,
        backs=range(min(player.hand, BACKS)),
        has_king=player.has_king,
        front=tuple(
            Emblem(face(emblem.card), naming.emblem_text(emblem.card)) for emblem in player.front
        ),
        bars=_bars(player),
    )


def _bars(player: PlayerView) -> tuple[str, ...]:
    bars = []
    if player.no_seizing:
        bars.append(_("may not seize"))
    if player.no_playing:
        bars.append(_("may not play"))
    if player.no_visiting:
        bars.append(_("may not open crates"))
    return tuple(bars)
