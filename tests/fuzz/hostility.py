"""Attackers, who send what no page sends to a match that must not change."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_from_bytes, urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.fuzz.routes import ACTION_FIELDS, PLAYERS_RIGHTS, Route, routes
from tests.support.blanks_http import hand_in, set_table, start
from tests.support.client import FORM, Answer, Client, guest
from tests.support.site import Site

THREADS = 4
PASSWORD = "quiet-otter-lantern"

# Texts nobody types: broken UTF-8, a lone surrogate, NUL, direction marks, floods, markup.
ODD = [
    b"", b" ", b"\x00", b"a\x00b", b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    b"\xe2\x80\xaeabc", b"e" + "\u0301".encode() * 300, "\U0001f3ad".encode() * 50, b"A" * 5000,
    b"-1", b"1e309", b"NaN", b"0x10", b"9" * 20, b"9" * 5000, b"1.5", b"null", b"[]", b"{}",
    b"true", b"<script>alert(1)</script>", b"{{ m.secret }}", b"{% debug %}", b"' OR 1=1 --",
    b"../../etc", b"%00", b"\r\nSet-Cookie: a=b", "ﬀⅫ".encode(), "\ue000".encode(), b"play",
    b"w001", b"//evil.example/", b"https://evil.example/", b"/\\evil.example", b"lobby",
    b"javascript:alert(1)", b"[" * 3000, b'{"action":"timeout"}',
]  # fmt: skip
ACTIONS = [
    *sorted(ACTION_FIELDS),
    b"PLAY",
    b"timeout",
    b"abort",
    b"join",
    b"leave",
    b"",
    b"\x00",
    b"play play",
]
FIELDS = [
    b"key", b"decision", b"name", b"password", b"agrees",
    b"text", b"room", b"reason", b"option_target_score", b"option_packs", b"least", b"most",
    b"access", b"next", b"upto", b"ready", b"invited", b"theme", b"here", b"language", b"age",
    b"login", b"email", b"hue", b"time_zone", b"display_name", b"code", b"csrfmiddlewaretoken",
    *sorted(set().union(*ACTION_FIELDS.values()) - {b"cards", b"round"}),
]  # fmt: skip
QUERIES = [
    "?since=0:0", "?since=%00", "?since=" + "9" * 300, "?a&b&=&c=%ff", "?page=" + "9" * 40,
    "?page=%00&game=%00&pace=x", "?next=//evil.example/", "?preset=%00", "?" + "a=1&" * 300,
]  # fmt: skip
SOCKETS = [
    "match/{match}", "match/zzzz", "lobby/all", "house/all", "mine/all", "nothing/x", "match/%00",
    "match/%ED%A0%80", "match/a/b", "lobby/%2e%2e",
]  # fmt: skip


@dataclass
class Actor:
    """An attacker."""

    client: Client
    player: bool = False
    foreign: frozenset[str] = frozenset()  # texts that must never reach this attacker
    cards: tuple[str, ...] = ()  # ids of cards in other hands
    seen: Counter[int] = field(default_factory=Counter)


@dataclass
class Scene:
    """A running match in its first round, and its attackers."""

    site: Site
    match: str
    actors: list[Actor]
    routes: list[Route]
    before: str

    @property
    def names(self) -> list[str]:
        return [actor.client.name for actor in self.actors if actor.client.name]


STATE = """
import hashlib, json
from games.models import Match
m = Match.objects.get(public_id={match!r})
seats = list(m.seats.order_by("index").values_list("index", "user_id", "status", "away"))
digest = hashlib.sha256(bytes(m.snapshot)).hexdigest()
print(json.dumps([digest, m.version, m.status, m.failures, m.log.count(), seats, m.stop_votes]))
"""
SECRETS = """
import json
from games.models import Match
m = Match.objects.get(public_id={match!r})
print(json.dumps([m.secret, m.password]))
"""


def state_of(scene: Scene) -> str:
    return scene.site.shell(STATE.format(match=scene.match))


def set_scene(site: Site) -> Scene:
    """Return a match with players, a kicked one, a watcher, a guest and a visitor."""
    players = [guest(site.url) for _ in range(3)]
    kicked, watcher, stranger = guest(site.url), guest(site.url), guest(site.url)
    closed: dict[str, Any] = {
        "late_join": None,
        "kick_in_play": None,
        "access": "password",
        "password": PASSWORD,
    }
    match = set_table(*players, kicked, most="5", **closed)
    index = re.findall(r"/kick/(\d+)/", players[0].get(f"/m/{match}/").text)[-1]
    assert players[0].post(f"/m/{match}/kick/{index}/").accepted
    start(players[0], match)
    assert watcher.post(f"/m/{match}/watch/", {"password": PASSWORD}).accepted
    hands = [_hand(player, match) for player in players]
    secret = frozenset([*json.loads(site.shell(SECRETS.format(match=match))), PASSWORD])
    every: frozenset[str] = frozenset().union(*(texts for texts, _ids in hands))
    ids = [card for _texts, own in hands for card in own]
    actors = [
        Actor(player, True, secret | (every - texts), tuple(c for c in ids if c not in own))
        for player, (texts, own) in zip(players, hands, strict=True)
    ]
    outside = (kicked, watcher, stranger, Client(site.url))
    actors += [Actor(client, False, secret | every, tuple(ids)) for client in outside]
    scene = Scene(site, match, actors, routes(), "")
    scene.before = state_of(scene)
    return scene


def _hand(player: Client, match: str) -> tuple[frozenset[str], list[str]]:
    """Return texts and ids of the cards this player holds, as they are in pages."""
    page = player.get(f"/m/{match}/").text
    texts = frozenset(re.findall(r'data-fill="([^"]+)"', page))
    assert texts
    return texts, hand_in(page)


def body(actor: Actor, match: str, chance: random.Random) -> bytes:
    """Return a form: sometimes almost valid, mostly not, rarely huge."""
    if chance.random() < 0.15:  # an answer with cards of another hand
        cards = [
            (b"cards", chance.choice(actor.cards).encode()) for _ in range(chance.choice((1, 2)))
        ]
        pairs = [(b"action", b"play"), (b"round", b"1"), *cards]
    else:
        pairs = [(b"action", chance.choice(ACTIONS))] if chance.random() < 0.7 else []
        if chance.random() < 0.5:
            pairs.append((b"round", chance.choice([b"0", b"2", b"99", *ODD])))
    elsewhere = f"{actor.client.url}//evil.example/"
    odd = [*ODD, *(x.encode() for x in (f"table-{match}", f"watch-{match}", match, elsewhere))]
    pairs += [(chance.choice(FIELDS), chance.choice(odd)) for _ in range(chance.randrange(6))]
    if chance.random() < 0.02:
        pairs += [(b"cards", b"x" * 100)] * chance.randrange(1, 600)
    if chance.random() < 0.002:
        pairs.append((b"text", b"y" * 1_000_000))
    return b"&".join(
        quote_from_bytes(name).encode() + b"=" + quote_from_bytes(value).encode()
        for name, value in pairs
    )


def headers(actor: Actor, chance: random.Random) -> dict[str, str]:
    found = {"Content-Type": FORM}
    if chance.random() < 0.95:
        found["X-CSRFToken"] = actor.client.cookies.get("csrftoken", "")
    if chance.random() < 0.5:
        found["HX-Request"] = "true"
    if chance.random() < 0.3:
        found["X-Since"] = chance.choice(["0:0", "9:9", "x", "-1", ":", "1" * 400, "0:1e9"])
    if chance.random() < 0.1:
        found["Content-Type"] = chance.choice(
            [
                "application/json",
                "multipart/form-data; boundary=x",
                "multipart/form-data",
                "x",
                "",
                f"{FORM}; charset=utf-7",
                "text/plain",
            ]
        )
    if chance.random() < 0.1:
        name = chance.choice(["Referer", "HX-Current-URL", "Accept-Language", "Origin", "Accept"])
        found[name] = chance.choice(
            ["http://[bad", "//evil.example/", "null", "x" * 900, "zz-" * 90]
        )
    return found


def _path(scene: Scene, actor: Actor, chance: random.Random) -> str:
    if chance.random() < 0.4:
        return f"/m/{scene.match}/act/"
    allowed = [r for r in scene.routes if not (actor.player and r.name in PLAYERS_RIGHTS)]
    path = chance.choice(allowed).path(scene.match, scene.names, chance)
    return path + (chance.choice(QUERIES) if chance.random() < 0.2 else "")


def fire(scene: Scene, actor: Actor, count: int, seed: str) -> None:
    """Send requests and check the responses."""
    chance = random.Random(seed)
    client = actor.client.twin()
    cookies = dict(client.cookies)
    for _ in range(count):
        path = _path(scene, actor, chance)
        method = "POST" if chance.random() < 0.93 else chance.choice(["GET", "PUT", "DELETE", "X"])
        try:
            answer = client.request(
                method, path, body(actor, scene.match, chance), headers(actor, chance)
            )
        except ConnectionError:
            client.close()  # the server does not read a body that is too long
        else:
            check(answer, actor, f"{method} {path[:200]}", scene)
        client.cookies = dict(cookies)  # log-ins and log-outs must not last
        actor.seen[0] += 1
    client.close()


def check(answer: Answer, actor: Actor, where: str, scene: Scene) -> None:
    actor.seen[answer.status] += 1
    assert answer.status < 500, (where, answer.status)
    if not where.startswith(("POST /packs/p/", "GET /packs/p/", "POST /packs/report/1")):
        holds_no(answer.text, actor, where)
    host = urlsplit(answer.location).netloc
    assert host in {"", urlsplit(scene.site.url).netloc}, (where, answer.location)


def holds_no(text: str, actor: Actor, where: str) -> None:
    leaked = [card for card in actor.foreign if card in text]
    assert not leaked, f"{where} told of what is hidden: {leaked[:3]}"


def shout(scene: Scene, actor: Actor, count: int, seed: str) -> int:
    """Send messages over sockets.

    Return their number, including connections that were refused.
    """
    chance = random.Random(seed)
    sent = 0
    while sent < count:
        page = chance.choice(SOCKETS).format(match=scene.match)
        path = f"/live/{page}/{chance.choice(['', *QUERIES])}"
        with (
            suppress(InvalidHandshake, ConnectionClosed, OSError),
            actor.client.twin().socket(path) as socket,
        ):
            sent += _babble(socket, actor, chance, min(80, count - sent))
        sent += 1
    return sent


def _babble(socket: Any, actor: Actor, chance: random.Random, count: int) -> int:
    for number in range(count):
        word = chance.choice(ODD)
        if chance.random() < 0.01:
            word = b"z" * 900_000
        try:
            socket.send(word if chance.random() < 0.5 else word.decode("utf-8", "replace"))
        except ConnectionClosed:
            return number
    with suppress(TimeoutError, ConnectionClosed):
        while True:
            holds_no(str(socket.recv(timeout=0.05)), actor, "a socket")
    return count


def all_at_once(scene: Scene, work: Any, total: int, seed: str) -> list[Any]:
    """Share the work among all attackers, in threads."""
    each = -(-total // len(scene.actors))
    with ThreadPoolExecutor(THREADS) as pool:
        jobs = [
            pool.submit(work, scene, actor, each, f"{seed} {number}")
            for number, actor in enumerate(scene.actors)
        ]
        return [job.result() for job in jobs]
