"""The fragment of a player's own seat: the hand, the play and the choices."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.blanks.page.prompts import answers, filled_html, prompt_html, texts_of
from games.blanks.page.typed_view import engine_of, player_in, view_of
from games.blanks.rules.sentence import fill
from games.blanks.rules.view import BlanksView, CardView
from games.page.presentation import key_of
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class HandCard:
    """A card of the viewer's hand."""

    id: str
    text: str
    fill: str  # its text for the middle of a sentence


def key(snapshot: MatchSnapshot, seat: int) -> Hashable:
    """Return the cache key of a seat's fragment."""
    # Without the other players' progress, which is in the list of players.
    view = view_of(snapshot, seat)
    own = (view.hand, view.my_play, view.my_vote, view.plays, player_in(view, seat), view.mine)
    return key_of(view.phase, view.round, view.black, own, view.choices, view.results[-1:])


def context(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    view = view_of(snapshot, seat)
    player = player_in(view, seat)
    inside = player is not None and player.status == "in"
    return {
        "view": view,
        "prompt": prompt_html(view.black.text, view.black.pick) if view.black else None,
        "player": player,
        "do": {choice.action: choice for choice in view.choices},
        "hand": _hand(snapshot, view.hand or ()),
        "my_play": _my_play(snapshot, view),
        "answers": answers(snapshot, view) if inside else [],
    }


def _hand(snapshot: MatchSnapshot, cards: Iterable[CardView]) -> tuple[HandCard, ...]:
    content = engine_of(snapshot).game.content
    return tuple(HandCard(card.id, card.text, content.white(card.id).text) for card in cards)


def _my_play(snapshot: MatchSnapshot, view: BlanksView) -> SafeString:
    if view.my_play is None or view.black is None:
        return SafeString("")
    game = engine_of(snapshot).game
    texts = [game.content.white(card.id).text for card in view.my_play]
    black = view.black.text
    return filled_html(black, texts_of(view.my_play), fill(black, texts))
