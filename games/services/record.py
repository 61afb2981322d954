"""Records of ended matches, and the programs that verify them."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

from games.engine import codec, proof
from games.engine.record import Line, SeatName, build
from games.models import LogEntry, Match
from games.refusals import HouseCode, Refusal
from games.registry import game_of, title_of
from games.services.contributions import contributions_of
from games.services.log import log_of
from games.services.match_engine import engine_of


def lines_of(match: Match) -> list[Line]:
    """Return the decoded log up to this version of the match.

    It may contain secrets, and is for replaying only.
    """
    # The log may have grown since the match was read.
    return [line_of(row) for row in log_of(match) if row.seq <= match.entries]


def line_of(row: LogEntry) -> Line:
    """Return one decoded entry of the log, which may contain secrets."""
    return Line(
        number=row.seq,
        seat=row.seat,
        action=codec.decode(bytes(row.action), dict[str, Any]),
        at=row.at.isoformat(),
        drawn=codec.decode(bytes(row.drawn), tuple[tuple[str, tuple[str | int, ...]], ...]),
        salt=row.salt,
    )


def check_opened(match: Match) -> None:
    """Raise `Refusal("not_finished")` unless the match's record is open.

    Everybody who may see the result may then see all that was dealt.
    """
    opened = {Match.Status.FINISHED}
    if game_of(match.game).opens_when_aborted:
        opened.add(Match.Status.ABORTED)
    # Without an outcome the match was closed after its rules failed, and cannot be replayed.
    if match.status not in opened or match.started_at is None or match.outcome is None:
        raise Refusal(HouseCode.NOT_FINISHED)


def record_of(match: Match) -> dict[str, Any]:
    """Return the record, as everybody who may see the result can download it.

    Raise `Refusal("not_finished")` if it is not open.
    """
    check_opened(match)
    record = build(
        title_of(match),
        engine=engine_of(match),
        name=match.name,
        seats=_names(match),
        seal=match.seal,
        secret=match.first_secret,
        contributions=contributions_of(match),
        head=match.head,
        lines=lines_of(match),
    )
    return {**record, "table": codec.plain(match.settings)}


def _names(match: Match) -> list[SeatName]:
    began = len(engine_of(match).setup.seats)
    rows = match.seats.select_related("user").order_by("index")
    return [
        SeatName(seat=row.index, name=row.shown_name, bot=row.is_bot, joined=row.index >= began)
        for row in rows
    ]


# --- Verifiers to download: programs of one file each


_IMPORT = re.compile(r"^from games\.engine\.proof import \([^)]*\)\n", re.MULTILINE)
_FUTURE = "from __future__ import annotations\n"


def program_of(verifier: ModuleType) -> str:
    """Return the source of a verifier, with `games.engine.proof` inlined."""
    shared = _text(proof).partition(_FUTURE)[2].strip()
    program, count = _IMPORT.subn(lambda _found: shared + "\n", _text(verifier))
    if count != 1:
        raise ValueError(f"{verifier.__name__} imports {proof.__name__} {count} times")
    return program


def _text(module: ModuleType) -> str:
    return Path(str(module.__file__)).read_text(encoding="utf-8")
