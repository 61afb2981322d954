"""The board: drawn once for all, so it holds what a spectator may see (rules 26)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from games.live.kit import key_of
from games.live.snapshot import MatchSnapshot
from games.pages.blanks.plays import answers
from games.pages.blanks.rounds import lines
from games.pages.blanks.summary import goal
from games.pages.blanks.viewer import view_of
from games.pages.blanks.wording import prompt_html


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
