"""A deployment as a layered tree: its parts, its layout and its SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

# --- Parts of a tree: plain data, in units of the SVG


BOARD = "board"


@dataclass(frozen=True)
class Block:
    """A card of a deployment, without a place."""

    id: str
    deck: str  # CORE, SERVICE or APP
    needs: tuple[str, ...] = ()  # features, like `gives`
    gives: tuple[str, ...] = ()


@dataclass(frozen=True)
class Port:
    """A feature given (above a block) or needed (below it)."""

    feature: str
    x: float
    y: float


@dataclass(frozen=True)
class Node:
    """A block with its place."""

    id: str
    deck: str
    x: float  # its middle
    y: float  # its top
    gives: tuple[Port, ...]
    needs: tuple[Port, ...]


@dataclass(frozen=True)
class Edge:
    """A dependency: from the port below a block to the port of its provider."""

    feature: str
    user: str
    server: str
    start: tuple[float, float]
    end: tuple[float, float]
    # For each row in between: the x of the line, the top and the bottom of the row.
    past: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True)
class Plate:
    """A link on the ground."""

    id: str
    x: float  # the upper left corner, with `y`
    y: float


@dataclass(frozen=True)
class Layer:
    """The vertical extent of a layer."""

    top: float
    bottom: float


@dataclass(frozen=True)
class Tree:
    """A deployment with its layout."""

    nodes: tuple[Node, ...]  # from bottom to top, the board first
    edges: tuple[Edge, ...]
    plates: tuple[Plate, ...]
    layers: tuple[Layer, ...]
    bar: float  # the top of the bandwidth bar
    height: float


# --- Layout: LINK at the bottom, then the board, CORE, SERVICE and APP
#
# Cards of one layer may serve each other (DNS needs UDP), so a layer has as many rows as its
# longest chain, and every line leads down. In a row, cards are placed above their providers.


WIDTH = 276.0  # few enough that text is 14 px high in a column of a window or on a phone
NODE_WIDTH, NODE_HEIGHT = 82.0, 46.0
BOARD_WIDTH, BOARD_HEIGHT = 240.0, 28.0
PLATE_WIDTH, PLATE_HEIGHT = 60.0, 22.0
BAR_HEIGHT = 20.0
APP_PORTS = -32.0  # from the middle of an application to its user features
IN_ROW, PLATES_IN_ROW = 3, 4
GAP = 24.0  # between rows, where the lines are
BESIDE = 4.0  # between a line and the blocks it passes
SWAY = 9.0  # every other row is shifted to the left, so that lines show between the blocks
EDGE = 12.0  # the margin at the top and at the bottom
UPPER = ("CORE", "SERVICE", "APP")

_Rows = list[tuple[str, list[Block]]]


def lay_out(blocks: Sequence[Block], links: Sequence[str]) -> Tree:
    """Return the tree of a deployment.

    `links` are titles, repeated if there are several.
    """
    rows = _rows(blocks)
    height = _height(len(rows), len(links))
    board = _board_node(height, len(links))
    nodes = [board]
    for number, (deck, row) in enumerate(rows):
        y = board.y - (number + 1) * (NODE_HEIGHT + GAP)
        sway = (SWAY if number % 2 else -SWAY) if 1 < len(row) < IN_ROW else 0.0
        nodes += _row(deck, row, (sway, y), {node.id: node for node in nodes}, blocks)
    return Tree(
        nodes=tuple(nodes),
        edges=tuple(_edges(nodes)),
        plates=tuple(_plates(links, board.y + BOARD_HEIGHT + EDGE / 2)),
        layers=tuple(_layers(nodes)),
        bar=height - EDGE / 2 - BAR_HEIGHT,
        height=height,
    )


def servers_of(feature: str, blocks: Iterable[Block]) -> list[str]:
    """Return the ids of the blocks that give this feature, the board last."""
    found = [block.id for block in blocks if feature in block.gives and block.deck != "APP"]
    return [*found, BOARD] if feature in ("routing", "stream") else found


def _rows(blocks: Sequence[Block]) -> _Rows:
    """Return the rows from bottom to top; a row that is too long is split."""
    rows: _Rows = []
    depths = {block.id: _depth(block, blocks) for block in blocks}
    for deck in UPPER:
        layer = [block for block in blocks if block.deck == deck]
        for depth in sorted({depths[block.id] for block in layer}):
            row = [block for block in layer if depths[block.id] == depth]
            rows += [(deck, part) for part in _split(row)]
    return rows


def _depth(block: Block, blocks: Sequence[Block], above: tuple[str, ...] = ()) -> int:
    """Return the length of the longest chain of cards of its own layer below a card."""
    below = [
        other
        for other in blocks
        if other.deck == block.deck
        and other.id not in (block.id, *above)
        and set(other.gives) & set(block.needs)
        and block.deck != "APP"
    ]
    return max((1 + _depth(other, blocks, (*above, block.id)) for other in below), default=0)


def _split(row: Sequence[Block]) -> list[list[Block]]:
    """Split a row into even parts of at most `IN_ROW`."""
    count = -(-len(row) // IN_ROW)
    size = -(-len(row) // count)
    return [list(row[start : start + size]) for start in range(0, len(row), size)]


def _height(rows: int, links: int) -> float:
    plates = -(-links // PLATES_IN_ROW) * (PLATE_HEIGHT + 4)
    return EDGE + rows * (NODE_HEIGHT + GAP) + BOARD_HEIGHT + plates + EDGE + BAR_HEIGHT + EDGE / 2


def _board_node(height: float, links: int) -> Node:
    plates = -(-links // PLATES_IN_ROW) * (PLATE_HEIGHT + 4)
    y = height - EDGE / 2 - BAR_HEIGHT - EDGE - plates - BOARD_HEIGHT
    middle = WIDTH / 2
    gives = (
        Port("routing", middle - BOARD_WIDTH / 4, y),
        Port("stream", middle + BOARD_WIDTH / 4, y),
    )
    return Node(BOARD, "LINK", middle, y, gives, ())


def _row(
    deck: str,
    row: Sequence[Block],
    place: tuple[float, float],
    below: Mapping[str, Node],
    blocks: Sequence[Block],
) -> list[Node]:
    sway, y = place
    wished = {block.id: _preferred_x(block, below, blocks) for block in row}
    order = sorted(row, key=lambda block: wished[block.id])
    step = WIDTH / len(order)
    return [_placed_node(block, deck, step * (n + 0.5) + sway, y) for n, block in enumerate(order)]


def _preferred_x(block: Block, below: Mapping[str, Node], blocks: Sequence[Block]) -> float:
    """Return the middle of the providers of a block, above which it should be."""
    ports = [
        port.x
        for need in block.needs
        for server in servers_of(need, blocks)
        if server in below
        for port in below[server].gives
        if port.feature == need
    ]
    return sum(ports) / len(ports) if ports else WIDTH / 2


def _placed_node(block: Block, deck: str, x: float, y: float) -> Node:
    aside = APP_PORTS if deck == "APP" else 0.0  # the users are on the right
    gives = tuple(
        _ports(block.gives, x + aside + 9 * (len(block.gives) - 1) * bool(aside), y, 18.0)
    )
    needs = tuple(_ports(block.needs, x, y + NODE_HEIGHT, 26.0))
    return Node(block.id, deck, x, y, gives, needs)


def _ports(features: Sequence[str], x: float, y: float, step: float) -> list[Port]:
    left = x - step * (len(features) - 1) / 2
    return [Port(feature, left + step * place, y) for place, feature in enumerate(features)]


def _edges(nodes: Sequence[Node]) -> list[Edge]:
    return [
        Edge(
            need.feature, node.id, server.id, (need.x, need.y), (port.x, port.y),
            tuple(_waypoints((need.x, need.y), (port.x, port.y), nodes)),
        )
        for node in nodes
        for need in node.needs
        for server in nodes
        if server.deck != "APP" and server.id != node.id
        for port in server.gives
        if port.feature == need.feature
    ]  # fmt: skip


def _waypoints(
    start: tuple[float, float], end: tuple[float, float], nodes: Sequence[Node]
) -> Iterator[tuple[float, float, float]]:
    """Yield the places where a line passes the rows in between.

    They are beside the blocks, close to a straight line.
    """
    (x, y), (to_x, to_y) = start, end
    for row in sorted({node.y for node in nodes if y < node.y and node.y + NODE_HEIGHT < to_y}):
        straight = x + (to_x - x) * (row + NODE_HEIGHT / 2 - y) / (to_y - y)
        blocks = [node.x for node in nodes if node.y == row]
        ways = (min(max(straight, left), right) for left, right in _free_intervals(sorted(blocks)))
        x, y = min(ways, key=lambda way: abs(way - straight)), row + NODE_HEIGHT
        yield x, row, y


def _free_intervals(blocks: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Yield the free intervals of a row, from left to right."""
    half = NODE_WIDTH / 2 + BESIDE
    lefts = (BESIDE, *(block + half for block in blocks))
    rights = (*(block - half for block in blocks), WIDTH - BESIDE)
    return ((left, right) for left, right in zip(lefts, rights, strict=True) if left <= right)


