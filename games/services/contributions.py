"""Contributions of players to the randomness of a match.

Nobody picks the key alone. The seal fixes the secret of the site before anybody announces a
contribution. Its hash, announced when a player sits down, fixes each contribution before any of
them is opened at the start.
"""

from __future__ import annotations

import re
from typing import Any

from games.engine.dealer import Contribution as Added, mixed, seal_of
from games.models import Contribution, Match, Seat
from games.refusals import HouseCode, Refusal

MOST = 64  # in a crowd, only those of the first players count

_HEX = re.compile(r"[0-9a-f]{64}")


def clean_commitment(text: str) -> str:
    """Return a commitment as it is stored, "" for none.

    Raise `Refusal("malformed")` if it is not 64 lower-case hexadecimal digits.
    """
    if text and not _HEX.fullmatch(text):
        raise Refusal(HouseCode.MALFORMED)
    return text


def keep_commitment(*, match: Match, seat: Seat, commitment: str) -> None:
    """Store the commitment of a player who joins a match that waits for players."""
    if commitment and match.waiting and match.contributions.count() < MOST:
        Contribution.objects.create(match=match, seat=seat, commitment=commitment)


def keep_opening(*, match: Match, user: Any, opening: str) -> None:
    """Store the text that this user announced.

    Raise `Refusal`: `malformed`, `not_starting`, `not_a_player` if the user announced nothing here,
    or `bad_opening`.
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
    """Return True if some contribution is not opened yet."""
    return match.contributions.filter(opening="").exists()


def mix(match: Match) -> None:
    """Mix the secret and the contributions into the match's key. The caller saves it."""
    added = [_added(row) for row in match.contributions.select_related("seat")]
    if added:
        match.sealed_secret, match.secret = match.secret, mixed(match.secret, added)


def contributions_of(match: Match) -> list[Added]:
    """Return the contributions in the key of a started match, in joining order."""
    if not match.sealed_secret:
        return []
    return [_added(row) for row in match.contributions.select_related("seat")]


def _added(row: Contribution) -> Added:
    return Added(seat=row.seat.index, commitment=row.commitment, opening=row.opening)
