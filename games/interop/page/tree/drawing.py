"""The SVG of a tree. Colours are classes (interop.css); ports and bodies stand in the sprite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.interop.page.tree import layout
from games.interop.page.tree.shape import Edge, Layer, Node, Plate, Port, Tree


@dataclass(frozen=True)
class Look:
    """What stands on a node. `users`: on an application. `licence`: "", open, rand or closed;
    `hue`, `owner`: of the deployer of an adopted protocol.
    """

    name: str
    users: int | None = None
    licence: str = ""
    fee: int = 0
    hue: int | None = None
    owner: str = ""


@dataclass(frozen=True)
class Flow:
    """Bandwidth: what the applications take, and what there is."""

    used: int
    capacity: int


def draw(tree: Tree, looks: Mapping[str, Look], flow: Flow, *, moves: bool = False) -> SafeString:
    """The picture. `moves`: the one tree of a page whose cards travel and light up."""
    return format_html(
        '<svg class="io-tree" viewBox="0 0 {} {}" aria-hidden="true">{}{}{}{}{}</svg>',
        _n(layout.WIDTH),
        _n(tree.height),
        _join(_layer(layer) for layer in tree.layers),
        _join(_edge(edge, moves=moves) for edge in tree.edges),
        _join(_plate(plate, looks[plate.id]) for plate in tree.plates),
        _join(_node(node, looks, moves=moves) for node in tree.nodes),
        _bar(tree.bar, flow),
    )


def _layer(layer: Layer) -> SafeString:
    return format_html(
        '<rect class="io-stripe" y="{}" width="{}" height="{}" rx="6"/>',
        _n(layer.top),
        _n(layout.WIDTH),
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


def _node(node: Node, looks: Mapping[str, Look], *, moves: bool) -> SafeString:
    """Drawn around the middle of its upper edge; what moves is the outer group."""
    look = looks.get(node.id)
    named = format_html(' data-node="{}"', node.id) if moves else ""
    flip = format_html(' data-flip="{}"', node.id) if moves and look else ""
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
    """Broken and cut as HTML does; whoever points at it reads it whole."""
    return format_html(
        '<foreignObject class="io-name" x="{}" y="9" width="{}" height="{}">'
        '<span title="{}"><b>{}</b></span></foreignObject>',
        _n(2 - layout.NODE_WIDTH / 2),
        _n(layout.NODE_WIDTH - 4),
        _n(layout.NODE_HEIGHT - 11),
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
    """Users of an application; whose a protocol is, and its licence marker (none = open)."""
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
    if look.licence in ("rand", "closed"):
        words = format_html('class="io-marker" data-licence="{}"', look.licence)
        found.append(_disc(33, words, look.fee or ""))
    return _join(found)


def _owner(look: Look) -> SafeString:
    """Whose it is: the colour and the pattern of their seat."""
    return format_html(
        '<foreignObject class="io-whose" data-hue="{}" x="-44" y="-7" width="18" height="18">'
        '<span title="{}"></span></foreignObject>',
        look.hue,
        look.owner,
    )


def _disc(x: int, attributes: SafeString, text: str | int) -> SafeString:
    """A small round mark on the shoulder of a node."""
    return format_html(
        '<g {}><circle cx="{}" cy="2" r="10.5"/><text x="{}" y="7.5">{}</text></g>',
        attributes,
        x,
        x,
        text,
    )


def _bar(top: float, flow: Flow) -> SafeString:
    """Units in use out of those there are."""
    high = layout.BAR_HEIGHT
    full = layout.WIDTH * min(1.0, flow.used / max(1, flow.capacity))
    return format_html(
        '<g class="io-flow" transform="translate(0 {})">'
        '<rect class="io-flow-all" width="{}" height="{}" rx="10"/>'
        '<rect class="io-flow-used" width="{}" height="{}" rx="10"/>'
        '<text x="{}" y="15.5">{} / {}</text></g>',
        _n(top),
        _n(layout.WIDTH),
        _n(high),
        _n(max(full, high if flow.used else 0)),
        _n(high),
        _n(layout.WIDTH / 2),
        flow.used,
        flow.capacity,
    )


def _join(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def _n(value: float) -> str:
    """A number as short as it can be, to a tenth."""
    return f"{value:.1f}".removesuffix(".0")
