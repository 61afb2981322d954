"""Rules of Blanks that the worked examples do not reach; named after the rules."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from games.blanks.bots import at_random, wait_ms
from games.blanks.rules.actions import Discard
from games.blanks.rules.content import start_fault, too_large
from games.blanks.rules.engine import BlanksEngine
from games.blanks.rules.options import BlanksOptions
from games.blanks.rules.show import closing
from games.blanks.rules.state import Phase, vote_of
from games.blanks.title import sample_content
from games.engine import codec, record
from games.engine.base import Abort, Join, Leave
from games.engine.dealer import Dealer, Seeded
from tests.games.blanks.play import Match, cards
from tests.games.engine.walks import LIVES, Life, free_chance, life

# --- Cards (rules 4, 5)


def test_18_packs_together_have_a_limit() -> None:
    assert not too_large(sample_content(1000, 4000))
    assert too_large(sample_content(1001, 10))
    assert too_large(sample_content(10, 4001))


def test_5_with_empty_piles_the_engine_deals_what_is_left() -> None:
    match = Match(2, content=cards((1, 0), (1, 0), whites=10))
    assert [len(match.hand(seat)) for seat in (0, 1)] == [7, 3]


@pytest.mark.parametrize("size", [5, 10])
def test_18_hands_are_filled_to_the_size_that_the_table_chose(size: int) -> None:
    match = Match(3, content=cards((1, 0), (2, 1)), hand_size=size)
    drawn = match.engine.game.content.black(match.state.black or "").draw
    assert {len(match.hand(seat)) for seat in range(3)} == {size + drawn}


def test_4_larger_hands_need_more_cards_to_start() -> None:
    content = cards((1, 0), (3, 2), whites=4 * (8 + 2))
    assert start_fault(content, BlanksOptions(hand_size=8), 4) == ""
    assert start_fault(content, BlanksOptions(hand_size=9), 4) == "not_enough_white_cards"


# --- Time (rules 12)


def test_12_the_time_of_play_grows_with_the_cards_to_pick_and_from_round_two_on() -> None:
    match = Match(2, content=cards((3, 2), whites=60), play_seconds=100, vote_seconds=40)
    assert match.seconds() == 100 + 2 * 30
    match = Match(2, play_seconds=100)
    assert match.seconds() == 100
    match.round({0: 1, 1: 0})
    assert match.seconds() == 100 + 8


def test_12_the_time_of_vote_grows_with_the_plays_and_does_not_move() -> None:
    match = Match(4, vote_seconds=40)
    for seat in range(4):
        match.play(seat)
    assert match.seconds() == 40 + 4 * 5
    before = match.engine.pending(match.state)
    match.act(3, Leave())
    after = match.engine.pending(match.state)
    assert before is not None
    assert after is not None
    assert (after.id, after.seconds) == (before.id, before.seconds)


def test_12_hidden_plays_add_no_time() -> None:
    match = Match(4, vote_seconds=40)
    match.play(3)
    match.act(3, Leave())
    for seat in range(3):
        match.play(seat)
    assert match.state.phase is Phase.VOTE
    assert match.seconds() == 40 + 3 * 5


def test_12_a_new_decision_is_exactly_a_new_phase() -> None:
    for lived in lives():
        for before, after in itertools.pairwise(lived.states):
            moved = (before.round, before.phase) != (after.round, after.phase)
            old, new = lived.engine.pending(before), lived.engine.pending(after)
            if old and new:
                assert (old.id != new.id) == moved


def lives() -> Iterator[Life]:
    yield from (life(name, seed) for name, seed in LIVES if name.startswith("blanks"))


def test_12_a_seat_is_away_after_the_missed_rounds_of_the_option() -> None:
    match = Match(3, away_after=3, target_score=0)
    assert [slept(match) for _ in range(3)] == ["in", "in", "away"]
    assert [c.action for c in match.engine.choices(match.state, 2)] == ["back"]


def slept(match: Match) -> str:
    """Play a round in which seat 2 does nothing; return its status afterwards."""
    match.play(0)
    match.play(1)
    if match.state.phase is Phase.PLAY:
        match.time_up()
    match.vote(0, 1)
    match.vote(1, 0)
    if match.state.phase is Phase.VOTE:
        match.time_up()
    return match.view(None).players[2].status


def test_12_a_returning_player_starts_without_missed_rounds() -> None:
    match = Match(3, target_score=0)
    assert [slept(match), slept(match)] == ["in", "away"]
    match.post(2, action="back")
    assert match.view(None).players[2].status == "waiting"
    assert [slept(match) for _ in range(3)] == ["in", "in", "away"]


# --- Breaks (rules 12)


def test_12_a_break_asks_nobody_and_lasts_as_long_as_the_option_says() -> None:
    match = Match(3, away_after=1, break_seconds=600)
    match.play(0)
    step = match.time_up()
    decision = match.engine.pending(match.state)
    assert decision is not None
    assert (decision.id, decision.asked, decision.seconds) == ("1.break", (), 600)
    begun = step.events[-1]
    assert (begun.kind, begun.facts) == ("break_begun", {"seconds": 600, "seats": [1, 2]})
    view = match.view(0)
    assert (view.phase, view.awaited, view.away, view.choices) == ("break", (), (1, 2), ())
    assert [choice.action for choice in match.view(1).choices] == ["back"]
    step = match.post(1, action="back")
    assert [event.kind for event in step.events] == ["back", "break_ended", "round"]


def test_12_a_break_that_nobody_ends_names_its_end_and_that_of_the_match() -> None:
    match = Match(2, away_after=1, break_seconds=600)
    match.time_up()
    step = match.time_up()
    assert [event.kind for event in step.events] == ["break_ended", "finished_nobody"]


def test_12_a_break_waits_for_a_person_and_not_for_bots_alone() -> None:
    match = with_bots_alone()
    assert match.state.phase is Phase.BREAK
    match.post(0, action="back")
    assert (match.state.phase, match.state.round) == (Phase.PLAY, 2)
    match = with_bots_alone()
    match.act(0, Leave())
    assert match.state.end_reason == "too_few_players"


def with_bots_alone() -> Match:
    """Return a match of two bots whose only person has just become away."""
    match = Match(3, bots=(1, 2), away_after=1, break_seconds=600)
    match.play(1)
    match.play(2)
    match.time_up()
    for seat, author in ((1, 2), (2, 1)):
        match.vote(seat, author)
    match.time_up()
    return match


def test_12_an_abort_ends_a_break() -> None:
    match = Match(2, away_after=1, break_seconds=600)
    match.time_up()
    match.act(None, Abort())
    assert match.state.end_reason == "aborted"


# --- The end (rules 10, 25)


def test_25_without_a_present_person_the_game_ends_before_the_next_round() -> None:
    match = Match(4, bots=(1, 2, 3))
    match.play(1)
    match.act(0, Leave())
    assert match.state.phase is Phase.PLAY
    match.play(2)
    match.play(3)
    for seat, author in ((1, 2), (2, 3), (3, 1)):
        match.vote(seat, author)
    outcome = match.engine.outcome(match.state)
    assert outcome is not None
    assert outcome.reason == "too_few_players"
    assert [s.seat for s in outcome.standings if s.winner] == [1, 2, 3]


def test_25_a_person_who_joins_keeps_bots_playing() -> None:
    match = Match(3, bots=(1, 2))
    match.act(None, Join())
    match.act(0, Leave())
    match.play(1)
    match.play(2)
    match.vote(1, 2)
    match.vote(2, 1)
    assert match.state.round == 2


def test_10_after_an_abort_nobody_has_won_and_nothing_of_the_round_counts() -> None:
    match = Match(3)
    match.round({0: 1, 1: 0, 2: 0})
    for seat in range(3):
        match.play(seat)
    match.vote(1, 2)
    step = match.act(None, Abort())
    outcome = match.engine.outcome(match.state)
    assert outcome is not None
    assert outcome.reason == "aborted"
    assert [(s.seat, s.rank, s.score, s.winner) for s in outcome.standings] == [
        (0, 1, 1, False),
        (1, 2, 0, False),
        (2, 2, 0, False),
    ]
    assert len(match.state.results) == 1
    assert [event.kind for event in step.events] == ["finished_nobody"]


def test_10_equal_scores_share_a_rank_and_leavers_have_none() -> None:
    match = Match(4, round_limit=1)
    for seat in range(4):
        match.play(seat)
    match.vote(0, 1)
    match.vote(1, 0)
    match.act(3, Leave(how="kicked"))
    match.vote(2, 1)
    outcome = match.engine.outcome(match.state)
    assert outcome is not None
    assert [(s.seat, s.rank, s.score, s.note) for s in outcome.standings] == [
        (1, 1, 1, ""),
        (0, 2, 0, ""),
        (2, 2, 0, ""),
        (3, None, 0, "kicked"),
    ]


def test_29_the_page_of_a_finished_game_shows_no_cards_but_those_that_won() -> None:
    match = Match(3, round_limit=1)
    match.round({0: 1, 1: 0, 2: 0})
    for viewer in (0, 1, None):
        view = match.view(viewer)
        assert (view.hand, view.plays, view.my_play, view.my_vote) == (None, None, None, None)
        assert [play.seat for play in view.best[0].plays] == [0]
        assert "w0" not in codec.encode(replace(view, best=())).decode()


# --- Views (rules 14)


def test_14_no_public_event_carries_a_white_card_an_author_or_a_vote() -> None:
    replayed = (record.replay(lived.engine, lived.run.lines) for lived in lives())
    for again in itertools.chain.from_iterable(replayed):
        for event in again.step.events:
            text = codec.encode(event.facts).decode()
            if event.to is None:
                assert '"w0' not in text
                assert "answer" not in text
                assert "handle" not in text
            else:
                assert event.once
                assert len(event.to) == 1


def test_14_handles_are_new_in_each_round_and_reveal_no_seats() -> None:
    orders = set()
    for number in range(40):
        match = Match(3, secret=f"{number:064d}")
        for seat in range(3):
            match.play(seat)
        plays = match.state.plays
        orders.add(tuple(laid.seat for laid in plays))
        assert len({laid.handle for laid in plays}) == 3
        assert all(len(laid.handle) == 32 for laid in plays)
    assert len(orders) == 6


def test_14_the_order_of_plays_does_not_depend_on_the_time_of_playing() -> None:
    orders = set()
    for first in itertools.permutations(range(3)):
        match = Match(3)
        for seat in first:
            match.play(seat)
        orders.add(tuple(laid.seat for laid in match.state.plays))
    assert len(orders) == 1


def test_14_a_scrambled_match_differs() -> None:
    match = Match(4)
    for seat in range(4):
        match.play(seat)
    match.vote(1, 2)
    other = match.engine.scramble(match.state, 0, Dealer("7" * 64, 1))
    assert [p.hand for p in other.players[1:]] != [p.hand for p in match.state.players[1:]]
    assert other.players[0].hand == match.state.players[0].hand
    assert [laid.seat for laid in other.plays] != [laid.seat for laid in match.state.plays]
    assert [laid.cards for laid in other.plays] == [laid.cards for laid in match.state.plays]


def test_14_3_a_closing_view_reveals_nothing_to_non_voters() -> None:
    looked = 0
    for lived in lives():
        assert isinstance(lived.engine, BlanksEngine)
        for state in lived.states:
            for player in state.players if state.phase is Phase.VOTE else ():
                if vote_of(state, player.seat) is None:
                    other = lived.engine.scramble(state, player.seat, free_chance())
                    seen, again = (dict(closing(lived.engine.game, s)) for s in (state, other))
                    assert codec.encode(seen[player.seat]) == codec.encode(again[player.seat])
                    looked += 1
    assert looked > 1000


def test_14_a_leaver_sees_what_a_spectator_sees() -> None:
    match = Match(3)
    match.play(0)
    match.act(0, Leave())
    seen = codec.plain(match.view(0))
    assert {**seen, "seat": None} == codec.plain(match.view(None))


def test_14_a_view_depends_only_on_its_state_and_holds_no_reference() -> None:
    match = Match(3)
    states = [match.state, match.play(0).state]
    for state in (*states, *states):
        fresh = BlanksEngine(match.engine.setup)
        for seat in (None, 0, 1):
            assert match.engine.view(state, seat) == fresh.view(state, seat)
    kept = weakref.ref(states.pop())
    match.play(1)
    del state
    assert kept() is None


# --- Refusals (rules 17)


def test_26_seat_numbers_of_leavers_are_not_reused() -> None:
    match = Match(3)
    match.act(2, Leave())
    match.act(None, Join())
    assert [player.seat for player in match.state.players] == [0, 1, 3]
    assert match.refused(2, Join()) == "malformed"
    match.act(7, Join(bot=True))
    assert [player.seat for player in match.state.players] == [0, 1, 3, 7]
    assert match.state.players[-1].bot


def test_8_discarding_needs_a_vote_and_a_point() -> None:
    match = Match(3)
    match.round({0: 1, 1: 0, 2: 0})
    for seat in range(3):
        match.play(seat)
    match.vote(0, 1)
    assert [c.action for c in match.engine.choices(match.state, 0)] == ["discard"]
    assert [c.action for c in match.engine.choices(match.state, 1)] == ["vote"]


def test_18_without_discards_none_is_offered_or_accepted() -> None:
    match = Match(3, discards=False)
    match.round({0: 1, 1: 0, 2: 0})
    hand = match.hand(0)
    discard = Discard(round=match.state.round, cards=hand[:1])
    assert match.refused(0, discard) == "wrong_phase"
    for seat in range(3):
        match.play(seat)
    match.vote(0, 1)
    assert match.engine.choices(match.state, 0) == ()
    assert match.refused(0, discard) == "not_allowed"
    match.act(None, Join())
    assert match.refused(3, discard) == "not_allowed"  # comes before `not_in_round`
    assert not match.view(0).options.discards


# --- Bots (rules 25)


def test_25_the_random_bot_plays_votes_comes_back_and_never_discards() -> None:
    chance = Seeded("bot")
    match = Match(3)
    match.round({0: 1, 1: 0, 2: 0})
    for seat in range(3):
        match.post(seat, **(at_random(match.view(seat), chance) or {}))
    raw = at_random(match.view(0), chance)
    assert raw is not None and raw["action"] == "vote"
    match.post(0, **raw)
    assert at_random(match.view(0), chance) is None


def test_25_a_bot_waits_within_its_limits() -> None:
    chance = Seeded("wait")
    match = Match(3, content=cards((3, 2), (1, 0)), play_seconds=90)
    waits = [wait_ms(match.view(0), chance) for _ in range(300)]
    assert min(waits) >= 12_000
    assert max(waits) <= 23_000
    short = Match(3, play_seconds=15)
    assert max(wait_ms(short.view(0), chance) for _ in range(300)) <= 7_500
