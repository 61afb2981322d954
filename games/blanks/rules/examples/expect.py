"""The expectations of a case about the state, the standings and the views."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.blanks.rules.engine import BlanksEngine
from games.blanks.rules.examples.case import Case
from games.blanks.rules.state import Phase, Player, Result, State, player_at
from games.blanks.rules.view import BlanksView, CardView, PlayView
from games.engine import codec
from games.engine.base import Event
from games.engine.examples import Fault, only, same

# --- Views: `expect.views` and `expect.closing`


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
    """Check the closing views sent in this step. Null expects none for that user."""
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
    """Return the best plays (rules 14.7) by round, or None if none are shown."""
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
    """Check a view before the start, when only the seated players are visible."""
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


# --- State and standings


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
    """Return a value in a normal form for comparison."""
    if key == "points":
        return sorted(value)
    # Without a Vote phase an example may list plays with no votes or leave them out.
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


# --- Invariants after every step


def check_standing(case: Case) -> None:
    if case.engine is None or case.state is None:
        return
    _no_card_lost(case, case.engine, case.state)
    _one_order(case, case.state)
    for user in sorted({*case.users, WATCHER}):
        _hands_hidden(case, case.state, user)


def _no_card_lost(case: Case, engine: BlanksEngine, state: State) -> None:
    """Check that every card exists exactly once."""
    cards = engine.conserved(state)
    same("all white cards", sorted(card.id for card in case.content.white), cards["white"])
    same("all black cards", sorted(card.id for card in case.content.black), cards["black"])


def _one_order(case: Case, state: State) -> None:
    """Check that all users see the plays in the same order for the whole vote."""
    if state.phase is not Phase.VOTE:
        case.order = ()
        return
    for user in sorted({*case.users, WATCHER}):
        view = case.view(user)
        order = tuple((state.round, p.handle) for p in (view.plays if view else None) or ())
        if case.order[:1] and case.order[0][0] == state.round:
            same(f"order of plays as {user} sees it", case.order, order)
        case.order = order


def _hands_hidden(case: Case, state: State, user: str) -> None:
    """Check that the user was shown no card of another player's hand."""
    own = case.seats.get(user)
    others = {card for p in state.players if p.seat != own for card in p.hand}
    seen = others.intersection(_leaves(codec.plain(case.view(user))))
    for event in case.events:
        # A closing view shows what was on the table; a reshuffle may have dealt it out since.
        if not event.once and (event.to is None or own in event.to):
            seen |= others.intersection(_leaves(event.facts))
    if seen:
        raise Fault(f"{user} is shown {sorted(seen)} of another hand")


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _leaves(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)
    elif isinstance(value, str):
        yield value