def _plates(links: Sequence[str], top: float) -> list[Plate]:
    found = []
    for start in range(0, len(links), PLATES_IN_ROW):
        row = links[start : start + PLATES_IN_ROW]
        left = (WIDTH - len(row) * PLATE_WIDTH - (len(row) - 1) * 4) / 2
        y = top + start // PLATES_IN_ROW * (PLATE_HEIGHT + 4)
        found += [Plate(link, left + n * (PLATE_WIDTH + 4), y) for n, link in enumerate(row)]
    return found


def _layers(nodes: Sequence[Node]) -> list[Layer]:
    """Return the stripes behind the rows."""
    found = []
    # The board and the links share the space below, without a stripe.
    for deck in UPPER:
        tops = [node.y for node in nodes if node.deck == deck]
        if tops:
            found.append(Layer(min(tops) - GAP / 2, max(tops) + NODE_HEIGHT + GAP / 2))
    return found


# --- SVG of a tree. Colours are classes (interop.css); ports and bodies are in the sprite.


@dataclass(frozen=True)
class Look:
    """The labels and marks of a node."""

    name: str
    users: int | None = None  # on an application
    licence: str = ""  # "", open, rand or closed
    fee: int = 0
    hue: int | None = None  # of the deployer of an adopted protocol, like `owner`
    owner: str = ""


