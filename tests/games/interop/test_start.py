"""The box, randomness, setup, founders and the course of a round (rules 2 to 5)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from games.engine.base import Timeout
from games.engine.dealer import Dealer
from games.interop.rules import decks
from games.interop.rules.actions import decision_id
from games.interop.rules.box import CARDS, ERAS_BY_ROUNDS, KITS, RESEARCH, USERS, era_of, users_of
from games.interop.rules.cards import (
    CORE_FEATURES,
    DECKS,
    PROTOCOL_FEATURES,
    SERVICE_FEATURES,
    USER_FEATURES,
)
from games.interop.rules.state import Phase, Pile
from tests.games.interop.play import Table, chance, game, started

SIZES = {
    "LINK": (18, 22, 29, 34, 42),
    "CORE": (6, 8, 11, 12, 12),
    "SERVICE": (14, 19, 23, 23, 23),
    "APP": (31, 31, 31, 62, 62),
}
TITLES = {"LINK": 10, "CORE": 12, "SERVICE": 23, "APP": 31}


@pytest.mark.parametrize("deck", DECKS)
def test_2_each_deck_has_its_titles_and_its_cards_for_each_number_of_players(deck: str) -> None:
    cards = [card for card in RESEARCH if card.deck == deck]
    assert len(cards) == TITLES[deck]
    for players, size in zip(range(2, 7), SIZES[deck], strict=True):
        assert sum(card.copies_for(players) for card in cards) == size


def test_2_a_protocol_has_one_card_and_features_of_its_layer() -> None:
    for card in RESEARCH:
        assert set(card.needs) <= set(PROTOCOL_FEATURES)
        match card.kind:
            case "link":
                assert card.adds > 0 and not card.needs
            case "protocol":
                assert max(card.copies) == 1 and card.needs
                core = card.deck == "CORE"
                assert set(card.provides) <= set(CORE_FEATURES if core else SERVICE_FEATURES)
            case "application":
                assert card.bandwidth > 0 and card.needs
                assert set(card.provides) <= set(USER_FEATURES)


def test_2_thirty_user_cards_with_three_or_four_lines() -> None:
    assert len(USERS) == 30
    for card in USERS.values():
        assert len(card.lines) in (3, 4)
        assert all(1 <= len(line.wants) <= 2 and line.users > 0 for line in card.lines)
    assert all(len(users_of(era)) == 10 for era in ("early", "middle", "late"))


def test_3_2_a_card_comes_from_the_topmost_layer_that_has_cards() -> None:
    pile = Pile(deck="CORE", layers=(("udp",), ("dtls", "quic")))
    pile, cards = decks.take(chance(), pile, 2)
    assert cards[0] == "udp" and cards[1] in ("dtls", "quic")
    assert pile.left == 1 and len(pile.layers) == 1
    pile, cards = decks.take(chance(), pile, 2)
    assert len(cards) == 1 and pile.layers == ()


def test_3_2_each_card_of_a_layer_is_equally_likely() -> None:
    pile = Pile(deck="LINK", layers=(("dialup", "dialup", "dialup", "isdn"),))
    first = Counter(decks.take(Dealer("1" * 64, number), pile, 1)[1][0] for number in range(2000))
    assert 0.72 < first["dialup"] / 2000 < 0.78


def test_3_3_a_turn_without_moves_is_still_asked() -> None:
    table = Table(seats={"0": {"money": 0}})
    assert [choice.action for choice in table.engine.choices(table.state, 0)] == ["end_turn"]


@pytest.mark.parametrize("players", range(2, 7))
def test_4_1_everybody_starts_with_fourteen_money_and_the_outer_seats_with_fifteen(
    players: int,
) -> None:
    money = started(players).money()
    outer = {0} if players == 2 else {0, players - 1}
    assert money == [15 if seat in outer else 14 for seat in range(players)]


@pytest.mark.parametrize("rounds", [6, 8, 10])
def test_4_3_user_cards_appear_by_era_and_only_once(rounds: int) -> None:
    eras = [era_of(number, rounds) for number in range(1, rounds + 1)]
    assert tuple(Counter(eras).values()) == ERAS_BY_ROUNDS[rounds]
    assert eras == sorted(eras, key=["early", "middle", "late"].index)


def test_4_3_the_rest_of_the_user_cards_stays_in_the_box() -> None:
    lived = game(3, 10, ("planner", "random"))
    seen = [USERS[card].era for card in lived.states[-1].seen]
    assert seen == [era_of(number, 10) for number in range(1, 11)]


def test_4_4_kits_match_the_list_of_the_rules() -> None:
    for kit in KITS:
        protocol, app = CARDS[kit.protocol], CARDS[kit.application]
        assert protocol.deck == "SERVICE" and protocol.needs == ("stream",)
        assert app.needs == protocol.provides


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"kit": "gopher"}, "not_available"),
        ({"kit": "smtp", "licence": "open"}, "not_available"),
        ({"kit": "irc"}, "bad_licence"),
        ({"kit": "irc", "licence": "free", "fee": 99}, "bad_licence"),
        ({"kit": "irc", "licence": "rand"}, "bad_fee"),
        ({"kit": "irc", "licence": "rand", "fee": 0}, "bad_fee"),
        ({"kit": "irc", "licence": "rand", "fee": 10}, "bad_fee"),
        ({"kit": "irc", "licence": "open", "fee": 1}, "bad_fee"),
    ],
)
def test_4_4_refusals_of_founders_in_their_order(given: dict[str, object], code: str) -> None:
    table = started()
    assert table.post(2, "founder", kit="smtp", licence="open") == ""
    assert table.post(1, "founder", **given) == code


def test_5_a_round_is_investment_allocation_and_revenue() -> None:
    may_follow = {
        Phase.FOUNDERS: (Phase.FOUNDERS, Phase.INVESTMENT),
        Phase.INVESTMENT: (Phase.INVESTMENT, Phase.ALLOCATION),
        Phase.ALLOCATION: (Phase.ALLOCATION, Phase.INVESTMENT, Phase.OVER),
    }
    for before, after in pairwise(game(2, 8, ("planner",)).states):
        assert after.phase in may_follow[before.phase]


def test_15_only_the_pending_seat_can_answer() -> None:
    table = started()
    assert table.post(0, "founder", kit="smtp", licence="open") == "not_your_turn"
    assert table.post(7, "pass") == "not_your_turn"
    assert table.post(2, "end_turn") == "wrong_decision"
    while (decision := table.engine.pending(table.state)) is not None:
        clock = Timeout(decision=decision.id)
        table.state = table.engine.apply(table.state, None, clock, chance()).state
    for seat in range(3):
        assert table.post(seat, "end_turn", decision="2.founder") == "over"


def test_15_a_late_end_of_a_turn_does_not_end_the_next_one() -> None:
    table = Table(players=2)
    late = decision_id(table.state)
    assert table.post(0, "end_turn") == ""
    # Stale comes before the other general codes.
    assert table.post(0, "end_turn", decision=late) == "stale"
    assert table.post(1, "end_turn") == ""
    assert table.post(1, "end_turn") == ""  # the other player is first in this round
    assert (table.state.round, table.state.turn) == (3, 0)
    for action in ("end_turn", "pass"):
        assert table.post(0, action, decision=late) == "stale"
    assert (table.state.round, table.state.turn) == (3, 0)


def test_15_each_decision_has_its_own_full_time() -> None:
    seconds = {"founder": 60, "invest": 90, "keep": 30, "allocate": 30}
    lived = game(4, 8, ("any",))
    ids = []
    for state in lived.states[:-1]:
        decision = lived.engine.pending(state)
        assert decision is not None
        assert decision.seconds == seconds[decision.kind]
        assert decision.asked == (state.turn,)
        ids.append(decision.id)
    assert len(set(ids)) == len(ids)
