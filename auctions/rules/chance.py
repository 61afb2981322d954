"""What follows from the key of a match: the line-up's seed, the draw numbers (5.1).

The key is the secret whose seal is shown, mixed with what players added to it (`dealer.mixed`).

Nothing else in a match is random.
"""

from __future__ import annotations

import hmac

from games.engine.dealer import seal_of

__all__ = ["draw_number", "lineup_seed", "seal_of"]


def lineup_seed(key: str) -> str:
    """The seed of the line-up: 64 lower-case hex characters, shown from the start on."""
    return hmac.digest(key.encode("ascii"), b"venice|lineup", "sha256").hex()


def draw_number(key: str, auction: int, item: str, seat: int) -> str:
    """What decides a tie at this lot: the smaller text wins. 64 lower-case hex characters."""
    message = f"venice|draw|{auction}|{item}|{seat}".encode()
    return hmac.digest(key.encode("ascii"), message, "sha256").hex()
