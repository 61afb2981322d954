"""The board: drawn once for all, so it holds what a spectator may see (rules 26)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _, ngettext

from games.engines.blanks.view import BlanksView
from games.live.snapshot import MatchSnapshot
from games.pages.blanks.keys import key_of
from games.pages.blanks.plain import answers_html, prompt_html
from games.pages.blanks.plays import answers
from games.pages.blanks.rounds import Round, rounds, rounds_html
from games.pages.blanks.seen import view_of
from games.pages.blanks.summary import goal


def key(snapshot: MatchSnapshot) -> Hashable:
    """Everything of the view but who has played and voted, which stands with the players."""
    view = view_of(snapshot, None)
    shown = (view.phase, view.round, view.black, view.plays, view.piles, view.results)
    return key_of(*shown, view.options)


def context(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    view = view_of(snapshot, None)
    return {"view": view, "rounds": rounds(snapshot, view), "answers": answers(snapshot, view)}


def html(board: Mapping[str, Any]) -> str:
    """The board out of its context.

    blanks.css hides the plays here where the seat shows them with what its player may know and do.
    """
    view: BlanksView = board["view"]
    plays = ""
    if board["answers"]:
        plays = (
            '<section class="board-plays" aria-labelledby="plays-title"><h2 id="plays-title" '
            f'class="visually-hidden">{_("The answers")}</h2>{answers_html(board["answers"])}'
            "</section>"
        )
    return (
        f'<div class="table-felt blanks-board" data-follow="{view.round}-{view.phase}">'
        f'<div class="blanks-prompt" id="prompt">{_black(view)}</div>'
        f'<div class="blanks-side stack tight"><p class="soft">{goal(view.options)}</p>'
        f"{_past(board['rounds'])}{_piles(view)}</div>{plays}</div>"
    )


def _black(view: BlanksView) -> str:
    """The black card."""
    if view.black is None:
        return ""
    most = view.options.round_limit
    text = _("Round %(n)s of %(most)s") if most else _("Round %(n)s")
    number = text % {"n": view.round, "most": most}
    pick = ngettext("Pick %(n)s", "Pick %(n)s, in order", view.black.pick) % {"n": view.black.pick}
    return (
        f'<div class="black-card" data-flip="black-{view.round}"><p class="black-card-text">'
        f"{prompt_html(view.black.text, view.black.pick)}</p>"
        f'<p class="card-foot"><span>{number}</span><span>{pick}</span></p></div>'
    )


def _past(past: Sequence[Round]) -> str:
    """The last round, and those before it folded away."""
    if not past:
        return ""
    latest, *earlier = rounds_html(past)
    last = (
        f'<section class="last-round"><h2 class="visually-hidden">{_("Last round")}</h2>{latest}'
        "</section>"
    )
    if not earlier:
        return last
    items = "".join(f"<li>{one}</li>" for one in earlier)
    return (
        f'{last}<details class="earlier" id="earlier-rounds"><summary>{_("Earlier rounds")}'
        f'</summary><ol class="earlier-list" reversed>{items}</ol></details>'
    )


def _piles(view: BlanksView) -> str:
    text = _("Cards left: %(white)s white (%(used)s used), %(black)s black.")
    piles = view.piles
    sizes = {
        "white": piles.white_deck, "used": piles.white_discard, "black": piles.black_deck
    }  # fmt: skip
    return f'<p class="soft piles">{text % sizes}</p>'
