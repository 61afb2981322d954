"""Kinds of notices, the ways they leave the site, and the results of deliveries."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from chat.models import Delivery

SITE, MAIL, PUSH, HOOK = "site", "mail", "push", "hook"
WAYS = (SITE, MAIL, PUSH)  # which people choose; a webhook gets what is in `EVENTS`
TEST = "test"  # requested by the person
ACCOUNT = "account"  # somebody else changed what the account is opened with
# Sent at once and by every way there is, whatever a person prefers.
URGENT = frozenset({TEST, ACCOUNT})
END = "end"  # of a match; only webhooks are told
# What webhooks are sent, by the kind of notice.
EVENTS = {
    "move": "turn",
    "auction-reminder": "turn",
    "invitation": "invitation",
    "rematch": "invitation",
    END: "end",
    TEST: "test",
}


@dataclass(frozen=True)
class Row:
    """A row of the table of preferences."""

    label: str | Promise
    subject: str | Promise
    kinds: tuple[str, ...]  # the kinds of notices in this row
    # The default ways. E-mail is never among them, since people have to ask for it; somebody who
    # registers a device for push has asked for that.
    ways: frozenset[str] = frozenset({SITE, PUSH})


ROWS: dict[str, Row] = {
    "move": Row(_("My turn, in slow matches"), _("It's your turn"), ("move",)),
    "start": Row(_("A match begins"), _("A match has begun"), ("start",)),
    "invitation": Row(_("An invitation"), _("You are invited"), ("invitation",)),
    "rematch": Row(_("A rematch"), _("A rematch"), ("rematch",)),
    "friend": Row(
        _("Friend requests and replies"),
        _("Friends"),
        ("friend-request", "friend"),
        frozenset({SITE}),
    ),
    "pause": Row(
        _("A pause is proposed, starts or ends, or a table waits for me"), _("A pause"), ("pause",)
    ),
    "result": Row(_("Auction results"), _("An auction is over"), ("auction",)),
    "reminder": Row(
        _("An auction I have no bids in"),
        _("An auction without your bids"),
        ("auction-reminder",),
    ),
    "opening": Row(_("Table alerts"), _("A table is open"), ("table",)),
    "answer": Row(
        _("Moderators' decisions on me, my reports and appeals"),
        _("A moderator's decision"),
        ("report", "appeal", "decision"),
    ),
    "house": Row(
        _("Other updates on my tables and packs"),
        _("Your tables and packs"),
        ("options", "owner", "pack", "closed"),
        frozenset({SITE}),
    ),
}
_ROW_OF = {kind: name for name, row in ROWS.items() for kind in row.kinds}


def row_of(kind: str) -> str:
    """Return the row that a kind of notice belongs to."""
    return _ROW_OF.get(kind, "house")


def subject_of(kind: str) -> str:
    """Return the subject for notices of this kind, for display with their text."""
    subjects = {TEST: _("A test"), ACCOUNT: _("Your account"), END: _("A match is over")}
    return str(subjects.get(kind) or ROWS[row_of(kind)].subject)


# --- Results of deliveries


@dataclass(frozen=True)
class Result:
    """The result of trying to deliver."""

    fate: str = Delivery.Fate.SENT
    fault: str = ""  # a short code
    gone: bool = False  # True if nothing can be delivered there again, whatever is sent
    wait: float = 0  # seconds that the other side asks us to wait before the next try


SENT = Result()


def later(fault: str, wait: float = 0) -> Result:
    """Return a result for a delivery that may work at the next try."""
    return Result(Delivery.Fate.WAITS, fault, wait=wait)


def refused(fault: str, *, gone: bool = False) -> Result:
    """Return a result for a delivery that will not work, however often it is tried."""
    return Result(Delivery.Fate.REFUSED, fault, gone=gone)
