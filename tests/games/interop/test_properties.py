"""The properties of rules 23 hold in whole games of all kinds of players."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import islice, pairwise, permutations
from typing import Literal

import pytest
from msgspec.structs import replace

from games.engine.base import Event, Timeout
from games.interop.rules import deployment
from games.interop.rules.box import CARDS, FACE_UP, GRANT_FLOOR, RESEARCH
from games.interop.rules.purchases import KINDS
from games.interop.rules.state import Phase, Player, State, licence_of
from games.interop.rules.view import InteropView, PlayerView
from tests.games.interop.play import Key, Move, chance, engine_for, game, in_every_game


def events_of(move: Move, *kinds: str) -> list[Event]:
    return [event for event in move.events if event.kind in kinds]


@in_every_game
def test_the_number_of_cards_never_changes(played: Key) -> None:
    wanted = {card.id: card.copies_for(played[0]) for card in RESEARCH}
    for state in game(*played).states:
        count: Counter[str] = Counter()
        for pile in state.piles:
            for cards in (pile.row, pile.discards, *pile.layers):
                count.update(cards)
                assert all(CARDS[card].deck == pile.deck for card in cards)
        count.update(state.drawn.cards if state.drawn else ())
        for player in state.players:
            count.update(player.links)
            count.update(one.app for one in player.apps)
            mine = [licence_of(state, one) for one in player.protocols]
            count.update(one.protocol for one in mine if one and one.deployer == player.seat)
        assert {card: n for card, n in wanted.items() if n} == dict(count)


@in_every_game
def test_a_protocol_is_in_one_place_or_deployed_with_one_deployer(played: Key) -> None:
    for state in game(*played).states:
        names = [one.protocol for one in state.licences]
        assert len(set(names)) == len(names)
        for player in state.players:
            assert set(player.protocols) <= set(names)
        for one in state.licences:
            assert one.protocol in state.players[one.deployer].protocols


@in_every_game
def test_rows_never_exceed_five_and_are_full_or_their_deck_is_empty(played: Key) -> None:
    for state in game(*played).states:
        for pile in state.piles:
            assert len(pile.row) <= FACE_UP
            if state.phase in (Phase.INVESTMENT, Phase.ALLOCATION):
                assert len(pile.row) == FACE_UP or not pile.layers


@in_every_game
def test_a_purchase_changes_one_place_of_its_row_and_moves_no_other_card(played: Key) -> None:
    for move in game(*played).moves:
        if move.action["action"] != "buy":
            continue
        pile = next(one for one in move.before.piles if move.action["card"] in one.row)
        place, now = pile.row.index(move.action["card"]), move.after.pile(pile.deck).row
        filled = now[place : place + 1] if pile.layers else ()
        assert now == (*pile.row[:place], *filled, *pile.row[place + 1 :])


@in_every_game
def test_money_changes_only_by_cost_fee_grant_and_income(played: Key) -> None:
    # The sum of all events' amounts must equal every change of money.
    for move in game(*played).moves:
        change: Counter[int] = Counter()
        for event in move.events:
            facts = event.facts
            match event.kind:
                case "bought" | "deployed" | "adopted" | "adopted_fee":
                    assert facts["paid"] == CARDS[facts.get("card") or facts["protocol"]].cost
                    change[facts["seat"]] -= facts["paid"]
                    if event.kind == "adopted_fee":
                        change[facts["seat"]] -= facts["fee"]
                        change[facts["to"]] += facts["fee"]
                case "grant" | "revenue":
                    change[facts["seat"]] += facts["amount"]
            if event.kind == "grant":
                assert 0 < facts["amount"] == GRANT_FLOOR - facts["money"]
                assert move.after.players[facts["seat"]].income == 0
                assert move.after.round > 1
        for before, after in zip(move.before.players, move.after.players, strict=True):
            assert after.money == before.money + change[before.seat]
            assert after.money >= 0


@in_every_game
def test_the_sum_of_all_money_is_start_income_and_grants_less_costs(played: Key) -> None:
    for state in game(*played).states:
        accounts = [player.account for player in state.players]
        bank = sum(one.start + one.earned + one.granted - one.spent for one in accounts)
        assert sum(player.money for player in state.players) == bank
        assert sum(one.fees_paid for one in accounts) == sum(one.fees_got for one in accounts)
        for player in state.players:
            one = player.account
            got = one.start + one.fees_got + one.granted + one.earned
            assert player.money == got - one.spent - one.fees_paid


@in_every_game
def test_a_fee_is_paid_once_a_player_and_protocol_and_never_to_oneself(played: Key) -> None:
    paid: Counter[tuple[int, str]] = Counter()
    for move in game(*played).moves:
        for event in events_of(move, "adopted", "adopted_fee"):
            seat, protocol = event.facts["seat"], event.facts["protocol"]
            paid[seat, protocol] += 1
            licence = licence_of(move.before, protocol)
            assert licence is not None
            assert licence.deployer != seat
            assert licence.licence != "closed"
            assert (event.kind == "adopted_fee") == (licence.licence == "rand")
            assert event.facts.get("fee", 0) == licence.fee
    assert all(times == 1 for times in paid.values())


@in_every_game
def test_licences_only_become_less_restrictive_one_step_a_round(played: Key) -> None:
    changes: Counter[tuple[str, int]] = Counter()
    for before, after in pairwise(game(*played).states):
        for old in before.licences:
            new = licence_of(after, old.protocol)
            assert new is not None
            assert new.deployer == old.deployer
            assert KINDS.index(new.licence) <= KINDS.index(old.licence)
            if new.licence == old.licence:
                assert new == old
            else:
                assert new.since == after.round > old.since
                changes[old.protocol, after.round] += 1
    assert all(times == 1 for times in changes.values())


@in_every_game
def test_deployments_only_grow_without_doubles_on_what_they_have(played: Key) -> None:
    for before, after in pairwise(game(*played).states):
        for old, new in zip(before.players, after.players, strict=True):
            assert new.links[: len(old.links)] == old.links
            assert new.protocols[: len(old.protocols)] == old.protocols
            names = [one.app for one in new.apps]
            assert names[: len(old.apps)] == [one.app for one in old.apps]
            assert len(set(names)) == len(names)
            assert len(set(new.protocols)) == len(new.protocols)
            for card in (*new.protocols, *names):
                assert deployment.missing(new.protocols, CARDS[card]) == ()


@in_every_game
def test_users_fit_into_the_bandwidth_and_stay(played: Key) -> None:
    placed: Counter[tuple[int, int]] = Counter()
    for move in game(*played).moves:
        for old, new in zip(move.before.players, move.after.players, strict=True):
            used = sum(one.users * CARDS[one.app].bandwidth for one in new.apps)
            assert used == deployment.used(new)
            assert used <= 6 + sum(CARDS[link].adds for link in new.links)
            grown = [
                (a.app, b.users - a.users)
                for a, b in zip(old.apps, new.apps, strict=False)
                if a != b
            ]
            assert all(more > 0 for _, more in grown)
            if grown:
                assert move.before.phase is Phase.ALLOCATION
                ((app, more),) = grown
                placed[new.seat, move.before.round] += 1
                assert move.before.user_card is not None
                assert more <= deployment.offer_to(app, move.before.user_card).users
    assert all(times == 1 for times in placed.values())


def income_by_hand(view: InteropView, seat: int) -> int:
    """Return a seat's income by the text of rules 10.3, from the public view."""
    seats = len(view.players)
    return sum(
        CARDS[x].bandwidth
        * (local + sum(min(local, users // seats) for users in partners(view, seat, x)))
        for x, local in ((one.app, one.users) for one in view.players[seat].apps)
    )


def partners(view: InteropView, seat: int, app: str) -> list[int]:
    mine = services(view.players[seat], app)
    return [
        one.users
        for player in view.players
        for one in player.apps
        if player.seat != seat and mine & services(player, one.app)
    ]


def services(player: PlayerView, app: str) -> set[str]:
    """Return the deployment's SERVICE protocols with a feature that the app needs."""
    return {
        one
        for one in player.protocols
        if CARDS[one].deck == "SERVICE" and set(CARDS[one].provides) & set(CARDS[app].needs)
    }


@in_every_game
def test_revenue_can_be_recomputed_from_the_view(played: Key) -> None:
    # The sums in the view add up, and equal the payment.
    lived = game(*played)
    for move in lived.moves:
        view = lived.engine.view(move.after, None)
        for event in events_of(move, "revenue"):
            assert event.facts["amount"] == sum(one["money"] for one in event.facts["sums"])
            # Nothing that income depends on has changed since.
            assert event.facts["amount"] == income_by_hand(view, event.facts["seat"])
        for player in view.players:
            assert player.prospect == income_by_hand(view, player.seat)
            for app in player.apps:
                one = app.revenue
                counted = one.users + sum(partner.counts for partner in one.partners)
                assert one.revenue_users == counted
                assert one.money == one.bandwidth * counted


@in_every_game
def test_interoperation_is_symmetric(played: Key) -> None:
    lived = game(*played)
    view = lived.engine.view(lived.states[-1], None)
    ties = {
        (player.seat, app.app, partner.seat, partner.app, frozenset(partner.protocols))
        for player in view.players
        for app in player.apps
        for partner in app.revenue.partners
    }
    assert ties == {(d, e, a, b, on) for a, b, d, e, on in ties}


@in_every_game
def test_without_common_protocols_income_is_the_local_part(played: Key) -> None:
    # If everything is closed from the start nobody adopts: only own protocols remain.
    lived = game(*played)
    for state in lived.states[:: max(1, len(lived.states) // 20)]:
        alone = tuple(
            replace(
                player, protocols=tuple(one for one in player.protocols if owns(state, player, one))
            )
            for player in state.players
        )
        shown = lived.engine.view(replace(state, players=alone), None)
        for player in shown.players:
            assert player.prospect == sum(app.taken for app in player.apps)


def owns(state: State, player: Player, protocol: str) -> bool:
    licence = licence_of(state, protocol)
    return licence is not None and licence.deployer == player.seat


@in_every_game
def test_income_never_depends_on_seat_numbers(played: Key) -> None:
    # Players who change places take their incomes along.
    lived, seats = game(*played), range(played[0])
    places = [*islice(permutations(seats), 1, 6), tuple(reversed(seats))]
    for state in lived.states[:: max(1, len(lived.states) // 20)]:
        before = [one.prospect for one in lived.engine.view(state, None).players]
        for order in places:
            after = lived.engine.view(moved(state, order), None).players
            assert [one.prospect for one in after] == [before[seat] for seat in order]


def moved(state: State, order: tuple[int, ...]) -> State:
    """Return the state with the player of seat `order[i]` at seat i."""
    players = tuple(replace(state.players[old], seat=new) for new, old in enumerate(order))
    licences = tuple(replace(one, deployer=order.index(one.deployer)) for one in state.licences)
    return replace(state, players=players, licences=licences)


@in_every_game
def test_a_deck_is_used_once_a_turn(played: Key) -> None:
    uses: dict[tuple[int, int], list[str]] = defaultdict(list)
    for move in game(*played).moves:
        if move.action["action"] == "draw":
            uses[move.before.turn, move.before.round].append(move.action["deck"])
        if move.action["action"] == "buy":
            deck = CARDS[move.action["card"]].deck
            uses[move.before.turn, move.before.round].append(deck)
    assert all(len(set(decks)) == len(decks) <= 4 for decks in uses.values())


@in_every_game
def test_each_phase_goes_in_order_from_the_first_player(played: Key) -> None:
    asked: dict[tuple[int, Phase], list[int]] = defaultdict(list)
    for state in game(*played).states:
        if state.phase in (Phase.INVESTMENT, Phase.ALLOCATION):
            assert state.first == (state.round - 1) % state.seats
            turns = asked[state.round, state.phase]
            if turns[-1:] != [state.turn]:
                turns.append(state.turn)
    for (number, phase), turns in asked.items():
        order = [(number - 1 + step) % played[0] for step in range(played[0])]
        assert turns == [seat for seat in order if seat in turns]
        assert phase is Phase.ALLOCATION or len(turns) == played[0]


@in_every_game
def test_every_game_ends_after_the_chosen_rounds(played: Key) -> None:
    lived = game(*played)
    last = lived.states[-1]
    assert last.phase is Phase.OVER
    assert last.round == played[1]
    assert len(last.seen) == len(set(last.seen)) == played[1]
    assert all(len(player.history) == played[1] for player in last.players)


@pytest.mark.parametrize("rounds", [6, 8, 10])
@pytest.mark.parametrize("players", range(2, 7))
def test_with_default_actions_a_game_ends_after_the_chosen_rounds(
    players: int, rounds: Literal[6, 8, 10]
) -> None:
    engine = engine_for(players, rounds)
    state = engine.begin(chance()).state
    while (decision := engine.pending(state)) is not None:
        state = engine.apply(state, None, Timeout(decision=decision.id), chance()).state
    assert state.phase is Phase.OVER
    assert all(len(player.history) == rounds == state.round for player in state.players)
    assert all(one.licence == "closed" for one in state.licences)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_first_wave_is_on_top_and_rows_are_empty_before_the_founders(players: int) -> None:
    state = engine_for(players).begin(chance()).state
    for pile in state.piles:
        waves = [{CARDS[card].wave for card in layer} for layer in pile.layers]
        assert waves == [{1}, {2}]
        assert pile.row == ()
