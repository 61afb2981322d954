"""Rules 3.2, marks: instants move earlier once all are done, and never later."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, strategies as st

from auctions.rules.bids import PAUSE, brought_forward
from auctions.rules.commands import PlaceBid, SayDone, TakeBackDone
from auctions.rules.lineup import make_lineup
from auctions.rules.schedule import AUCTIONS, fast_instants
from auctions.rules.week import Week, view
from games.engine.base import IllegalAction

LOTS = make_lineup(3, "ridotto").auctions
START = datetime(2026, 11, 18, 12, tzinfo=UTC)
moments = st.integers(0, 4500).map(lambda n: START + timedelta(seconds=n))


def week(players: int = 3, minutes: int = 10) -> Week:
    return Week(
        players=players,
        secret="0" * 64,
        start=START,
        instants=fast_instants(START, minutes),
        lots=LOTS,
        cap=200,
        fast=True,
    )


@given(st.integers(0, AUCTIONS - 1), moments, moments, moments)
def test_3_2_an_instant_only_moves_earlier_and_later_pauses_stay_whole(
    auction: int, said: datetime, since: datetime, at: datetime
) -> None:
    before = fast_instants(START, 10)
    after = brought_forward(before, auction, said=said, since=since, at=at)
    sooner = before[auction] - after[auction]
    assert sooner >= timedelta(0)
    assert after[:auction] == before[:auction]
    assert {old - new for old, new in zip(before[auction:], after[auction:], strict=True)} == {
        sooner
    }
    if sooner:
        assert at < before[auction]
        assert after[auction] == max(said + PAUSE, since + PAUSE, at)


doings = st.lists(
    st.tuples(
        st.sampled_from(["done", "undone", "bid", "remove", "resolve"]),
        st.integers(0, 2),
        st.one_of(st.none(), st.integers(0, AUCTIONS - 1)),
        st.integers(0, 400),
    ),
    max_size=40,
)


@given(doings)
def test_3_2_no_mark_delays_an_instant_or_drops_an_accepted_command(
    does: list[tuple[str, int, int | None, int]],
) -> None:
    played, at = week(), START
    accepted: list[tuple[int, datetime]] = []
    for do, seat, auction, seconds in does:
        at += timedelta(seconds=seconds)
        before = played.instants
        try:
            match do:
                case "done":
                    played.carry_out(SayDone(auction=auction), seat, at)
                case "undone":
                    played.carry_out(TakeBackDone(auction=auction), seat, at)
                case "bid":
                    number = auction or 0
                    bid = PlaceBid(
                        auction=number, item=played.lots[number][0].item, price=1, units=1
                    )
                    played.carry_out(bid, seat, at)
                    accepted.append((number, at))
                case "remove":
                    played.remove(seat, at)
                case _:
                    played.resolve_due(at)
        except IllegalAction:
            assert played.instants == before
        assert all(new <= old for old, new in zip(before, played.instants, strict=True))
        assert all(
            new == old for old, new in zip(before, played.instants, strict=True) if old <= at
        )
        assert list(played.instants) == sorted(set(played.instants))
    assert all(when < played.instants[number] for number, when in accepted)


def test_3_2_marks_are_public_and_change_no_other_view() -> None:
    quiet, said = week(), week()
    said.carry_out(SayDone(auction=2), 1, START)
    for viewer in (None, 0, 1, 2):
        seen = view(said, viewer)
        assert seen.done == ((), (), (1,), (), (), (), ())
        assert all(
            getattr(seen, name) == getattr(view(quiet, viewer), name)
            for name in seen.__struct_fields__
            if name != "done"
        )


def test_3_2_without_people_left_nothing_moves() -> None:
    played = week(players=2)
    played.carry_out(SayDone(), 0, START)
    played.carry_out(SayDone(), 1, START)
    moved = played.instants
    assert moved[0] == START + PAUSE
    assert moved[1] == START + PAUSE + timedelta(minutes=10)
    alone = week(players=2)
    alone.remove(0, START)
    alone.remove(1, START)
    assert alone.instants == fast_instants(START, 10)
