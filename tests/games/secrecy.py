"""Everything a viewer is sent of a match, and changes of what they may not know."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.cache import caches
from django.test import Client

from chat.core import templates
from chat.live.batch import one_batch
from chat.live.fragments import open_page
from games.engine import codec
from games.engine.base import Event
from games.engine.dealer import Dealer
from games.models import LogEntry, Match, Seat
from games.page import html_cache, snapshot as snapshots
from games.services.match_engine import engine_of, state_of
from lobby.accounts.tokens import make_token
from tests.support.rollback import undone

CSRF = re.compile(r'(csrfmiddlewaretoken" value=|name="csrf-token" content=)"\w+"')
NOW = re.compile(r'data-now="[^"]*"')
SCRIPT = {"HX-Request": "true", "X-Since": "0:0"}
LOOKS = ("", "?view=players", "?view=plots", "?view=day&day=0", "?view=day&day=6")


def all_sent(match: Match, user: Any) -> dict[str, str]:
    """Return everything this user is sent of this match, rendered afresh, by name."""
    here, browser = f"/m/{match.public_id}/", Client()
    browser.force_login(user)
    looks = LOOKS if match.game == "venice" else ("",)
    sent = {}
    with rolled_back():
        for look in looks:
            _forget_everything()
            sent[f"page {look}"] = _settled(browser.get(here + look).content.decode())
        sent.update(_parts(match, user))
        answers: dict[str, Callable[[], Any]] = {
            "news": lambda: browser.get(f"{here}news/", headers=SCRIPT),
            "refusal": lambda: browser.post(f"{here}start/", headers=SCRIPT),
            "answer": lambda: browser.post(f"{here}guide/", {"on": "1"}, headers=SCRIPT),
            "notices": lambda: browser.get("/chat/notices/"),
            "lobby": lambda: browser.get("/lobby/"),
        }
        for name, ask in answers.items():
            _forget_everything()
            sent[name] = _settled(ask().content.decode())
        sent.update(_over_the_api(match, user))
    return sent


def _over_the_api(match: Match, user: Any) -> Iterator[tuple[str, str]]:
    """Yield what the API answers this user's programs; moderators have none."""
    if user.is_staff:
        return
    _token, text = make_token(user=user, name="program", scopes=["play"])
    program = Client(headers={"Authorization": f"Bearer {text}", "Idempotency-Key": "k"})
    table = f"tables/{match.public_id}"
    looked_at = ("me/matches", "tables", "tables?list=running", table)
    room = (
        f"rooms/{'table' if match.seats.filter(user=user) else 'watch'}-{match.public_id}/messages"
    )
    asked: tuple[str, ...] = (
        f"{table}/seat",
        f"{table}/stream?wait=0",
        f"{table}/steps/1",
        f"{table}/record",
        room,
    )
    if match.game == "venice":
        week = f"weeks/{match.public_id}"
        asked = (week, f"{week}/stream?wait=0", f"{week}/standings", f"{table}/record", room)
        asked += tuple(f"{week}/auctions/{number}" for number in range(7))
    for path in (*looked_at, *asked):
        _forget_everything()
        yield f"api {path.replace(match.public_id, '…')}", program.get(f"/api/v1/{path}").text
    for path in ("start", "act"):
        _forget_everything()
        said = program.post(f"/api/v1/{table}/{path}", {}, content_type="application/json")
        yield f"api {path}", said.text


def _parts(match: Match, user: Any) -> Iterator[tuple[str, str]]:
    """Yield the fragments sent over a socket, and the one-time views."""
    _forget_everything()
    with one_batch():
        page = open_page("match", user, match.public_id, {"since": "0:0"})
        page.join_batch()
        page.check()
        for part in page.parts:
            yield part.id, str(part.changes(whole=True))


def _settled(html: str) -> str:
    """Return the HTML without times and tokens."""
    return NOW.sub("", CSRF.sub("", html))


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll back the database after the block, and clear all caches."""
    with undone():
        yield
    _forget_everything()


def _forget_everything() -> None:
    """Clear all caches, as in a new process."""
    caches["fleeting"].clear()
    snapshots._snapshots.clear()
    html_cache._cache.clear()
    templates._kept.cache_clear()
    for name, module in list(sys.modules.items()):
        if not name.startswith(("games.", "auctions.")) or ".engine." in name or ".rules." in name:
            continue
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def scramble_match(match: Match, seat: int | None, seed: str) -> bool:
    """Change everything in the database that this seat may not know.

    That is the state, others' events and actions, the drawn results, the secret, and others'
    preferences. Returns True if the state has changed.
    """
    before, engine = state_of(match), engine_of(match)
    after = engine.scramble(before, seat, Dealer(seed, 1))
    decision = engine.pending(after)
    fields: dict[str, Any] = {"snapshot": codec.encode(after)}
    if decision is not None:
        fields["asked"] = list(decision.asked)
    if not match.over:
        fields["secret"] = "f" * 64
    Match.objects.filter(pk=match.pk).update(**fields)
    for entry in LogEntry.objects.filter(match=match):
        _scramble_entry(entry, seat, over=match.over)
    others = Seat.objects.filter(match=match).exclude(index=-1 if seat is None else seat)
    for other in others:
        other.guided = not other.guided
        other.save(update_fields=["guided"])
    return bool(after != before)


def _scramble_entry(entry: LogEntry, seat: int | None, *, over: bool) -> None:
    """Delete the entry's events for others, and scramble its action and draws."""
    # The log with and without the events must look the same to a viewer without access to them.
    events = codec.decode(bytes(entry.events), tuple[Event, ...])
    kept = tuple(event for event in events if _is_visible(event, seat, over=over))
    entry.events = codec.encode(kept)
    entry.action = entry.drawn = codec.encode({"scrambled": True})
    entry.save(update_fields=["events", "action", "drawn"])


def _is_visible(event: Event, seat: int | None, *, over: bool) -> bool:
    return event.to is None or seat in event.to or (over and event.opens)


def leaks(match: Match, user: Any, scramble: Callable[[], object]) -> list[str]:
    """Return the names of the answers that depend on what this user may not know."""
    before = all_sent(match, user)
    with rolled_back():
        scramble()
        after = all_sent(match, user)
    return [name for name in before if before[name] != after.get(name)]
