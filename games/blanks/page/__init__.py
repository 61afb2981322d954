"""The page of Blanks. Everything shown comes from the views of the engine (rules 14)."""

from __future__ import annotations

from games.blanks.page import (
    board,
    guide,
    lines,
    numbers,
    once,
    phase,
    result,
    seat,
    sentences,
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
    once=once.context,
    result=result.context,
    summary=summary.context,
    guide=guide.hint,
    goal=guide.goal,
    numbers=numbers.figures,
    sentence=sentences.sentence,
)
