"""Views, computed values in them, and events (rules 16 and 18 of Interop)."""

from __future__ import annotations

import json
from typing import Any

from games.engine import choices, codec
from games.interop.rules.actions import decision_id
from games.interop.rules.box import CARDS, USERS
from games.interop.rules.examples.expect import strings
from games.interop.rules.state import Phase, Revenue, State
from games.interop.rules.view import FaceUpView, InteropView, TermsView
from tests.games.interop.play import Game, Key, Table, chance, game, in_every_game, refusal
from tests.games.interop.test_investment import shop


def thinned(lived: Game, count: int = 60) -> tuple[State, ...]:
    return lived.states[:: max(1, len(lived.states) // count)]


@in_every_game
def test_16_views_name_no_face_down_card(played: Key) -> None:
    # A title is named only if its card is face up, or in a deployment.
    lived = game(*played)
    for state in lived.states:
        for viewer in (None, *range(state.seats)):
            view = lived.engine.view(state, viewer)
            named = {card for card in strings(codec.plain(view)) if card in CARDS}
            drawn = state.drawn.cards if state.drawn and viewer == state.turn else ()
            assert named <= open_cards(state) | set(drawn)


def open_cards(state: State) -> set[str]:
    cards = {card for pile in state.piles for card in pile.row} | set(state.kits)
    for player in state.players:
        cards.update((*player.links, *player.protocols, *(one.app for one in player.apps)))
    return cards


@in_every_game
def test_16_views_name_no_future_user_card(played: Key) -> None:
    lived = game(*played)
    for state in thinned(lived):
        view = codec.plain(lived.engine.view(state, 0))
        assert {card for card in strings(view) if card in USERS} <= set(state.seen)


@in_every_game
def test_16_drawn_cards_are_private_and_their_number_is_public(played: Key) -> None:
    lived = game(*played)
    for state in lived.states:
        for viewer in (None, *range(state.seats)):
            drawn = lived.engine.view(state, viewer).drawn
            if state.drawn is None:
                assert drawn is None
                continue
            assert drawn is not None
            assert (drawn.deck, drawn.count) == (state.drawn.deck, len(state.drawn.cards))
            shown = None if drawn.cards is None else tuple(one.card for one in drawn.cards)
            assert shown == (state.drawn.cards if viewer == state.turn else None)


@in_every_game
def test_16_public_events_name_no_hidden_card(played: Key) -> None:
    for move in game(*played).moves:
        seen = open_cards(move.before) | open_cards(move.after)
        for event in move.events:
            named = {card for card in strings(event.facts) if card in CARDS}
            if event.to is None:
                assert named <= seen
            else:
                assert event.kind == "drew_cards"
                assert event.to == (move.before.turn,)
                assert event.opens


@in_every_game
def test_terms_agree_with_the_engine(played: Key) -> None:
    # Each card shown to the pending seat is either legal now, or refused with this very code.
    lived = game(*played)
    for state in thinned(lived):
        if state.phase is not Phase.INVESTMENT:
            continue
        view = lived.engine.view(state, state.turn)
        for action, field, card, terms in shown(view):
            raw: dict[str, Any] = {"action": action, "decision": view.decision, field: card}
            if action != "adopt" and CARDS[card].kind == "protocol":
                raw["licence"] = "open"
            assert terms.now == (refusal(lived, state, raw) == "")
            assert terms.code == refusal(lived, state, raw)
            assert terms.now == any(choices.allows(one, raw) for one in view.choices)
            assert terms.short == max(0, terms.price - state.players[state.turn].money)


def shown(view: InteropView) -> list[tuple[str, str, str, TermsView]]:
    """Return the cards shown with terms, with the action and field to get them."""
    drawn = view.drawn.cards if view.drawn else None
    if drawn is not None:
        return [("keep", "card", one.card, of(one)) for one in drawn]
    rows = [("buy", "card", one.card, of(one)) for row in view.rows for one in row.cards]
    return [
        *rows,
        *(("adopt", "protocol", one.card, one.terms) for one in view.protocols if one.terms),
    ]


def of(card: FaceUpView) -> TermsView:
    assert card.terms is not None
    return card.terms


@in_every_game
def test_draw_and_relax_codes_agree_with_the_engine(played: Key) -> None:
    lived = game(*played)
    for state in thinned(lived):
        if state.phase is not Phase.INVESTMENT or state.drawn is not None:
            continue
        view = lived.engine.view(state, state.turn)
        for row in view.rows:
            assert row.draw_code == refusal(lived, state, {"action": "draw", "deck": row.deck})
        for one in view.protocols:
            if one.deployer != state.turn:
                assert (one.relax, one.relax_code) == ((), None)
                continue
            raw = {"action": "relicense", "protocol": one.card, "licence": "open"}
            assert one.relax_code == refusal(lived, state, raw)
            assert bool(one.relax) == (one.licence != "open")


@in_every_game
def test_offers_show_the_gain_of_an_allocation(played: Key) -> None:
    # The income offered for a number of users is the deployment's prospect once they are placed.
    lived = game(*played)
    for state in lived.states:
        if state.phase is not Phase.ALLOCATION:
            continue
        seat = state.turn
        offers = lived.engine.view(state, seat).offers
        assert [one.app for one in offers] == [one.app for one in state.players[seat].apps]
        for offer in offers:
            assert [gain.users for gain in offer.gains] == list(range(offer.most + 1))
            more = {"action": "allocate", "app": offer.app, "users": offer.most + 1}
            code = offer.code or ("out_of_range" if offer.most == offer.offer else "no_bandwidth")
            assert refusal(lived, state, more) == code
            for gain in offer.gains[1:]:
                raw = {"action": "allocate", "app": offer.app, "users": gain.users}
                raw["decision"] = decision_id(state)
                assert_gain(lived, state, seat, raw, gain.income)


def assert_gain(lived: Game, state: State, seat: int, raw: dict[str, Any], income: int) -> None:
    action = codec.decode_action(raw, lived.engine.action_type)
    placed = lived.engine.apply(state, seat, action, chance()).state
    if placed.phase is Phase.ALLOCATION:
        assert lived.engine.view(placed, None).players[seat].prospect == income


def test_a_seat_that_has_allocated_gets_no_offers() -> None:
    lived = game(4, 8, ("house", "planner"))
    for state in lived.states:
        if state.phase is Phase.ALLOCATION:
            order = state.order()
            for seat in range(4):
                waits = order.index(seat) >= order.index(state.turn)
                assert bool(lived.engine.view(state, seat).offers) == waits


def test_terms_are_shown_out_of_turn_too() -> None:
    table = shop()
    row = table.engine.view(table.state, 1).rows[2]
    terms = {one.card: of(one) for one in row.cards}
    assert not terms["http"].now
    assert (terms["http"].code, terms["http"].price) == ("", 3)
    assert (terms["sip"].code, terms["sip"].missing) == ("missing_feature", ("datagram",))


def test_a_spectator_sees_no_terms() -> None:
    table = shop()
    view = table.engine.view(table.state, None)
    assert all(one.terms is None for row in view.rows for one in row.cards)
    assert all(one.terms is None for one in view.protocols)
    assert view.offers == ()


def test_the_actions_of_a_turn_are_shown_until_it_ends() -> None:
    table = Table(
        seats={"0": {"money": 20}},
        rows={"LINK": ["isdn"]},
        decks={"CORE": ["udp", "sctp"], "SERVICE": ["http"]},
    )
    table.post(0, "buy", card="isdn")
    table.post(0, "draw", deck="CORE")
    table.post(0, "keep", card="udp", licence="closed")
    done = table.engine.view(table.state, None).done
    assert [(one.kind, one.of) for one in done] == [
        ("buy", "isdn"), ("draw", "CORE"), ("keep", "udp")
    ]  # fmt: skip
    table.post(0, "end_turn")
    assert table.engine.view(table.state, None).done == ()


def events_of(table: Table) -> list[tuple[str, dict[str, Any]]]:
    return [(event.kind, event.facts) for event in table.events]


def test_18_purchase_draw_and_adoption_have_events() -> None:
    table = shop()
    table.post(0, "buy", card="http", licence="rand", fee=2)
    bought = {"seat": 0, "card": "http", "paid": 3, "kept": False}
    licence = {"protocol": "http", "licence": "rand", "fee": 2}
    assert events_of(table) == [("deployed", {**bought, **licence})]
    table.post(0, "adopt", protocol="nntp")
    fact = {"seat": 0, "protocol": "nntp", "paid": 3, "fee": 5, "to": 1}
    assert events_of(table) == [("adopted_fee", fact)]


def test_18_a_draw_shows_cards_to_its_player_and_a_number_to_others() -> None:
    table = Table(decks={"CORE": ["udp", "sctp"]})
    table.post(0, "draw", deck="CORE")
    open_one, own = table.events
    assert (open_one.to, open_one.facts) == (None, {"seat": 0, "deck": "CORE", "count": 2})
    assert (own.to, own.facts["cards"]) == ((0,), ["udp", "sctp"])
    table.post(0, "keep")
    assert events_of(table) == [("discarded", {"seat": 0, "deck": "CORE", "count": 2})]


def test_18_revenue_has_the_sums_and_the_end_its_winners() -> None:
    move = game(2, 8, ("planner",)).moves[-1]
    assert [event.kind for event in move.events][-3:] == ["revenue", "revenue", "over"]
    for event in move.events[-3:-1]:
        read = json.loads(json.dumps(event.facts))
        player = move.after.players[read["seat"]]
        assert codec.build(read["sums"], tuple[Revenue, ...]) == player.paid
        assert read["amount"] == player.income
    outcome = game(2, 8, ("planner",)).engine.outcome(move.after)
    assert outcome is not None
    winners = [one.seat for one in outcome.standings if one.winner]
    assert move.events[-1].facts["seats"] == winners