@dataclass(frozen=True)
class Flow:
    """The bandwidth in use, and the capacity."""

    used: int
    capacity: int


def draw(tree: Tree, looks: Mapping[str, Look], flow: Flow, *, moves: bool = False) -> SafeString:
    """Render the SVG of a tree.

    `moves` is True for the one tree of a page whose cards move and light up.
    """
    return format_html(
        '<svg class="io-tree" viewBox="0 0 {} {}" aria-hidden="true">{}{}{}{}{}</svg>',
        _n(WIDTH),
        _n(tree.height),
        _join(_layer(layer) for layer in tree.layers),
        _join(_edge(edge, moves=moves) for edge in tree.edges),
        _join(_plate(plate, looks[plate.id]) for plate in tree.plates),
        _join(_render_node(node, looks, moves=moves) for node in tree.nodes),
        _bar(tree.bar, flow),
    )


def _layer(layer: Layer) -> SafeString:
    return format_html(
        '<rect class="io-stripe" y="{}" width="{}" height="{}" rx="6"/>',
        _n(layer.top),
        _n(WIDTH),
        _n(layer.bottom - layer.top),
    )


def _edge(edge: Edge, *, moves: bool) -> SafeString:
    x, y = edge.start
    path = f"M{_n(x)} {_n(y)}"
    for to_x, top, bottom in (*edge.past, (*edge.end, edge.end[1])):
        bend = (y + top) / 2
        path += f"C{_n(x)} {_n(bend)} {_n(to_x)} {_n(bend)} {_n(to_x)} {_n(top)}V{_n(bottom)}"
        x, y = to_x, bottom
    ends = format_html(' data-user="{}" data-server="{}"', edge.user, edge.server) if moves else ""
    return format_html('<path class="io-edge"{} d="{}"/>', ends, path)


def _plate(plate: Plate, look: Look) -> SafeString:
    return format_html(
        '<g class="io-plate" transform="translate({} {})"><use href="#iob-plate"/>'
        '<use href="#io-{}" x="5" y="4" width="14" height="14"/><text x="38" y="17">{}</text></g>',
        _n(plate.x),
        _n(plate.y),
        plate.id,
        look.name,
    )


