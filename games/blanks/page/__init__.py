"""The page of Blanks. It shows only what the engine's views contain (rules 14)."""

from __future__ import annotations

from games.blanks.page import board, guide, numbers, phase, result, seat, sentences
from games.page.presentation import Pages

PAGES = Pages(
    phase=phase.sentence,
    players=phase.lines,
    board=board.context,
    board_key=board.key,
    seat=seat.context,
    seat_key=seat.key,
    once=board.closing_context,
    result=result.context,
    summary=board.summary_context,
    guide=guide.hint,
    goal=guide.goal,
    lesson=guide.lesson,
    numbers=numbers.figures,
    sentence=sentences.sentence,
)
