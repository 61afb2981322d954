"""Reliability computed from a log and the notes beside it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from games.selectors.reliability import Down, Entry, Miss, Share, counted, excused, first_month


def entries(*played: tuple[int | None, str]) -> list[Entry]:
    """Return a log that begins a match, followed by these decisions."""
    begun = Entry(1, None, "begin", "d1")
    return [begun, *(Entry(n, *one, f"d{n}") for n, one in enumerate(played, 2))]


def test_each_decision_counts_once() -> None:
    log = [
        Entry(1, None, "begin", "d1"), Entry(2, 0, "buy", "d1"), Entry(3, 0, "end", "d2"),
        Entry(4, 1, "back", "d2"), Entry(5, 1, "buy", "d3"),
    ]  # fmt: skip
    assert counted(log, [], {"back"}) == {0: Share(1, 0), 1: Share(1, 0)}


def test_a_started_answer_does_not_count_as_answered() -> None:
    log = [Entry(1, None, "begin", "d1"), Entry(2, 0, "buy", "d1"), Entry(3, None, "timeout", "d2")]
    assert counted(log, [Miss(3, 0, "late", False)]) == {0: Share(0, 1)}


def test_each_absence_costs_up_to_five_decisions() -> None:
    log = entries(*[(0, "x")] * 9, (0, "own"), (None, "timeout"))
    misses = [Miss(n, 0, "played", False) for n in range(2, 11)]
    assert counted(log, misses) == {0: Share(1, 5)}
    assert counted(log, [*misses, Miss(12, 0, "late", False)]) == {0: Share(1, 6)}


def test_leaving_costs_one_decision() -> None:
    log = entries((1, "x"), (0, "x"), (0, "x"))
    misses = [Miss(2, 0, "left", False), *(Miss(n, 0, "played", False) for n in (3, 4))]
    assert counted(log, misses) == {0: Share(0, 1), 1: Share(1, 0)}


def test_an_absence_caused_by_an_outage_costs_nothing() -> None:
    log = entries((None, "timeout"), (0, "x"), (0, "x"), (0, "own"), (None, "timeout"))
    misses = [
        Miss(2, 0, "late", True), Miss(3, 0, "played", False), Miss(4, 0, "played", False),
        Miss(6, 0, "late", False),
    ]  # fmt: skip
    assert counted(log, misses) == {0: Share(1, 1)}


def test_only_an_outage_in_the_second_half_excuses_a_miss() -> None:
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    due = begun + timedelta(seconds=100)

    def down(first: int, last: int) -> bool:
        outage = Down(begun + timedelta(seconds=first), begun + timedelta(seconds=last))
        return excused(begun, due, [outage])

    assert (down(0, 40), down(0, 60), down(90, 200), down(101, 200)) == (False, True, True, False)


def test_shares_are_rounded_down_and_hidden_for_few_decisions() -> None:
    assert (Share(949, 51).percent, Share(19, 0).known, Share(15, 5).known) == (94, False, True)
    assert (first_month(date(2026, 1, 31)), first_month(date(2026, 12, 1))) == (
        date(2025, 11, 1), date(2026, 10, 1),
    )  # fmt: skip