def _render_node(node: Node, looks: Mapping[str, Look], *, moves: bool) -> SafeString:
    """Render a node around the middle of its upper edge."""
    look = looks.get(node.id)
    named = format_html(' data-node="{}"', node.id) if moves else ""
    flip = format_html(' data-flip="{}"', node.id) if moves and look else ""
    # The outer group is the one that moves.
    return format_html(
        '<g{}{}><g class="io-node" data-deck="{}" transform="translate({} {})">'
        '<use class="io-body" href="#iob-{}"/>{}{}{}{}</g></g>',
        named,
        flip,
        node.deck,
        _n(node.x),
        _n(node.y),
        node.deck.lower(),
        _name(node, look.name) if look else _board(node),
        _join(_port(port, node) for port in node.gives),
        _join(_notch(port, node) for port in node.needs),
        _marks(look) if look else "",
    )


def _board(node: Node) -> SafeString:
    words = zip(("IP", "TCP"), node.gives, strict=True)
    rows = ((_n(port.x - node.x), word) for word, port in words)
    return format_html_join("", '<text x="{}" y="23">{}</text>', rows)


def _name(node: Node, name: str) -> SafeString:
    """Render a name as HTML, which can break and cut it; the tooltip has it whole."""
    return format_html(
        '<foreignObject class="io-name" x="{}" y="9" width="{}" height="{}">'
        '<span title="{}"><b>{}</b></span></foreignObject>',
        _n(2 - NODE_WIDTH / 2),
        _n(NODE_WIDTH - 4),
        _n(NODE_HEIGHT - 11),
        name,
        name,
    )


def _port(port: Port, node: Node) -> SafeString:
    aside = port.x - node.x
    place = format_html(' x="{}"', _n(aside)) if aside else ""
    return format_html('<use href="#iop-{}"{}/>', port.feature, place)


def _notch(port: Port, node: Node) -> SafeString:
    x, y = _n(port.x - node.x), _n(port.y - node.y)
    return format_html('<circle class="io-notch" cx="{}" cy="{}" r="3"/>', x, y)


def _marks(look: Look) -> SafeString:
    """Render the users of an application, or the owner and licence of a protocol."""
    found = []
    if look.users is not None:
        found.append(
            format_html(
                '<g class="io-users"><rect x="1" y="-11" width="42" height="20" rx="10"/>'
                '<use href="#io-user" x="5.5" y="-7" width="12" height="12"/>'
                '<text x="29.5" y="5">{}</text></g>',
                look.users,
            )
        )
    if look.hue is not None:
        found.append(_owner(look))
    # An open licence has no marker.
    if look.licence in ("rand", "closed"):
        words = format_html('class="io-marker" data-licence="{}"', look.licence)
        found.append(_disc(33, words, look.fee or ""))
    return _join(found)


def _owner(look: Look) -> SafeString:
    """Render the owner as the colour and the pattern of their seat."""
    return format_html(
        '<foreignObject class="io-whose" data-hue="{}" x="-44" y="-7" width="18" height="18">'
        '<span title="{}"></span></foreignObject>',
        look.hue,
        look.owner,
    )


def _disc(x: int, attributes: SafeString, text: str | int) -> SafeString:
    """Render a small round mark on the shoulder of a node."""
    return format_html(
        '<g {}><circle cx="{}" cy="2" r="10.5"/><text x="{}" y="7.5">{}</text></g>',
        attributes,
        x,
        x,
        text,
    )


def _bar(top: float, flow: Flow) -> SafeString:
    """Render the bandwidth in use out of the capacity."""
    high = BAR_HEIGHT
    full = WIDTH * min(1.0, flow.used / max(1, flow.capacity))
    return format_html(
        '<g class="io-flow" transform="translate(0 {})">'
        '<rect class="io-flow-all" width="{}" height="{}" rx="10"/>'
        '<rect class="io-flow-used" width="{}" height="{}" rx="10"/>'
        '<text x="{}" y="15.5">{} / {}</text></g>',
        _n(top),
        _n(WIDTH),
        _n(high),
        _n(max(full, high if flow.used else 0)),
        _n(high),
        _n(WIDTH / 2),
        flow.used,
        flow.capacity,
    )


def _join(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def _n(value: float) -> str:
    """Format a number as short as possible, to a tenth."""
    return f"{value:.1f}".removesuffix(".0")
