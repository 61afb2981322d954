"""The page of the example: functions that return the values for its templates.

All values come from a view, so no page can show a secret (rules 6).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django.utils.safestring import SafeString

from chat.core.templates import filled
from chat.core.translation import gettext as _
from games.engine.base import Event
from games.engine.codec import build
from games.page.log import NameTag
from games.page.presentation import Pages, PlayerLine, who
from games.page.snapshot import MatchSnapshot
from tests.example_game.rules.state import ExampleOptions, ExampleView


def _view(snapshot: MatchSnapshot, seat: int | None) -> ExampleView:
    return cast(ExampleView, snapshot.view(seat))


def phase(snapshot: MatchSnapshot, seat: int | None) -> str:
    """Return a line that says what happens now and what this viewer should do."""
    view = _view(snapshot, seat)
    if view.phase == "over":
        return _("The game is over.")
    if view.mine:
        return _("Round %(n)s of 3: put down a card.") % {"n": view.round}
    return _("Round %(n)s of 3: waiting for the others.") % {"n": view.round}


def players(snapshot: MatchSnapshot, seat: int | None) -> list[PlayerLine]:
    """Return the lines of the players beside the board."""
    return [
        PlayerLine(index=player.seat, score=str(player.score), status="")
        for player in _view(snapshot, seat).players
    ]


def board(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    """Return the cards of the finished rounds.

    The board is the same for everybody, so it uses a spectator's view.
    """
    view = _view(snapshot, None)
    rounds = [
        [(who(snapshot, seat), int(card), card == max(cards)) for seat, card in enumerate(cards)]
        for cards in view.turned
    ]
    return {"rounds": rounds}


def seat(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    """Return the viewer's own cards and, if there is one, the choice to play one."""
    view = _view(snapshot, seat)
    return {
        "choice": view.choices[0] if view.choices else None,
        "hand": view.hand,
        "down": view.down,
    }


def result(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    """Return the players with their scores, best first."""
    ranked = sorted(_view(snapshot, seat).players, key=lambda player: -player.score)
    return {"lines": [(who(snapshot, player.seat, seat), player) for player in ranked]}


def summary(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    """Return the options of a table that waits for its players."""
    return {"seconds": build(snapshot.match.options, ExampleOptions).seconds}


def sentence(event: Event, names: NameTag) -> SafeString | str:
    """Return an event as a sentence of the log, or "" for none.

    Fill names in with `filled`; never concatenate them with text.
    """
    facts = event.facts
    match event.kind:
        case "begun":
            return _("The match has begun.")
        case "mine":
            return filled(
                _("{name} put down {card}."), name=names(facts["seat"]), card=int(facts["card"])
            )
        case "shown":
            best = max(facts["cards"])
            text = _("A point for {names}: {card} is the highest card.")
            return filled(text, names=names.many([facts["seat"]]), card=int(best))
        case "over" if facts["seats"]:
            return filled(_("The game is over. Won by {names}."), names=names.many(facts["seats"]))
        case "over":
            return _("The game was broken off.")
    return ""


PAGES = Pages(
    phase=phase,
    players=players,
    board=board,
    seat=seat,
    result=result,
    summary=summary,
    sentence=sentence,
)
