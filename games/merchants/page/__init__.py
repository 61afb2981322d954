"""The page of Merchant Kings, built only from the views of the engine (rules 14)."""

from __future__ import annotations

from games.merchants.page import board, guide, moments, numbers, phase, result, seat, sentences
from games.page.presentation import Pages

PAGES = Pages(
    phase=phase.sentence,
    players=phase.lines,
    board=board.context,
    board_key=board.key,
    seat=seat.context,
    seat_key=seat.key,
    result=result.context,
    summary=result.summary_context,
    moments=moments.moments,
    guide=guide.hint,
    goal=guide.goal,
    lesson=guide.lesson,
    numbers=numbers.figures,
    sentence=sentences.sentence,
)
