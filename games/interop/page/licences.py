"""The viewer's own protocols: their licences, who adopted them, and what may be relaxed."""

from __future__ import annotations

from dataclasses import dataclass

from chat.core.translation import gettext as _
from games.interop.page import words
from games.interop.page.faces import Face, face
from games.interop.rules.view import InteropView, ProtocolView
from games.page.kit import Who, who
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Own:
    """An own protocol. `relax`: licences it can have now; `why`: why not (yet)."""

    face: Face
    licence: str
    terms: str
    fee: int
    adopters: tuple[Who, ...]
    got: int
    relax: tuple[str, ...]
    why: str


def owned(snapshot: MatchSnapshot, view: InteropView) -> tuple[Own, ...]:
    """In order of deployment."""
    may = any(choice.action == "relicense" for choice in view.choices)
    mine = [one for one in view.protocols if one.deployer == view.seat]
    return tuple(_own(snapshot, one, may=may) for one in mine)


def _own(snapshot: MatchSnapshot, one: ProtocolView, *, may: bool) -> Own:
    return Own(
        face=face(one.card),
        licence=one.licence,
        terms=words.licence(one.licence, one.fee),
        fee=one.fee,
        adopters=tuple(who(snapshot, seat) for seat in one.adopters),
        got=one.fee * len(one.adopters) if one.licence == "rand" else 0,
        relax=tuple(one.relax) if may and one.relax_code == "" else (),
        why=_why(one, may=may),
    )


def _why(one: ProtocolView, *, may: bool) -> str:
    match one.relax_code:
        case "too_soon":
            return _("Its licence was set in this round: from the next round on it can be relaxed.")
        case "not_less_restrictive":
            return _("Open is as free as it gets.")
    return "" if may else _("You can relax it on your own turn.")
