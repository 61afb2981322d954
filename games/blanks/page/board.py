"""The board: drawn once for all, so it holds what a spectator may see (rules 26)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from games.blanks.page.plays import answers
from games.blanks.page.rounds import lines
from games.blanks.page.summary import goal
from games.blanks.page.viewer import view_of
from games.blanks.page.wording import prompt_html
from games.page.kit import key_of
from games.page.snapshot import MatchSnapshot


def key(snapshot: MatchSnapshot) -> Hashable:
    """Everything of the view but who has played and voted, which stands with the players."""
    view = view_of(snapshot, None)
    shown = (view.phase, view.round, view.black, view.plays, view.piles, view.results)
    return key_of(*shown, view.options)


def context(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    view = view_of(snapshot, None)
    return {
        "view": view,
        "prompt": prompt_html(view.black.text, view.black.pick) if view.black else None,
        "goal": goal(view.options),
        "rounds": lines(snapshot, view),
        "answers": answers(snapshot, view),
    }
