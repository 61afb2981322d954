"""Twenty thousand hostile posts and socket messages: no error, no change, no leak."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.support.blanks_http import hand_in, set_table, start
from tests.support.client import FORM, Client, guest
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.slow

POSTS = 18_000
MESSAGES = 4_000
THREADS = 4

# Text nobody types: broken UTF-8, a lone surrogate, NUL, direction marks, floods, markup.
ODD = [
    b"", b" ", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80\xaeabc",
    b"e" + "\u0301".encode() * 300, "\U0001f3ad".encode() * 50, b"A" * 5000, b"-1",
    b"1e309", b"NaN", b"0x10", b"99999999999999999999", b"1.5", b"null", b"[]", b"{}", b"true",
    b"<script>alert(1)</script>", b"{{ m.secret }}", b"{% debug %}", b"' OR 1=1 --", b"../../etc",
    b"%00", b"\r\nSet-Cookie: a=b", "ﬀⅫ".encode(), "\ue000".encode(), b"play", b"w001",
]  # fmt: skip
ACTIONS = [
    b"play", b"vote", b"discard", b"back", b"timeout", b"abort", b"join", b"leave", b"pass",
    b"abstain", b"begin", b"", b"PLAY", b"\x00", b"play play",
]  # fmt: skip
FIELDS = [
    b"action", b"round", b"cards", b"handle", b"key", b"decision", b"name", b"password", b"agrees",
    b"text", b"room", b"reason", b"option_target_score", b"least", b"most", b"access", b"next",
]  # fmt: skip
COMMANDS = [
    "act", "join", "watch", "leave", "kick/0", "kick/1", "kick/99999999999", "bot", "invite",
    "link", "unlink", "start", "cancel", "back", "stop", "rematch", "record.json", "come/no-token",
    "news", "nonsense", "act/act",
]  # fmt: skip
QUERIES = ["", "?since=0:0", "?since=%00", "?since=" + "9" * 300, "?a&b&=&c=%ff"]
# What a player of the match may rightly do to it is left out: it would change it.
NOT_A_PLAYERS = {"leave", "stop", "bot", "invite", "link", "unlink"}
ELSEWHERE = [
    "/chat/send/", "/chat/delete/1/", "/chat/read/", "/sit/{match}/", "/change/{match}/",
    "/set/blanks/", "/set/nothing/", "/packs/", "/packs/upload/", "/settings/", "/block/",
    "/m/{match}/", "/m/zzzzzzzzzz/act/", "/rules/blanks/", "/health/ready", "/admin/",
    "/m/%00/act/", "/m/%F0%9F%8E%AD/", "/people/%2e%2e/", "//evil.example/", "/verify.py",
]  # fmt: skip


@dataclass
class Actor:
    """Who is hostile. `foreign`: texts of cards that must never reach this one."""

    client: Client
    player: bool = False
    foreign: frozenset[str] = frozenset()
    seen: Counter[int] = field(default_factory=Counter)


@dataclass
class Scene:
    """A running match in Play, those around it, and what its row holds."""

    site: EmbeddedSite
    match: str
    actors: list[Actor]
    before: str


STATE = """
import hashlib
from games.models import Match
m = Match.objects.get(public_id={match!r})
seats = list(m.seats.values_list("index", "user_id", "status", "away", "stand_in"))
log = m.log.count()
print(hashlib.sha256(bytes(m.snapshot)).hexdigest(), m.version, m.status, log, seats, m.stop_votes)
"""


@pytest.fixture(scope="module")
def scene(site: EmbeddedSite) -> Scene:
    players = [guest(site.url) for _ in range(3)]
    kicked, watcher, stranger = guest(site.url), guest(site.url), guest(site.url)
    match = set_table(*players, kicked, late_join=None, kick_in_play=None, most="5")
    page = players[0].get(f"/m/{match}/").text
    index = re.findall(r"/kick/(\d+)/", page)[-1]
    assert players[0].post(f"/m/{match}/kick/{index}/").accepted
    start(players[0], match)
    assert watcher.get(f"/m/{match}/").status == 200
    hands = [_texts(player, match) for player in players]
    every = frozenset().union(*hands)
    assert all(hands)
    actors = [
        Actor(player, player=True, foreign=every - own)
        for player, own in zip(players, hands, strict=True)
    ]
    outsiders = (kicked, watcher, stranger, Client(site.url))
    actors += [Actor(client, foreign=every) for client in outsiders]
    return Scene(site, match, actors, site.shell(STATE.format(match=match)))


def _texts(player: Client, match: str) -> frozenset[str]:
    """The texts of the cards this player holds."""
    page = player.get(f"/m/{match}/").text
    assert hand_in(page)
    return frozenset(re.findall(r'data-fill="([^"]+)"', page))


def _body(chance: random.Random) -> bytes:
    pairs = [(b"action", chance.choice(ACTIONS))] if chance.random() < 0.7 else []
    if chance.random() < 0.5:
        pairs.append((b"round", chance.choice([b"0", b"2", b"99", b"-1", *ODD])))
    pairs += [(chance.choice(FIELDS), chance.choice(ODD)) for _ in range(chance.randrange(6))]
    if chance.random() < 0.02:
        pairs += [(b"cards", b"x" * 100)] * chance.randrange(1, 600)
    if chance.random() < 0.002:
        pairs.append((b"text", b"y" * 1_000_000))
    return b"&".join(
        quote_from_bytes(name).encode() + b"=" + quote_from_bytes(value).encode()
        for name, value in pairs
    )


def _headers(actor: Actor, chance: random.Random) -> dict[str, str]:
    headers = {"Content-Type": FORM}
    if chance.random() < 0.95:
        headers["X-CSRFToken"] = actor.client.cookies.get("csrftoken", "")
    if chance.random() < 0.5:
        headers["HX-Request"] = "true"
    if chance.random() < 0.3:
        headers["X-Since"] = chance.choice(["0:0", "9:9", "x", "-1", ":", "1" * 400, "0:1e9"])
    if chance.random() < 0.05:
        headers["Content-Type"] = chance.choice(
            ["application/json", "multipart/form-data; boundary=x", "text/plain", "x", ""]
        )
    return headers


def _path(actor: Actor, match: str, chance: random.Random) -> str:
    if chance.random() < 0.8:
        known = [c for c in COMMANDS if not (actor.player and c in NOT_A_PLAYERS)]
        command = "act" if chance.random() < 0.5 else chance.choice(known)
        return f"/m/{match}/{command}/"
    return chance.choice(ELSEWHERE).format(match=match)


def _fire(scene: Scene, actor: Actor, count: int, seed: str) -> None:
    chance = random.Random(seed)
    client = actor.client.twin()
    for _ in range(count):
        path = _path(actor, scene.match, chance)
        method = "POST" if chance.random() < 0.93 else chance.choice(["GET", "PUT", "DELETE"])
        try:
            answer = client.request(method, path, _body(chance), _headers(actor, chance))
        except ConnectionError:
            client.close()
            continue
        actor.seen[answer.status] += 1
        assert answer.status < 500, (method, path, answer.status)
        if path.startswith("/m/"):
            _holds_no(answer.text, actor, path)


def _holds_no(text: str, actor: Actor, where: str) -> None:
    leaked = [card for card in actor.foreign if card in text]
    assert not leaked, f"{where} told of a foreign hand: {leaked[:3]}"


def _shout(scene: Scene, actor: Actor, count: int, seed: str) -> int:
    """Sends messages over sockets of this actor; a socket the house has closed is left."""
    chance = random.Random(seed)
    pages = [f"match/{scene.match}", "lobby/all", "match/zzzz", "house/all", "nothing/x", "mine/x"]
    sent = 0
    while sent < count:
        path = f"/live/{chance.choice(pages)}/{chance.choice(QUERIES)}"
        with (
            suppress(InvalidHandshake, ConnectionClosed, OSError),
            actor.client.twin().socket(path) as socket,
        ):
            sent += _babble(socket, actor, chance, min(50, count - sent))
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
            _holds_no(str(socket.recv(timeout=0.05)), actor, "a socket")
    return count


def _all_at_once(jobs: Sequence[Any]) -> list[Any]:
    with ThreadPoolExecutor(THREADS) as pool:
        return [future.result() for future in [pool.submit(*job) for job in jobs]]


def test_hostile_posts_change_nothing_and_tell_nothing(scene: Scene) -> None:
    each = -(-POSTS // len(scene.actors))
    _all_at_once(
        [(_fire, scene, actor, each, f"posts {n}") for n, actor in enumerate(scene.actors)]
    )
    statuses = sum((actor.seen for actor in scene.actors), Counter[int]())
    assert statuses.total() >= 0.99 * POSTS
    assert scene.site.shell(STATE.format(match=scene.match)) == scene.before


def test_hostile_messages_change_nothing_and_tell_nothing(scene: Scene) -> None:
    each = -(-MESSAGES // len(scene.actors))
    sent = _all_at_once(
        [(_shout, scene, actor, each, f"socket {n}") for n, actor in enumerate(scene.actors)]
    )
    assert sum(sent) >= MESSAGES
    assert POSTS * 0.99 + MESSAGES >= 20_000
    assert scene.site.shell(STATE.format(match=scene.match)) == scene.before
