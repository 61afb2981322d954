"""Tables of Blanks over HTTP, played with the forms of pages without scripts."""

from __future__ import annotations

import html
import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.blanks.rules.options import BlanksOptions
from tests.support.client import Answer, Client, Fields, match_in
from tests.support.site import Site


def option_fields(**chosen: Any) -> dict[str, str | list[str]]:
    """Return the fields of the game's options as a table's form posts them."""
    found: dict[str, str | list[str]] = {}
    for name, value in msgspec.to_builtins(BlanksOptions(**chosen)).items():
        if isinstance(value, list | tuple):
            found[f"option_{name}"] = list(value)
        elif value is not False:  # an unticked checkbox is not posted
            found[f"option_{name}"] = "on" if value is True else str(value)
    return found


OPTIONS = option_fields(
    target_score=0, round_limit=30, play_seconds=600, vote_seconds=600, away_after=10
)
TABLE = {
    "name": "A table",
    "access": "open",
    "least": "2",
    "most": "12",
    "late_join": "on",
    "kick_in_play": "on",
    "spectators": "on",
    "watchers_heard": "on",
    "guests": "on",
}


@dataclass(frozen=True)
class Form:
    """A form of the match page: its fields, without the idempotency key."""

    fields: tuple[tuple[str, str], ...]

    def keyed(self, key: str = "") -> list[tuple[str, str]]:
        return [*self.fields, ("key", key or secrets.token_hex(16))]


def set_table(owner: Client, *others: Client, **changes: Any) -> str:
    """Create a table, seat these people at it and return its public id.

    `changes` are fields of the table's form; `None` leaves a field out.
    """
    form = {k: v for k, v in {**TABLE, **OPTIONS, **changes}.items() if v is not None}
    answer = owner.post("/set/blanks/", {**form, "key": secrets.token_hex(16)})
    assert answer.status == 302, answer.text
    match = match_in(answer.location)
    for person in others:
        joined = person.post(f"/m/{match}/join/", {"password": form.get("password", "")})
        assert joined.accepted, joined.text
    return match


def start(owner: Client, match: str) -> None:
    answer = owner.post(f"/m/{match}/start/", {"key": secrets.token_hex(16)})
    assert answer.accepted, answer.text


def table(people: Sequence[Client], **changes: Any) -> str:
    """Start a match of these people, the first of whom owns it, and return its id."""
    match = set_table(*people, **changes)
    start(people[0], match)
    return match


def act(person: Client, match: str, form: Fields) -> Answer:
    return person.post(f"/m/{match}/act/", form)


def forms(person: Client, match: str) -> list[Form]:
    """Return this person's possible plays, one per card in hand, or votes."""
    return forms_in(person.get(f"/m/{match}/").text)


def forms_in(page: str) -> list[Form]:
    round_number = re.search(r'name="round" value="(\d+)"', page)
    if round_number is None:
        return []
    play = re.search(r'<form id="play-form".*?</form>', page, re.S)
    if play is not None:
        return _plays(play[0], round_number[1])
    votes = re.findall(r'name="handle" value="([^"]+)"', page)
    given = (("action", "vote"), ("round", round_number[1]))
    return [Form((*given, ("handle", html.unescape(handle)))) for handle in votes]


def asked_for(person: Client, match: str) -> int:
    """Return how many cards this person has to play, or 0 if it is not their play."""
    return sum(name == "cards" for form in forms(person, match)[:1] for name, _ in form.fields)


def _plays(form: str, round_number: str) -> list[Form]:
    picks = len(re.findall(r"<select ", form))
    hand = hand_in(form)
    given = (("action", "play"), ("round", round_number))
    return [
        Form((*given, *(("cards", card) for card in (*hand[at:], *hand[:at])[:picks])))
        for at in range(len(hand))
    ]


def hand_in(page: str) -> list[str]:
    """Return the ids of the cards in the hand on this page."""
    cards = re.findall(r'data-item="([^"]+)"', page)
    return list(dict.fromkeys(html.unescape(card) for card in cards))


def play_on(people: Sequence[Client], match: str) -> int:
    """Answer for everybody who owes an answer; return how many were accepted."""
    done = 0
    for person in people:
        mine = forms(person, match)
        done += bool(mine) and act(person, match, mine[0].keyed()).accepted
    return done


LOG = """
import json
from games.models import AcceptedKey, LogEntry, Match
match = Match.objects.get(public_id={match!r})
print(json.dumps({{
    "log": [
        {{"seat": row.seat, **json.loads(bytes(row.action))}}
        for row in LogEntry.objects.filter(match=match).order_by("seq")
    ],
    "keys": AcceptedKey.objects.filter(match=match).count(),
    "status": match.status,
    "failures": match.failures,
    "entries": match.entries,
    "decision": match.decision_id,
    "seats": {{seat.index: [seat.user and seat.user.username, seat.status]
              for seat in match.seats.select_related("user")}},
}}))
"""


def truth(site: Site, match: str) -> Any:
    """Return what the database holds of a match, as plain data.

    `log` lists the actions with their seats.
    """
    return json.loads(site.shell(LOG.format(match=match)))


KEYS = """
from games.models import AcceptedKey
print(*AcceptedKey.objects.filter(match__public_id={match!r}).values_list("key", flat=True))
"""


def accepted_keys(site: Site, match: str) -> set[str]:
    """Return the keys of all commands that were applied to a match."""
    return set(site.shell(KEYS.format(match=match)).split())


def replays(site: Site, match: str) -> None:
    """Assert that replaying the log yields the snapshot."""
    assert "agrees with" in site.manage("replay", match)
