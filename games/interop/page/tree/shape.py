"""What a tree is made of before it has places, and after. Plain data, in units of the drawing."""

from __future__ import annotations

from dataclasses import dataclass

BOARD = "board"


@dataclass(frozen=True)
class Block:
    """A card of a deployment. `deck`: CORE, SERVICE or APP. `gives`, `needs`: features."""

    id: str
    deck: str
    needs: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()


@dataclass(frozen=True)
class Port:
    """Where a feature is given (above a block) or needed (below it)."""

    feature: str
    x: float
    y: float


@dataclass(frozen=True)
class Node:
    """A block with its place: `x`, `y` are its middle and its top."""

    id: str
    deck: str
    x: float
    y: float
    gives: tuple[Port, ...]
    needs: tuple[Port, ...]


@dataclass(frozen=True)
class Edge:
    """A dependency: from the port below a block to the port of the one that serves it.

    `past`: the rows between, each with where the line goes through, from its top to its bottom.
    """

    feature: str
    user: str
    server: str
    start: tuple[float, float]
    end: tuple[float, float]
    past: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True)
class Plate:
    """A link on the ground. `x`, `y`: its upper left corner."""

    id: str
    x: float
    y: float


@dataclass(frozen=True)
class Layer:
    """Where a layer begins and ends."""

    top: float
    bottom: float


@dataclass(frozen=True)
class Tree:
    """A laid out deployment; nodes from bottom to top, the board first."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    plates: tuple[Plate, ...]
    layers: tuple[Layer, ...]
    bar: float  # the top of the bandwidth bar
    height: float
