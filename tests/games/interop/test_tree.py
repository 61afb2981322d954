"""A deployment of Interop is rendered as a layered tree (rules 7)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache
from operator import mul

import pytest

from games.interop.page.deployment import site
from games.interop.page.guide import hint
from games.interop.page.result import chart
from games.interop.page.tree import (
    NODE_HEIGHT,
    NODE_WIDTH,
    WIDTH,
    Block,
    Flow,
    Look,
    Tree,
    draw,
    lay_out,
)
from games.interop.page.typed_view import view_of
from games.interop.rules.box import CARDS
from games.interop.rules.view import BOARD, PlayerView
from tests.games.interop.play import game
from tests.games.interop.table import (
    allocating,
    ending,
    founding,
    investing,
    keeping,
    moment_at,
    played,
)
from tests.games.page.page_reader import chapters, words

LAYERS = ("LINK", "CORE", "SERVICE", "APP")


@cache
def deployments() -> Sequence[PlayerView]:
    """Return deployments in the middle and at the end of games of four and of six."""
    found: list[PlayerView] = []
    for one in (played(), game(6, 6, ("planner",))):
        for state in (one.states[len(one.states) // 2], one.states[-1]):
            found += one.engine.view(state, None).players
    return found


# By number, so that the games are played by the first test and not during collection.
in_every_deployment = pytest.mark.parametrize("number", range(2 * (4 + 6)))


def tree_of(player: PlayerView) -> Tree:
    cards = [CARDS[one.card] for one in player.cards if one.deck != "LINK"]
    blocks = [Block(card.id, card.deck, card.needs, card.provides) for card in cards]
    return lay_out(blocks, player.links)


def points(path: str) -> Iterator[tuple[float, float]]:
    """Yield points along a rendered line of curves, each followed by a vertical."""
    start, *pieces = path[1:].split("C")
    x, y = map(float, start.split(" "))
    for piece in pieces:
        curve, down = piece.split("V")
        x1, y1, x2, y2, to_x, to_y = map(float, curve.split(" "))
        for step in range(21):
            t = step / 20
            parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            yield (
                sum(map(mul, parts, (x, x1, x2, to_x))),
                sum(map(mul, parts, (y, y1, y2, to_y))),
            )
        yield to_x, (to_y + float(down)) / 2
        x, y = to_x, float(down)


@in_every_deployment
def test_every_dependency_is_a_line_downwards_that_crosses_no_block(number: int) -> None:
    player = deployments()[number]
    tree = tree_of(player)
    drawn = {(edge.user, edge.feature, edge.server) for edge in tree.edges}
    assert drawn == {
        (one.card, need.feature, server)
        for one in player.cards
        for need in one.needs
        for server in need.by
    }
    assert all(edge.start[1] < edge.end[1] for edge in tree.edges)
    looks = {one.card: Look(one.card) for one in player.cards}
    paths = re.findall(r'<path class="io-edge" d="([^"]+)"', draw(tree, looks, Flow(0, 6)))
    assert len(paths) == len(tree.edges)
    blocks = [node for node in tree.nodes if node.id != BOARD]
    for x, y in itertools.chain.from_iterable(map(points, paths)):
        assert 0 <= x <= WIDTH
        for node in blocks:
            beside = abs(x - node.x) > NODE_WIDTH / 2
            assert beside or not node.y + 0.1 < y < node.y + NODE_HEIGHT - 0.1


@in_every_deployment
def test_every_card_has_its_place_in_its_layer_and_no_two_overlap(number: int) -> None:
    player = deployments()[number]
    tree = tree_of(player)
    nodes = [node for node in tree.nodes if node.id != BOARD]
    assert sorted(node.id for node in nodes) == sorted(
        one.card for one in player.cards if one.deck != "LINK"
    )
    assert [plate.id for plate in tree.plates] == list(player.links)
    board = next(node for node in tree.nodes if node.id == BOARD)
    last = board.y
    for deck in LAYERS[1:]:  # from the board up
        layer = [node.y for node in nodes if node.deck == deck]
        if layer:
            assert max(layer) < last
            last = min(layer)
    assert all(plate.y > board.y for plate in tree.plates)
    for number, one in enumerate(nodes):
        half = NODE_WIDTH / 2
        assert half <= one.x <= WIDTH - half
        for other in nodes[number + 1 :]:
            apart = abs(one.x - other.x) >= NODE_WIDTH
            assert apart or abs(one.y - other.y) >= NODE_HEIGHT


def test_the_picture_shows_users_licences_and_bandwidth() -> None:
    found = played()
    snapshot = moment_at(found.engine, found.states[-1])
    view = view_of(snapshot, None)
    for player in view.players:
        shown = str(site(snapshot, view, player.seat).tree)
        marks = re.findall(r'data-licence="(\w+)"><circle[^>]*/><text[^>]*>(\d*)', shown)
        own = [one for one in player.cards if one.deployer == player.seat]
        assert sorted(marks) == sorted(
            (one.licence, str(one.fee or "")) for one in own if one.licence != "open"
        )
        assert shown.count("io-users") == len(player.apps)
        assert f"{player.used} / {player.capacity}" in shown
        adopted = [one for one in player.cards if one.deployer not in (None, player.seat)]
        assert shown.count("io-whose") == len(adopted)


def test_the_list_agrees_with_the_picture() -> None:
    found = played()
    snapshot = moment_at(found.engine, found.states[-1])
    view = view_of(snapshot, None)
    for player in view.players:
        layers = site(snapshot, view, player.seat).layers
        entries = [entry for layer in layers for entry in layer.entries]
        assert len(entries) == len(player.cards) + 1  # the board
        said = {entry.name: "; ".join(entry.facts) for entry in entries}
        for app in player.apps:
            assert f"{app.users} user" in said[CARDS[app.app].name]
        for one in player.cards:
            for _need in one.needs:
                assert "needs" in said[CARDS[one.card].name]


# --- Money over the rounds


def test_the_chart_and_its_table_show_the_money_after_each_round() -> None:
    snapshot = ending()
    view = view_of(snapshot, None)
    shown = chart(snapshot, view)
    assert shown is not None
    for line, player in zip(shown.lines, view.players, strict=True):
        assert line.money == (player.account.start, *(end.money for end in player.history))
        assert len(line.dots) == len(line.money)
        richest = max(line.dots, key=lambda dot: -dot.y)
        assert line.money[line.dots.index(richest)] == max(line.money)
        assert len(line.money) == view.rounds + 1
    labels = sorted(line.label for line in shown.lines)
    assert all(after - before >= 19.9 for before, after in itertools.pairwise(labels))


def test_there_is_no_chart_before_the_first_revenue() -> None:
    snapshot = founding()
    assert chart(snapshot, view_of(snapshot, None)) is None


# --- Hints for a first game


def test_every_pending_seat_gets_a_hint_with_a_link_to_the_rules() -> None:
    found, known, titles = played(), chapters("interop"), set()
    positions = [moment_at(found.engine, state) for state in found.states[::7]]
    for snapshot in (founding(), investing(), keeping(), allocating(), *positions):
        for seat in range(len(snapshot.seats)):
            given = hint(snapshot, seat)
            assert given is not None or not snapshot.view(seat).mine
            if given is not None:
                assert given.anchor in known
                assert len(words(given.text)) < 330
                titles.add(given.title)
    assert len(titles) >= 6


def test_there_are_no_hints_after_the_end() -> None:
    assert hint(ending(), 0) is None
