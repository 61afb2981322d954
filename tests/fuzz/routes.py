"""All URLs of the site, with arguments an attacker would use."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from games.registry import games

# Examples of routes that are regular expressions; none is a page of this site.
PLAIN = (
    "account/confirm-email/abc:def/",
    "account/password/reset/key/1-abc/",
    "account/password/reset/key/%00-%ff/",
)
# URLs that are no pages at all.
NOWHERE = (
    "", "/evil.example/", "\\evil.example/", "live/match/x/", "static/%2e%2e/%2e%2e/etc/passwd",
    "m/%F0%9F%8E%AD/", "m/%00/act/", "people/%ED%A0%80/", "lobby", "m//act/", "%0d%0aX:%20y/",
    "admin/games/match/", "admin/games/match/1/change/", "admin/login/?next=//evil.example/",
)  # fmt: skip

# Everybody may end their own session or account, which would end the attack.
ENDS = {"account_logout", "delete_account"}
# What a player may do to the match, or to their account.
PLAYERS_RIGHTS = {
    "add_bot", "auto", "back", "cancel", "guide", "invite", "join", "keep", "leave", "make_link",
    "pause", "profile", "revoke_links", "start", "stop",
}  # fmt: skip


def _action_fields() -> dict[bytes, set[bytes]]:
    """Return every action of every game played at a table, with its fields."""
    engines = [
        engine
        for game in games().values()
        for engine in getattr(game.title, "engines", {}).values()
    ]
    return {
        kind.__struct_config__.tag.encode(): {name.encode() for name in kind.__struct_fields__}
        for engine in engines
        for kind in get_args(engine.action_type) or (engine.action_type,)
    }


ACTION_FIELDS = _action_fields()


@dataclass(frozen=True)
class Route:
    """A route of the site."""

    name: str
    parts: tuple[str, ...]  # text and, at odd places, arguments such as "slug:public_id"

    def path(self, match: str, names: list[str], chance: random.Random) -> str:
        filled = [
            _argument(part, match, names, chance) if place % 2 else part
            for place, part in enumerate(self.parts)
        ]
        return "/" + "".join(filled)


def routes() -> list[Route]:
    """Return all routes except the admin's, which only staff can use."""
    found = [
        Route(name, tuple(re.split(r"<(\w+:\w+)>", text)))
        for text, name in _walk(get_resolver().url_patterns, "")
        if name not in ENDS
    ]
    return [*found, *(Route("", (text,)) for text in (*PLAIN, *NOWHERE))]


def _walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        text = f"{before}{pattern.pattern}"
        if not isinstance(pattern.pattern, RoutePattern) or text.startswith("admin/"):
            continue
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, text)
        else:
            yield text, pattern.name or ""


def _argument(spec: str, match: str, names: list[str], chance: random.Random) -> str:
    kind, _, name = spec.partition(":")
    if name == "public_id":
        return match if chance.random() < 0.85 else chance.choice(["zzzzzzzzzz", "-", "x" * 300])
    if kind == "int":
        return chance.choice(
            ["0", "1", "2", "3", "99999999999", "9" * 30, "9" * 5000, "-1", "%D9%A3"]
        )
    if name == "game":
        return chance.choice([*games(), "nothing"])
    if name == "username":
        return chance.choice([*names, "%00", "%E2%80%AE", "%2e%2e", "a%2fb", "x" * 500])
    if chance.random() < 0.2:
        return chance.choice([*games()])
    return chance.choice(["house-pack", "w001", "b001", "no-token", "%00", "%ff", "x" * 300])
