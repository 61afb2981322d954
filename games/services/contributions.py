"""What players add to the chance of a match: announced when they sit down, opened at its start.

Nobody picks the key alone. The secret of the house is fixed, since its seal is shown, before
anybody announces anything; what players add is fixed by its hash before any of it is opened.
"""

from __future__ import annotations

import re
from typing import Any

from games.engine.dealer import Contribution as Added, mixed, seal_of
from games.models import Contribution, Match, Seat
from games.refusals import HouseCode, Refusal

MOST = 64  # of a crowd the first who sit down

_HEX = re.compile(r"[0-9a-f]{64}")


def clean_commitment(text: str) -> str:
    """A commitment as stored, "" for none. Raises `Refusal("malformed")`."""
    if text and not _HEX.fullmatch(text):
        raise Refusal(HouseCode.MALFORMED)
    return text


def keep_commitment(*, match: Match, seat: Seat, commitment: str) -> None:
    """Keeps what a browser announces as its player sits down: of a match that waits for players."""
    if commitment and match.waiting and match.contributions.count() < MOST:
        Contribution.objects.create(match=match, seat=seat, commitment=commitment)


def keep_opening(*, match: Match, user: Any, opening: str) -> None:
    """Keeps the text that was announced. Raises `Refusal`: `malformed`, `not_starting`,
    `not_a_player` for whoever announced nothing here, `bad_opening`.
    """
    if not _HEX.fullmatch(opening):
        raise Refusal(HouseCode.MALFORMED)
    if not match.starting:
        raise Refusal(HouseCode.NOT_STARTING)
    row = match.contributions.filter(seat__user=user).first()
    if row is None:
        raise Refusal(HouseCode.NOT_A_PLAYER)
    if seal_of(opening) != row.commitment:
        raise Refusal(HouseCode.BAD_OPENING)
    row.opening = opening
    row.save(update_fields=["opening"])


def is_awaited(match: Match) -> bool:
    """Whether something that was announced is not open yet."""
    return match.contributions.filter(opening="").exists()


def mix(match: Match) -> None:
    """Makes of the secret and what players added what the match is dealt from. Not yet saved."""
    added = [_added(row) for row in match.contributions.select_related("seat")]
    if added:
        match.sealed_secret, match.secret = match.secret, mixed(match.secret, added)


def contributions_of(match: Match) -> list[Added]:
    """What is in the key of a match that has begun, in the order of joining."""
    if not match.sealed_secret:
        return []
    return [_added(row) for row in match.contributions.select_related("seat")]


def _added(row: Contribution) -> Added:
    return Added(seat=row.seat.index, commitment=row.commitment, opening=row.opening)
