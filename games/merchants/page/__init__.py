"""The page of Merchant Kings. Everything shown comes from the views of the engine (rules 14)."""

from __future__ import annotations

from games.merchants.page import (
    board,
    guide,
    lines,
    log,
    moments,
    numbers,
    phase,
    result,
    seat,
    summary,
)
from games.page.presenting import Pages

PAGES = Pages(
    phase=phase.sentence,
    players=lines.lines,
    board=board.context,
    board_key=board.key,
    seat=seat.context,
    seat_key=seat.key,
    result=result.context,
    summary=summary.context,
    moments=moments.moments,
    guide=guide.hint,
    goal=guide.goal,
    numbers=numbers.figures,
    sentence=log.sentence,
)
