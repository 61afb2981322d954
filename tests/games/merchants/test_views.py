"""Views (rules 14)."""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.engine.base import Abort, Pick
from games.engine.dealer import Dealer
from games.merchants.rules.view import MerchantsView
from tests.games.merchants.play import Table

HIDDEN = {"deck": ["C4", "C5"], "nest": ["SA"], "black_markets": [["D9", "SJ"]]}
POSITION: dict[str, Any] = {
    **HIDDEN,
    "discard": ["CJ", "CQ"],
    "exile": ["DQ", "DK"],
    "stocks": ["S5", "H9"],
    "hands": {0: ["C2", "S2"], 1: ["H2", "C7"]},
    "kings": {0: "SK", 1: "HK"},
    "fronts": {1: ["HQ", "D10"]},
    "budget": {"actions": 2, "minor": 1},
}


def text(view: MerchantsView) -> str:
    return codec.encode(view).decode()


def test_14_a_spectator_sees_exactly_the_open_column() -> None:
    view = Table(**POSITION).view(None)
    shown = text(view)
    secret = ("C4", "C5", "SA", "D9", "SJ", "CJ", "DQ", "DK", "C2", "S2", "H2", "C7", "SK", "HK")
    assert not [card for card in secret if f'"{card}"' in shown]
    assert [(p.hand, p.has_king, p.king, p.cards) for p in view.players[:2]] == [
        (2, True, None, None),
        (2, True, None, None),
    ]
    piles = view.piles
    assert (piles.deck, piles.discard, piles.discard_top) == (2, 2, "CQ")
    assert (piles.nest, piles.exile) == (1, 2)
    assert [(one.number, one.count) for one in view.markets.black] == [(1, 2)]
    assert [one.card for one in view.players[1].front] == ["HQ", "D10"]
    assert [one.bonus for one in view.players[1].front] == [2, 1]
    assert (view.players[1].shields, view.players[1].permissions) == (0, 1)
    assert view.budget == (2, 1)
    assert view.own is None


def test_14_a_player_sees_the_own_hand_and_king_and_no_others() -> None:
    view = Table(**POSITION).view(1)
    assert view.own is not None
    assert (view.own.king, view.own.hand) == ("HK", ("C7", "H2"))
    assert '"C2"' not in text(view)
    assert '"SK"' not in text(view)


def test_14_the_view_lists_possible_declarations() -> None:
    view = Table(**POSITION).view(0)
    offers = {(one.origin, one.suit): one for one in view.markets.offers}
    silk = offers["stock", "H"]
    assert (silk.cards, silk.prices, silk.bonus, silk.commit) == (("H9",), (9,), 0, ("C2",))
    emblem = offers["emblem", "D"]
    assert (emblem.cards, emblem.prices, emblem.owner) == (("D10",), (10,), 1)
    goods = [choice.fields[0] for choice in view.choices if choice.action == "buy"]
    assert [field.of for field in goods if isinstance(field, Pick)] == [
        offer.cards for offer in view.markets.offers
    ]
    assert view.odds == (972, 917, 857, 743, 618, 441, 303, 182, 94, 31)
    assert view.own is not None
    assert view.own.usable == ("C2",)
    assert Table(**POSITION).view(1).markets.offers == ()


def test_14_dice_declaration_and_stack_are_open() -> None:
    table = Table(**{**POSITION, "dice": [[4, 4]]}).buy(0, "S5").bid(1)
    roll = table.view(None).roll
    assert roll is not None
    assert (roll.dice, roll.target, roll.success, roll.open, roll.chance) == (
        (4, 4), 5, True, True, 857,
    )  # fmt: skip
    played = Table(stocks=["S5"], hands={0: ["DQ"], 1: ["C2"], 2: ["D2"]}).play(0, "DQ", "emblem")
    stack = played.view(None).stack
    assert stack is not None
    assert [(one.card, one.mode, one.seat) for one in stack.cards] == [("DQ", "emblem", 0)]
    assert stack.queue == (1, 2)
    assert played.view(None).awaited == (1,)


def test_14_the_log_holds_two_rounds() -> None:
    table = Table(**{**POSITION, "dice": [[4, 3]]}).buy(0, "S5").bid(1)
    assert {event.fades for event in table.events} == {2}


def test_14_private_events_become_public_after_the_game() -> None:
    table = Table(**{**POSITION, "dice": [[6, 5]], "picks": ["D9"]}).post(0, "visit", market=1)
    private = [event for event in table.events if event.to is not None]
    assert [(event.kind, event.opens) for event in private] == [("found", True)]


def test_14_an_aborted_match_reveals_nothing() -> None:
    table = Table(**POSITION).house(Abort())
    view = table.view(None)
    assert view.outcome is not None
    assert {one.rank for one in view.outcome.standings} == {None}
    assert view.opened is None
    assert '"C2"' not in text(view)


def test_14_an_indistinguishable_state_is_a_valid_one() -> None:
    # Eggs stay where eggs can be, and the number of cards in each place is the same.
    table = Table(**{**POSITION, "black_markets": [["D9", "HA"]]})
    for number in range(30):
        other = table.engine.scramble(table.state, 1, Dealer(f"{number:064x}", 1))
        assert all(card[1] == "A" for card in other.nest)
        assert not any(card[1] == "A" for card in (*other.deck, *other.discard, *other.exile))
        assert len(other.players[0].hand) == 2
        assert other.players[1] == table.player(1)


def test_14_scrambling_changes_hidden_cards() -> None:
    table = Table(**POSITION)
    others = [
        table.engine.scramble(table.state, 1, Dealer(f"{number:064x}", 1)) for number in range(30)
    ]
    assert len({other.players[0].hand for other in others}) > 5
    assert {other.players[0].king for other in others} == {"SK", "DK"}


def test_14_scrambling_a_sealed_decision_changes_the_answered_seats() -> None:
    table = Table(stocks=["D7"], hands={1: ["H4"], 2: ["H3", "H5"], 3: ["C9"]}, deck=["H9", "C2"])
    table.buy(0, "D7").bid(1, "H4")
    others = [
        table.engine.scramble(table.state, 3, Dealer(f"{number:064x}", 1)) for number in range(40)
    ]
    answered = {tuple(answer.seat for answer in other.answers) for other in others}
    assert answered == {(), (1,), (2,), (1, 2)}
