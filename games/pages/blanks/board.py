"""The board: rendered once for all, so it holds what a spectator may see (rules 26)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from games.live.moment import Moment
from games.pages.blanks.plain import answers_html, prompt_html
from games.pages.blanks.plays import answers
from games.pages.blanks.rounds import round_html, rounds
from games.pages.blanks.seen import view_of
from games.pages.blanks.wording import prompt_of


def key(moment: Moment) -> Hashable:
    """Everything of the view but who has played and voted, which stands with the players."""
    view = view_of(moment, None)
    return (view.phase, view.round, view.black, view.plays, view.piles, view.results, view.options)


def context(moment: Moment) -> Mapping[str, Any]:
    view = view_of(moment, None)
    past = [round_html(each) for each in rounds(moment, view)]
    return {
        "view": view,
        "prompt": prompt_html(prompt_of(view.black.text, view.black.pick) if view.black else None),
        "answers": answers_html(answers(moment, view)) if view.plays else "",
        "latest": past[0] if past else None,
        "earlier": past[1:],
    }
