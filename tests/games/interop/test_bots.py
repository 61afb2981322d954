"""The bots of Interop (rules 19): legal, limited to their view, and ranked."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from games.engine import choices, codec
from games.engine.dealer import Seeded
from games.interop.bots.bundles import Market
from games.interop.bots.outlook import Outlook
from games.interop.rules.box import CARDS
from games.interop.rules.view import InteropView
from games.interop.title import INTEROP
from tests.games.interop.play import Key, Table, game, in_every_game
from tests.games.interop.test_investment import shop

# `planner-closed-rand` is the planner with a fixed policy that does most.
every_bot = pytest.mark.parametrize(
    "bot", ["random", "greedy", "planner", "house", "planner-closed-rand"]
)


@every_bot
@in_every_game
def test_19_every_answer_is_one_of_the_choices(played: Key, bot: str) -> None:
    lived, chance = game(*played), Seeded(bot)
    for state in lived.states[:-1:4]:
        view = lived.engine.view(state, state.turn)
        raw = INTEROP.bots[bot](view, chance)
        assert raw is not None
        assert any(choices.allows(choice, raw) for choice in view.choices), raw


@every_bot
def test_19_a_bot_depends_only_on_its_view_even_if_decoded(bot: str) -> None:
    lived = game(4, 8, ("house", "planner"))
    for state in lived.states[:-1:5]:
        view = lived.engine.view(state, state.turn)
        copied = codec.decode(codec.encode(view), InteropView)
        assert INTEROP.bots[bot](copied, Seeded("x")) == INTEROP.bots[bot](view, Seeded("x"))


@every_bot
def test_19_a_bot_that_is_not_pending_waits(bot: str) -> None:
    lived = game(4, 8, ("house", "planner"))
    view = lived.engine.view(lived.states[-1], 0)
    assert INTEROP.bots[bot](view, Seeded("x")) is None


def wins(bots: tuple[str, ...], games: int) -> Counter[str]:
    """Return wins by kind of bot, with fixed seeds and rotated seats."""
    found: Counter[str] = Counter()
    for number in range(games):
        turn = number % len(bots)
        names = (*bots[turn:], *bots[:turn])
        result = INTEROP.simulate(bots=names, options={"rounds": 6}, seed=f"wins {number}")
        found.update(names[one.seat] for one in result.outcome.standings if one.winner)
    return found


def test_20_1_planner_beats_greedy_and_greedy_beats_random() -> None:
    found = wins(("planner", "greedy", "random"), 8)
    assert found["planner"] > found["greedy"]
    found = wins(("greedy", "random"), 8)
    assert found["greedy"] > found["random"]


@pytest.mark.nightly
def test_the_house_bot_is_at_least_as_strong_as_the_planner() -> None:
    found = wins(("house", "planner", "house", "planner"), 24)
    assert found["house"] >= found["planner"]


def test_19_1_the_random_bot_adopts_first_and_uses_each_deck_once() -> None:
    # Frequencies over many turns from one position.
    table, chance = shop(), Seeded("odds")
    view = table.engine.view(table.state, 0)
    answers = [INTEROP.bots["random"](view, chance) or {} for _ in range(2000)]
    kinds = Counter(answer["action"] for answer in answers)
    assert 0.36 < kinds["adopt"] / 2000 < 0.44
    assert kinds["buy"] > kinds["end_turn"] > 0


def test_19_1_odds_of_a_turn_are_right_without_memory() -> None:
    # A deck with odds of 3 in 5 is bought from in 3 of 5 turns, whatever the order of decks.
    bought: Counter[str] = Counter()
    for number in range(500):
        table, chance = rich(), Seeded(f"turn {number}")
        while table.state.turn == 0:
            raw = table.play("random", chance)
            bought[CARDS[raw["card"]].deck if raw["action"] == "buy" else ""] += 1
    for deck in ("LINK", "CORE", "SERVICE", "APP"):
        assert 0.53 < bought[deck] / 500 < 0.67


def rich() -> Table:
    """Return a table where seat 0 can buy everything, but not draw, adopt or relax."""
    return Table(
        seats={"0": {"money": 99, "protocols": ["smtp"]}},
        licences={"smtp": {"deployer": 0, "licence": "open"}},
        rows={"LINK": ["isdn"], "CORE": ["udp"], "SERVICE": ["http"], "APP": ["inkwell"]},
    )


def test_19_2_the_greedy_bot_buys_new_and_cheap_cards_deck_by_deck() -> None:
    table, done = shop(), []
    while table.state.turn == 0:
        done.append(table.play("greedy"))
    assert [(one["action"], one.get("card", one.get("protocol"))) for one in done] == [
        ("adopt", "nntp"), ("buy", "udp"), ("buy", "sip"), ("buy", "isdn"), ("end_turn", None)
    ]  # fmt: skip


def test_19_3_a_bundle_lists_its_cards_in_a_buyable_order() -> None:
    lived = game(4, 8, ("house", "planner"))
    for state in lived.states[:-1:9]:
        view = lived.engine.view(state, state.turn)
        mine = set(view.players[state.turn].features)
        for bundle in Market(view).bundles():
            have = set(mine)
            for card in bundle.cards:
                assert set(card.needs) <= have
                have |= set(card.provides) if card.kind == "protocol" else set()
            assert bundle.price <= view.players[state.turn].money
            assert len(set(bundle.decks)) == len(bundle.decks)


def test_19_3_the_value_of_a_deployment_by_hand() -> None:
    # Last round, all early cards alike: the present earnings plus the mean of possible ones.
    seats = {"0": {"money": 0, "protocols": ["smtp"], "apps": {"inkwell": 3}}}
    licences = {"smtp": {"deployer": 0, "licence": "open"}}
    table = Table(round=6, rounds=6, seats=seats, licences=licences)
    outlook = Outlook(table.engine.view(table.state, 0))
    # Four late cards of ten want 5 users of e-mail; 3 units are free.
    assert outlook.now == pytest.approx(3 + 0.4 * 3)
    assert outlook.net((CARDS["isdn"],), 4) == pytest.approx(0.4 * 2 - 4)


def test_19_3_policies_choose_their_licence_and_relax_in_their_round() -> None:
    for kind, number in product(("open", "closed"), (2, 3)):
        bots = (f"planner-{kind}",) * number
        facts = INTEROP.simulate(bots=bots, options={"rounds": 6}, seed="p").facts
        deployed = {one: facts[f"{one}_deployed"] for one in ("open", "rand", "closed")}
        assert [one for one in deployed if deployed[one]] == [kind]
    result = INTEROP.simulate(bots=("planner-rand-open",) * 2, options={"rounds": 6}, seed="p")
    assert result.facts["open_deployed"] > result.facts["rand_deployed"]


def test_20_figures_sum_over_all_games() -> None:
    played = [
        INTEROP.simulate(bots=("planner",) * 2, options={"rounds": 6}, seed=f"figures {number}")
        for number in range(3)
    ]
    told = INTEROP.figures(played)
    fees = sum(one.facts["fees"] for one in played) / 6
    assert f"fees {fees:.2f}" in told[1]
    for kind, line in zip(("open", "rand", "closed"), told[2:5], strict=True):
        deployed = sum(one.facts[f"{kind}_deployed"] for one in played)
        assert line.startswith(f"{kind}: index ")
        assert f"of {deployed} deployed" in line
    assert told[5].startswith("wins by seat ")
