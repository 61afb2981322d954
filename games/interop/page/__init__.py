"""The page of Interop, built only from the views of the engine (rules 16)."""

from __future__ import annotations

from games.interop.page import board, guide, moments, numbers, phase, result, seat, sentences
from games.page.presentation import Pages

PAGES = Pages(
    phase=phase.sentence,
    players=phase.lines,
    board=board.context,
    board_key=board.key,
    seat=seat.context,
    seat_key=seat.key,
    result=result.context,
    summary=phase.context,
    moments=moments.moments,
    guide=guide.hint,
    goal=guide.goal,
    lesson=guide.lesson,
    numbers=numbers.figures,
    sentence=sentences.sentence,
)
