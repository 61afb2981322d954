"""What a step's `expect` says, compared with what is. Only the keys given are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.blanks.rules.examples.case import Case
from games.blanks.rules.examples.views import check_closing, check_views
from games.blanks.rules.state import Phase, Player, Result, State, player_at
from games.engine.worked import Fault, same

Getter = Callable[[Case], Any]


def check(case: Case, expect: Mapping[str, Any]) -> None:
    for key, wanted in expect.items():
        if key in PLAIN:
            same(key, wanted, PLAIN[key](case))
        elif key in CHECKS:
            CHECKS[key](case, wanted)
        else:
            raise Fault(f"unknown expectation {key!r}")


def _phase(case: Case) -> str | None:
    over = case.state is None or case.state.phase is Phase.OVER
    return None if over or case.state is None else case.state.phase.value


def _player(case: Case, user: str) -> Player | None:
    return None if case.state is None else player_at(case.state, case.seats.get(user))


def _scores(case: Case) -> dict[str, int]:
    players = {s.name: _player(case, s.name) for s in case.table.seated}
    return {name: player.score if player else 0 for name, player in players.items()}


def _status(case: Case) -> dict[str, str]:
    players = {s.name: _player(case, s.name) for s in case.table.seated}
    return {name: player.status.value if player else "seated" for name, player in players.items()}


def _winners(case: Case) -> list[str]:
    if case.engine is None or case.state is None:
        return []
    outcome = case.engine.outcome(case.state)
    standings = outcome.standings if outcome else ()
    return sorted(case.names[s.seat] for s in standings if s.winner)


def _state(case: Case) -> State:
    if case.state is None:
        raise Fault("expected of a game that has not started")
    return case.state


def _hand(case: Case, user: str) -> tuple[str, ...]:
    player = _player(case, user)
    if player is None and not case.table.has(user):
        raise Fault(f"{user} is not a player")
    return player.hand if player else ()


def _hands(case: Case, wanted: Mapping[str, list[str]]) -> None:
    for user, cards in wanted.items():
        same(f"hands.{user}", sorted(cards), sorted(_hand(case, user)))


def _hand_sizes(case: Case, wanted: Mapping[str, int]) -> None:
    for user, size in wanted.items():
        same(f"hand_sizes.{user}", size, len(_hand(case, user)))


def _hand_within(case: Case, wanted: Mapping[str, list[str]]) -> None:
    for user, cards in wanted.items():
        if strange := set(_hand(case, user)) - set(cards):
            raise Fault(f"hand_within.{user}: {sorted(strange)} not expected")


def _piles(case: Case, wanted: Mapping[str, int]) -> None:
    for pile, size in wanted.items():
        if pile not in ("white_deck", "white_discard", "black_deck", "black_discard"):
            raise Fault(f"piles: unknown pile {pile!r}")
        cards = getattr(_state(case), pile)
        same(f"piles.{pile}", size, len(cards))


def _white_discard(case: Case, wanted: list[str]) -> None:
    same("white_discard_is", sorted(wanted), sorted(_state(case).white_discard))


def _last_result(case: Case, wanted: Mapping[str, Any] | None) -> None:
    results = case.state.results if case.state else ()
    if wanted is None or not results:
        same("last_result", wanted, results[-1] if results else None)
        return
    got = _result(case, results[-1])
    for key, value in wanted.items():
        if key not in got:
            raise Fault(f"last_result: unknown key {key!r}")
        same(f"last_result.{key}", _plain(key, value, got["voted"]), got[key])


def _result(case: Case, result: Result) -> dict[str, Any]:
    votes = {case.names[count.seat]: count.votes for count in result.votes}
    return {
        "round": result.round,
        "points": sorted(case.names[seat] for seat in result.points),
        "votes": _plain("votes", votes, result.voted),
        "voted": result.voted,
    }


def _plain(key: str, value: Any, voted: bool) -> Any:
    """Without a Vote phase a play with no votes may be named or left out: the same is said."""
    if key == "points":
        return sorted(value)
    if key == "votes" and not voted:
        return {author: votes for author, votes in (value or {}).items() if votes}
    return value


PLAIN: dict[str, Getter] = {
    "active": lambda case: case.table.active,
    "started": lambda case: case.table.started,
    "phase": _phase,
    "owner": lambda case: case.table.owner,
    "black": lambda case: case.state.black if case.state else None,
    "end_reason": lambda case: (case.state.end_reason if case.state else "") or None,
    "scores": _scores,
    "status": _status,
}

CHECKS: dict[str, Callable[[Case, Any], None]] = {
    "round": lambda case, wanted: same("round", wanted or 0, case.state.round if case.state else 0),
    "winners": lambda case, wanted: same("winners", sorted(wanted or []), _winners(case)),
    "hands": _hands,
    "hand_sizes": _hand_sizes,
    "hand_within": _hand_within,
    "piles": _piles,
    "white_discard_is": _white_discard,
    "last_result": _last_result,
    "views": check_views,
    "closing": check_closing,
}
