"""Comparison of the `expect` of a case with its match.

Only the named facts are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from games.engine import codec
from games.engine.examples import Fault, only, same
from games.interop.rules import decisions, deployment
from games.interop.rules.box import CARDS, FACE_UP, USERS
from games.interop.rules.cards import DECKS
from games.interop.rules.examples.case import Case, Scripted, place
from games.interop.rules.state import Pile, Player, licence_of

# --- Visible cards (`sees`, `in_view_of`)


def check_sees(case: Case, wanted: Mapping[str, Any]) -> None:
    for who, value in wanted.items():
        same(f"sees.{who}", value, _drawn(case, who))


def _drawn(case: Case, who: str) -> dict[str, Any] | None:
    """Return the drawn cards as a viewer sees them; only the drawer sees which."""
    drawn = case.view(who).drawn
    if drawn is None:
        return None
    shown: dict[str, Any] = {"deck": drawn.deck, "count": drawn.count}
    if drawn.cards is not None:
        shown["cards"] = [card.card for card in drawn.cards]
    return shown


def check_in_view_of(case: Case, wanted: Mapping[str, Any]) -> None:
    for who, cards in wanted.items():
        named = set(strings(codec.plain(case.view(who))))
        for card, value in cards.items():
            if card not in CARDS and card not in USERS:
                raise Fault(f"in_view_of.{who}: no such card: {card}")
            same(f"in_view_of.{who}.{card}", value, card in named)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from strings(part)
    elif isinstance(value, str):
        yield value


Check = Callable[[Case, Any], None]


def check(case: Case, expect: Mapping[str, Any]) -> None:
    only(expect, CHECKS, "expect")
    for key, wanted in expect.items():
        CHECKS[key](case, wanted)


def _per_seat(key: str, get: Callable[[Player], Any], told: Callable[[Any], Any]) -> Check:
    """Return a check of a fact of each named seat.

    `told` converts the expected value to the form that is compared.
    """

    def compare(case: Case, wanted: Mapping[str, Any]) -> None:
        for seat, value in wanted.items():
            player = case.state.players[place(seat, case.state.seats)]
            same(f"{key}.{seat}", told(value), get(player))

    return compare


def _per_deck(key: str, get: Callable[[Pile], Any], told: Callable[[Any], Any]) -> Check:
    def compare(case: Case, wanted: Mapping[str, Any]) -> None:
        only(wanted, DECKS, key)
        for deck, value in wanted.items():
            pile = next(pile for pile in case.state.piles if pile.deck == deck)
            same(f"{key}.{deck}", told(value), get(pile))

    return compare


def _plain(key: str, get: Callable[[Case], Any], told: Callable[[Any], Any] = lambda x: x) -> Check:
    def compare(case: Case, wanted: Any) -> None:
        same(key, told(wanted), get(case))

    return compare


def _as_is(value: Any) -> Any:
    return value


def _any_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards)


def _bandwidth(case: Case, wanted: Mapping[str, Any]) -> None:
    for seat, value in wanted.items():
        player = case.state.players[place(seat, case.state.seats)]
        got = {"capacity": deployment.capacity(player), "used": deployment.used(player)}
        only(value, got, "bandwidth")
        for key, number in value.items():
            same(f"bandwidth.{seat}.{key}", number, got[key])


def _licences(case: Case, wanted: Mapping[str, Any]) -> None:
    for protocol, value in wanted.items():
        found = licence_of(case.state, protocol)
        if value is None or found is None:
            same(f"licences.{protocol}", value, found)
            continue
        got = {key: getattr(found, key) for key in ("deployer", "licence", "fee", "since")}
        only(value, got, "licences")
        for key, one in value.items():
            same(f"licences.{protocol}.{key}", one, got[key])


def _row_lacks(case: Case, wanted: Mapping[str, Any]) -> None:
    only(wanted, DECKS, "row_lacks")
    for pile in case.state.piles:
        if there := set(pile.row) & set(wanted.get(pile.deck, ())):
            raise Fault(f"row_lacks.{pile.deck}: {sorted(there)} lies there")


def _cards_total(case: Case, wanted: Mapping[str, Any]) -> None:
    only(wanted, DECKS, "cards_total")
    cards = case.engine.conserved(case.state)["cards"]
    for deck, number in wanted.items():
        same(f"cards_total.{deck}", number, sum(_of_deck(cards, deck)))


def _of_deck(cards: Mapping[str, int], deck: str) -> Iterable[int]:
    from_deck = {card for card in cards if CARDS[card].deck == deck}
    return (cards[card] for card in from_deck)


def _pending(case: Case, wanted: Any) -> None:
    decision = decisions.decision(case.state)
    got = None if decision is None else {"decision": decision.kind, "seat": case.state.turn}
    same("pending", wanted, got)


def _outcome(case: Case, wanted: Any) -> None:
    outcome = case.engine.outcome(case.state)
    if wanted is None or outcome is None:
        same("outcome", wanted, outcome)
        return
    only(wanted, {"winners", "places"}, "outcome")
    got = {
        "winners": sorted(standing.seat for standing in outcome.standings if standing.winner),
        "places": [
            standing.rank
            for standing in sorted(outcome.standings, key=lambda standing: standing.seat)
        ],
    }
    for key, value in wanted.items():
        same(f"outcome.{key}", sorted(value) if key == "winners" else value, got[key])


CHECKS: dict[str, Check] = {
    "money": _per_seat("money", lambda player: player.money, _as_is),
    "bandwidth": _bandwidth,
    "features": _per_seat(
        "features",
        lambda player: _any_order(deployment.features(player.protocols)),
        _any_order,
    ),
    "protocols": _per_seat("protocols", lambda p: _any_order(p.protocols), _any_order),
    "links": _per_seat("links", lambda player: _any_order(player.links), _any_order),
    "apps": _per_seat("apps", lambda player: {app.app: app.users for app in player.apps}, _as_is),
    "income": _per_seat("income", lambda player: player.income, _as_is),
    "users_total": _per_seat("users_total", deployment.users_total, _as_is),
    "licences": _licences,
    "rows": _per_deck("rows", lambda pile: _any_order(pile.row), _any_order),
    "row_lacks": _row_lacks,
    "row_sizes": _per_deck("row_sizes", lambda pile: len(pile.row), _as_is),
    "deck_counts": _per_deck("deck_counts", lambda pile: pile.left, _as_is),
    "discard_counts": _per_deck("discard_counts", lambda pile: len(pile.discards), _as_is),
    "cards_total": _cards_total,
    "money_total": _plain(
        "money_total", lambda case: sum(player.money for player in case.state.players)
    ),
    "pending": _pending,
    "round": _plain("round", lambda case: case.state.round),
    "phase": _plain("phase", lambda case: case.state.phase.value),
    "first": _plain("first", lambda case: case.state.first),
    "user_card": _plain("user_card", lambda case: case.state.user_card),
    "kits": _plain("kits", lambda case: sorted(case.state.kits), sorted),
    "decks_used": _plain("decks_used", lambda case: sorted(case.state.used), sorted),
    "outcome": _outcome,
    "sees": check_sees,
    "in_view_of": check_in_view_of,
}


# --- Checks after every step: legal choices, no negative numbers, nothing hidden is shown


def check_standing(case: Case) -> None:
    state = case.state
    if any(player.money < 0 for player in state.players):
        raise Fault("somebody's money is below 0")
    if any(deployment.free(player) < 0 for player in state.players):
        raise Fault("somebody uses more bandwidth than there is")
    if any(len(pile.row) > FACE_UP for pile in state.piles):
        raise Fault("a row is longer than five")
    if decisions.decision(state) is not None and not case.engine.choices(state, state.turn):
        raise Fault("a seat is asked that can do nothing")
    for viewer in (None, *range(state.seats)):
        other = case.engine.scramble(state, viewer, Scripted({}))
        shown = codec.encode(case.engine.view(state, viewer))
        if codec.encode(case.engine.view(other, viewer)) != shown:
            raise Fault(f"the view of {viewer} tells what it may not know")
