"""What a viewer is shown, compared with `expect.views` and `expect.closing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.blanks.rules.examples.case import Case
from games.blanks.rules.view import BlanksView, CardView, PlayView
from games.engine import codec
from games.engine.base import Event
from games.engine.worked import Fault, only, same

WATCHER = "watcher"
_PLAY = ("cards", "author", "mine", "votable", "withdrawn", "votes")


def check_views(case: Case, wanted: Mapping[str, Any]) -> None:
    for user, expected in wanted.items():
        view = case.view(user)
        if view is None:
            _check_lobby(case, user, expected)
        else:
            _check(case, f"views.{user}", view, expected)


def check_closing(case: Case, wanted: Mapping[str, Any]) -> None:
    """Exactly one was sent with this step to each named; null: none was."""
    for user, expected in wanted.items():
        sent = [event for event in case.events if _is_closing_for(case, event, user)]
        if expected is None:
            same(f"closing.{user}", 0, len(sent))
            continue
        if not sent:
            raise Fault(f"closing.{user}: none was sent")
        view = codec.build(sent[-1].facts, BlanksView)
        _check(case, f"closing.{user}", view, expected)


def _is_closing_for(case: Case, event: Event, user: str) -> bool:
    if event.kind != "closing":
        return False
    return any(seat in (event.to or ()) for seat in case.seats_of(user))


def _check(case: Case, where: str, view: BlanksView, expected: Mapping[str, Any]) -> None:
    for key, wanted in expected.items():
        if key == "plays":
            _check_plays(case, where, view, wanted)
        elif key in FIELDS:
            wanted = sorted(wanted) if key in _SETS and wanted is not None else wanted
            same(f"{where}.{key}", wanted, FIELDS[key](case, view))
        else:
            raise Fault(f"{where}: unknown key {key!r}")


def _check_plays(case: Case, where: str, view: BlanksView, wanted: Any) -> None:
    if wanted is None or view.plays is None:
        same(f"{where}.plays", wanted, view.plays)
        return
    got = {tuple(ids(play.cards)): _play(case, play) for play in view.plays}
    expected = {tuple(play["cards"]): play for play in wanted}
    same(f"{where}.plays", sorted(expected), sorted(got))
    same(f"{where}: number of plays", len(wanted), len(view.plays))
    for cards, play in expected.items():
        only(play, _PLAY, f"{where}.plays")
        for key, value in play.items():
            same(f"{where}.plays{list(cards)}.{key}", value, got[cards][key])


def _play(case: Case, play: PlayView) -> dict[str, Any]:
    return {
        "cards": ids(play.cards),
        "author": case.author(play.author),
        "mine": play.mine,
        "votable": play.votable,
        "withdrawn": play.withdrawn,
        "votes": play.votes,
    }


def ids(cards: tuple[CardView, ...]) -> list[str]:
    return [card.id for card in cards]


def _my_vote(case: Case, view: BlanksView) -> list[str] | None:
    voted = [play for play in view.plays or () if play.handle == view.my_vote]
    return ids(voted[0].cards) if view.my_vote is not None else None


def _named(case: Case, view: BlanksView, key: str) -> dict[str, Any]:
    return {case.names[player.seat]: getattr(player, key) for player in view.players}


def _best(case: Case, view: BlanksView) -> list[dict[str, Any]] | None:
    """The evening's best (rules 14.7), winners in seat order; null: nothing of it is shown."""
    if not view.best:
        return None
    return [
        {
            "round": one.round,
            "black": one.black,
            "plays": [
                {"author": case.author(play.seat), "sentence": play.sentence, "votes": play.votes}
                for play in one.plays
            ],
        }
        for one in view.best
    ]


def _who(case: Case, view: BlanksView, key: str) -> list[str]:
    return sorted(name for name, holds in _named(case, view, key).items() if holds)


def _check_lobby(case: Case, user: str, expected: Mapping[str, Any]) -> None:
    """Before the start there is nothing to see but who sits."""
    lobby: dict[str, Any] = {
        "scores": {sitter.name: 0 for sitter in case.table.seated},
        "status": {sitter.name: "seated" for sitter in case.table.seated},
        "sees_played": [],
        "sees_voted": [],
        "round": 0,
    }
    for key, wanted in expected.items():
        if key not in FIELDS and key != "plays":
            raise Fault(f"views.{user}: unknown key {key!r}")
        same(f"views.{user}.{key}", wanted or None, lobby.get(key) or None)


_SETS = ("hand", "sees_played", "sees_voted")
FIELDS: dict[str, Callable[[Case, BlanksView], Any]] = {
    "phase": lambda case, view: None if view.phase == "over" else view.phase,
    "round": lambda case, view: view.round,
    "black": lambda case, view: view.black.id if view.black else None,
    "scores": lambda case, view: _named(case, view, "score"),
    "status": lambda case, view: _named(case, view, "status"),
    "hand": lambda case, view: None if view.hand is None else sorted(ids(view.hand)),
    "my_play": lambda case, view: None if view.my_play is None else ids(view.my_play),
    "my_vote": _my_vote,
    "sees_played": lambda case, view: _who(case, view, "played"),
    "sees_voted": lambda case, view: _who(case, view, "voted"),
    "piles": lambda case, view: codec.plain(view.piles),
    "best": _best,
}
