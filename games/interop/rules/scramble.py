"""Another match this viewer cannot tell from the true one (the secrecy tests live on it)."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.base import Chance
from games.interop.rules.dealing import canonical
from games.interop.rules.state import Drawn, Pile, State


def scramble(state: State, seat: int | None, chance: Chance) -> State:
    """Everything face down for the viewer, dealt anew to the same places of the same deck."""
    drawn = state.drawn
    unseen = drawn if drawn is not None and seat != state.turn else None
    piles = []
    for pile in state.piles:
        waiting = unseen if unseen is not None and unseen.deck == pile.deck else None
        pile, other = _other(pile, waiting, chance)
        piles.append(pile)
        drawn = other or drawn
    return replace(state, piles=tuple(piles), drawn=drawn)


def _other(pile: Pile, waiting: Drawn | None, chance: Chance) -> tuple[Pile, Drawn | None]:
    hidden = [card for layer in pile.layers for card in layer]
    hidden += [*pile.discards, *(waiting.cards if waiting else ())]
    left = list(chance.shuffle(pile.deck, canonical(hidden)))

    def take(count: int) -> tuple[str, ...]:
        taken = tuple(left[:count])
        del left[:count]
        return taken

    layers = tuple(canonical(take(len(layer))) for layer in pile.layers)
    changed = replace(pile, layers=layers, discards=canonical(take(len(pile.discards))))
    return changed, replace(waiting, cards=take(len(waiting.cards))) if waiting else None
