"""What came of trying to deliver."""

from __future__ import annotations

from dataclasses import dataclass

from chat.models import Delivery


@dataclass(frozen=True)
class Result:
    """`fault` is a short code. `gone`: nothing will ever arrive there, whatever is sent."""

    fate: str = Delivery.Fate.SENT
    fault: str = ""
    gone: bool = False
    wait: float = 0  # seconds that the other side asks for before the next try


SENT = Result()


def later(fault: str, wait: float = 0) -> Result:
    """It may work at the next try."""
    return Result(Delivery.Fate.WAITS, fault, wait=wait)


def refused(fault: str, *, gone: bool = False) -> Result:
    """It will not work, however often it is tried."""
    return Result(Delivery.Fate.REFUSED, fault, gone=gone)
