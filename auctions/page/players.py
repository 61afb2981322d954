"""The players and what they hold, then the standings. Public; one page at a time."""

from __future__ import annotations

from dataclasses import dataclass

from auctions.page.faces import Face, Point, face, point_list
from auctions.page.order_desk import done_in_words
from auctions.page.query_params import Look
from auctions.page.viewer import Viewing
from auctions.page.week import Leaf, leaves
from auctions.rules.catalogue import AGENDA
from auctions.selectors import players as selectors
from auctions.selectors.players import Player, Sheet
from auctions.selectors.results import Holdings, Place, holdings_of, standings
from chat.live.batch import memoized_in_batch

ROWS = 25  # players on one page
BESIDE = 12  # players in the list beside the board


@dataclass(frozen=True)
class Piece:
    """Units of an item that a player holds."""

    face: Face
    units: int
    realized: int = 0  # copies of an agenda realized at the end


@dataclass(frozen=True)
class Standing:
    """A player's result, in dollars."""

    rank: int
    purse: int
    value: int
    loan: int
    interest: int
    final: int


@dataclass(frozen=True)
class Row:
    """A player in the list."""

    player: Player
    agendas: tuple[Piece, ...]
    assets: tuple[Piece, ...]
    points: tuple[Point, ...]
    spent: int
    place: Standing | None = None  # once the week is over
    done: str = ""  # the auctions they are done with, in words


@dataclass(frozen=True)
class Crowd:
    """A page of the players."""

    rows: tuple[Row, ...]
    sheet: Sheet
    leaves: tuple[Leaf, ...]
    ranked: bool  # true if the rows are in the order of the result
    resolved: int
    look: Look
    paged: bool


def crowd_of(viewing: Viewing, look: Look, size: int = ROWS) -> Crowd:
    """Return a page of players, computed once for all pages of a batch showing it."""
    key = ("crowd", viewing.public_id, look, size)
    return memoized_in_batch(key, lambda: _crowd(viewing, look, size))


def _crowd(viewing: Viewing, look: Look, size: int) -> Crowd:
    rows, sheet = _rows(viewing, look, size)
    return Crowd(
        rows=rows,
        sheet=sheet,
        leaves=leaves(viewing.public_id, look, sheet),
        ranked=viewing.over,
        resolved=viewing.week.resolved,
        look=look,
        paged=bool(look.name) or sheet.of > 1,
    )


def _rows(viewing: Viewing, look: Look, size: int) -> tuple[tuple[Row, ...], Sheet]:
    match = viewing.match
    if viewing.over:
        places, sheet = standings(match, name=look.name, page=look.page, size=size)
        held = holdings_of(match, [place.player.number for place in places])
        ranked = [_row(p.player, held[p.player.number], p) for p in places]
        return tuple(ranked), sheet
    people, sheet = selectors.players(match, name=look.name, page=look.page, size=size)
    held = holdings_of(match, [player.number for player in people])
    done = viewing.done_with([player.number for player in people])
    resolved = viewing.week.resolved
    rows = [
        _row(player, held[player.number], said=done_in_words(done.get(player.number, ()), resolved))
        for player in people
    ]
    return tuple(rows), sheet


def _row(player: Player, held: Holdings, place: Place | None = None, said: str = "") -> Row:
    done = {} if place is None else place.realized
    pieces = [Piece(face(item), n, done.get(item, 0)) for item, n in held.items.items()]
    return Row(
        player=player,
        agendas=tuple(piece for piece in pieces if piece.face.id in AGENDA),
        assets=tuple(piece for piece in pieces if piece.face.id not in AGENDA),
        points=point_list(held.resources, all_=True),
        spent=held.spent,
        place=None if place is None else _standing(place),
        done=said,
    )


def _standing(place: Place) -> Standing:
    return Standing(place.rank, place.purse, place.value, place.loan, place.interest, place.final)
