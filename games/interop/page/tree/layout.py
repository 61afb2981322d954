"""Where the cards of a deployment lie: LINK at the bottom, then the board, CORE, SERVICE, APP.

Cards of one layer may serve each other (DNS needs UDP), so a layer has as many rows as its longest
chain, and every line leads down. In a row the cards stand above what serves them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.interop.page.tree.shape import BOARD, Block, Edge, Layer, Node, Plate, Port, Tree

WIDTH = 276.0  # so few units that words are of 14 px in a column of a window or on a phone
NODE_WIDTH, NODE_HEIGHT = 82.0, 46.0
BOARD_WIDTH, BOARD_HEIGHT = 240.0, 28.0
PLATE_WIDTH, PLATE_HEIGHT = 60.0, 22.0
BAR_HEIGHT = 20.0
APP_PORTS = -32.0  # where the user features of an application begin, from its middle
IN_ROW, PLATES_IN_ROW = 3, 4
GAP = 24.0  # between rows, where the lines run
BESIDE = 4.0  # between a line and the blocks that it passes
SWAY = 9.0  # every other row is a little to the left, so that lines are seen between the blocks
EDGE = 12.0  # above the topmost and below the lowest thing
UPPER = ("CORE", "SERVICE", "APP")

_Rows = list[tuple[str, list[Block]]]


def lay_out(blocks: Sequence[Block], links: Sequence[str]) -> Tree:
    """The tree of a deployment; `links` are titles, repeated where there are several."""
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
    """The ids of those that give this feature, the board last."""
    found = [block.id for block in blocks if feature in block.gives and block.deck != "APP"]
    return [*found, BOARD] if feature in ("routing", "stream") else found


def _rows(blocks: Sequence[Block]) -> _Rows:
    """From bottom to top; a row that is too long becomes several."""
    rows: _Rows = []
    depths = {block.id: _depth(block, blocks) for block in blocks}
    for deck in UPPER:
        layer = [block for block in blocks if block.deck == deck]
        for depth in sorted({depths[block.id] for block in layer}):
            row = [block for block in layer if depths[block.id] == depth]
            rows += [(deck, part) for part in _parts(row)]
    return rows


def _depth(block: Block, blocks: Sequence[Block], above: tuple[str, ...] = ()) -> int:
    """How long the longest chain of cards of its own layer below it is."""
    below = [
        other
        for other in blocks
        if other.deck == block.deck
        and other.id not in (block.id, *above)
        and set(other.gives) & set(block.needs)
        and block.deck != "APP"
    ]
    return max((1 + _depth(other, blocks, (*above, block.id)) for other in below), default=0)


def _parts(row: Sequence[Block]) -> list[list[Block]]:
    """A row in even parts of at most `IN_ROW`."""
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
    wished = {block.id: _wish(block, below, blocks) for block in row}
    order = sorted(row, key=lambda block: wished[block.id])
    step = WIDTH / len(order)
    return [_node(block, deck, step * (n + 0.5) + sway, y) for n, block in enumerate(order)]


def _wish(block: Block, below: Mapping[str, Node], blocks: Sequence[Block]) -> float:
    """Above the middle of what serves it."""
    ports = [
        port.x
        for need in block.needs
        for server in servers_of(need, blocks)
        if server in below
        for port in below[server].gives
        if port.feature == need
    ]
    return sum(ports) / len(ports) if ports else WIDTH / 2


def _node(block: Block, deck: str, x: float, y: float) -> Node:
    aside = APP_PORTS if deck == "APP" else 0.0  # the users stand on the right
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
            tuple(_past((need.x, need.y), (port.x, port.y), nodes)),
        )
        for node in nodes
        for need in node.needs
        for server in nodes
        if server.deck != "APP" and server.id != node.id
        for port in server.gives
        if port.feature == need.feature
    ]  # fmt: skip


def _past(
    start: tuple[float, float], end: tuple[float, float], nodes: Sequence[Node]
) -> Iterator[tuple[float, float, float]]:
    """Where a line goes through the rows between: beside the blocks, near its way."""
    (x, y), (to_x, to_y) = start, end
    for row in sorted({node.y for node in nodes if y < node.y and node.y + NODE_HEIGHT < to_y}):
        straight = x + (to_x - x) * (row + NODE_HEIGHT / 2 - y) / (to_y - y)
        blocks = [node.x for node in nodes if node.y == row]
        ways = (min(max(straight, left), right) for left, right in _between(sorted(blocks)))
        x, y = min(ways, key=lambda way: abs(way - straight)), row + NODE_HEIGHT
        yield x, row, y


def _between(blocks: Sequence[float]) -> Iterator[tuple[float, float]]:
    """The free pieces of a row, from the left edge of the picture to the right one."""
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
    """The stripes behind the rows; the board and the links share the lowest."""
    found = []
    for deck in UPPER:
        tops = [node.y for node in nodes if node.deck == deck]
        if tops:
            found.append(Layer(min(tops) - GAP / 2, max(tops) + NODE_HEIGHT + GAP / 2))
    return found
