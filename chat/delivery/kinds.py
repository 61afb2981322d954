"""Kinds of notices, the ways they leave the site, and results of a delivery."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from chat.models import Delivery

SITE, MAIL, PUSH = "site", "mail", "push"
WAYS = (SITE, MAIL, PUSH)
TEST = "test"  # asked for by the person, who is told by every way there is


@dataclass(frozen=True)
class Row:
    """A row of the table of preferences, with the kinds of notices it stands for.

    Nobody is sent an e-mail without having asked for it; whoever lets a device be pushed to has.
    """

    label: str | Promise
    subject: str | Promise
    kinds: tuple[str, ...]
    ways: frozenset[str] = frozenset({SITE, PUSH})


ROWS: dict[str, Row] = {
    "move": Row(_("My move, at slow pace"), _("It is your move"), ("move",)),
    "start": Row(_("A match begins"), _("A match has begun"), ("start",)),
    "invitation": Row(_("An invitation"), _("You are invited"), ("invitation",)),
    "rematch": Row(_("A rematch"), _("A rematch"), ("rematch",)),
    "friend": Row(
        _("Friend requests and replies"),
        _("News of friends"),
        ("friend-request", "friend"),
        frozenset({SITE}),
    ),
    "pause": Row(_("A pause is proposed, begins or ends"), _("A pause"), ("pause",)),
    "result": Row(_("Results of an auction"), _("An auction is over"), ("auction",)),
    "reminder": Row(
        _("An auction in which I have no bids"),
        _("An auction without your bids"),
        ("auction-reminder",),
    ),
    "opening": Row(_("Table alerts"), _("A table is open"), ("table",)),
    "answer": Row(
        _("An answer to my report or appeal"), _("An answer for you"), ("report", "appeal")
    ),
    "house": Row(
        _("Other news of my tables and packs"),
        _("News of your tables"),
        ("options", "owner", "pack"),
        frozenset({SITE}),
    ),
}
_ROW_OF = {kind: name for name, row in ROWS.items() for kind in row.kinds}


def row_of(kind: str) -> str:
    """The row that a kind of notice belongs to."""
    return _ROW_OF.get(kind, "house")


def subject_of(kind: str) -> str:
    """What a notice of this kind is called where its text stands beside it."""
    return str(_("A test")) if kind == TEST else str(ROWS[row_of(kind)].subject)


# --- What came of trying to deliver. ---


@dataclass(frozen=True)
class Result:
    """`fault` is a short code. `gone`: nothing will ever arrive there, whatever is sent."""

    fate: str = Delivery.Fate.SENT
    fault: str = ""
    gone: bool = False
    wait: float = 0  # seconds that the other side asks for before the next try


SENT = Result()


def later(fault: str, wait: float = 0) -> Result:
    """It may work at the next try."""
    return Result(Delivery.Fate.WAITS, fault, wait=wait)


def refused(fault: str, *, gone: bool = False) -> Result:
    """It will not work, however often it is tried."""
    return Result(Delivery.Fate.REFUSED, fault, gone=gone)
