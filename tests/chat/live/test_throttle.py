"""Simultaneous requests of one person get few threads, and costly ones wait."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from chat.live.consumer import turn_of
from chat.live.threads import AT_FIRST, AT_ONCE, LONGEST, Turn, timed, turns


def _from(session: str = "", client: str = "192.0.2.1") -> dict[str, Any]:
    cookie = [(b"cookie", f"theme=dark; sessionid={session}".encode())] if session else []
    return {"headers": [(b"host", b"ridotto.example"), *cookie], "client": [client, 1]}


async def test_only_a_session_with_many_requests_waits() -> None:
    held = turn_of(_from("ann"))
    for _ in range(AT_ONCE):
        assert not held.slots.locked()
        await held.slots.acquire()
    assert turn_of(_from("ann", client="192.0.2.2")).slots.locked()
    for other in (_from("bob"), _from(), _from(client="192.0.2.2")):
        assert not turn_of(other).slots.locked()


async def test_visitors_from_one_address_share_a_turn() -> None:
    stranger = turn_of(_from())
    assert turn_of(_from()) is stranger
    assert turn_of(_from(client="192.0.2.2")) is not stranger


async def test_another_cookie_is_not_taken_for_the_session() -> None:
    stranger = turn_of(_from())
    scope = _from()
    scope["headers"].append((b"cookie", b"mysessionid=ann; x=sessionid"))
    assert turn_of(scope) is stranger


async def test_an_opening_page_shares_the_turn_of_its_session() -> None:
    mine = turn_of(_from("ann"))
    assert turns().of("ann", "192.0.2.1") is mine


async def test_an_unused_turn_is_discarded() -> None:
    held = turn_of(_from("ann"))
    async with held.slots:
        await asyncio.sleep(0)
        assert len(turns()) == 1
    del held
    assert len(turns()) == 0


@pytest.fixture
def rests(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[float]:
    """Return the list of pauses, which are recorded instead of slept."""
    settings.PROCESSOR_PER_PERSON = 0.1
    found = list[float]()

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr("chat.live.threads.asyncio.sleep", sleep)
    return found


@pytest.mark.parametrize(
    ("share", "used", "waits"),
    [
        pytest.param(0.1, AT_FIRST * 0.9, [], id="less than the share"),
        pytest.param(0.1, AT_FIRST * 1.8, [10 * AT_FIRST * 0.8], id="until it makes up for it"),
        pytest.param(0.1, 1000, [LONGEST], id="no longer than is said"),
        pytest.param(float("inf"), 1000, [], id="without a share"),
    ],
)
async def test_a_session_over_its_share_waits(
    rests: list[float], settings: Any, share: float, used: float, waits: list[float]
) -> None:
    settings.PROCESSOR_PER_PERSON = share
    turn = Turn()
    turn.use(used)
    await turn.rest()
    assert rests == pytest.approx(waits, rel=0.1)


async def test_usage_is_remembered_until_paid_back(
    rests: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.live.threads.LONGEST", 3600.0)  # however slow the machine is
    turn_of(_from("ann")).use(1000)
    await turn_of(_from("ann")).rest()
    await turn_of(_from("bob")).rest()
    assert len(rests) == 1


def test_only_work_counts_not_waiting() -> None:
    def busy(rounds: int) -> int:
        return sum(range(rounds))

    (_, little), (result, much) = timed(busy, 1), timed(busy, 1_000_000)
    assert result == sum(range(1_000_000))
    assert 0 <= little < much
