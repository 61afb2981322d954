"""The list of players beside the board, and what a player may do about the match itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString

from chat.core.templates import kept
from chat.core.translation import language
from games.levels import level_of
from games.page.context import MatchContext
from games.page.presenting import PlayerLine
from games.page.snapshot import Occupant
from games.page.viewing import Viewing


def players_values(viewing: Viewing) -> Mapping[str, Any]:
    shown = viewing.context
    drawn = SafeString("".join(rows(shown)))
    return {"rows": drawn, "menu": menu(shown), "bots": bots(shown)}


def rows(shown: MatchContext) -> Iterator[SafeString]:
    """Everybody who sits here, with what the game says of them."""
    lines = tuple(shown.player_lines)
    key = ("players", language(), lines, *shown.reliable.items())
    players = shown.shared(key, lambda: _players(shown, lines))
    kicks = shown.may_kick
    for player in players:
        me = player.occupant.index == shown.seat
        if me or kicks:
            yield player.row(me=me, kicked_from="" if me else shown.match_id)
        else:
            yield player.to_others


@dataclass(frozen=True)
class _Player:
    """`known`: what there is to know of them."""

    occupant: Occupant
    line: PlayerLine | None
    known: Mapping[str, Any]

    @cached_property
    def to_others(self) -> SafeString:
        """Drawn once for all of them."""
        return self.row()

    def row(self, *, me: bool = False, kicked_from: str = "") -> SafeString:
        """An action changes one or two of them. `kicked_from`: where the viewer may kick them."""
        one, line = self.occupant, self.line
        face = kept("games/parts/player_face.jinja", occupant=one, me=me, **self.known)
        return kept(
            "games/parts/player.jinja",
            occupant=one,
            line=line,
            face=face,
            me=me,
            kicked_from=kicked_from,
        )


def _players(shown: MatchContext, lines: Iterable[PlayerLine]) -> list[_Player]:
    by_seat = {line.index: line for line in lines}
    return [_Player(one, by_seat.get(one.index), _known(shown, one)) for one in shown.present]


def _known(shown: MatchContext, one: Occupant) -> Mapping[str, Any]:
    return {
        "owner": one == shown.owner,
        "stops": not shown.ended and one.index in shown.stop_votes,
        "pauses": one.index in shown.pause_votes,
        "reliable": shown.reliable.get(one.index, ""),
        "level": level_of(shown.title, one.bot_name),
    }


def bots(shown: MatchContext) -> SafeString:
    """How the bots that sit here play; nothing where there are none."""
    return shown.shared(("bots", language()), lambda: _bots(shown))


def _bots(shown: MatchContext) -> SafeString:
    text = shown.bots_are
    if not text:
        return SafeString("")
    return kept("games/parts/bots.jinja", text=text)


def menu(shown: MatchContext) -> SafeString:
    """Nothing for whoever does not play, or not yet, or no more."""
    if not shown.plays:
        return SafeString("")
    fills = shown.late_join and shown.owns  # the owner may still invite people and add bots
    values = {
        "match_id": shown.match_id,
        "stops": shown.stops,
        "pause": shown.pause,
        "guided": shown.guided,
        "late_join": shown.late_join,
        "leaver": shown.title.leaver,
        "fills": fills,
        "room": fills and shown.taken < shown.most,
        "links": tuple(shown.links) if fills else (),
        "invited": tuple(shown.invited) if fills else (),
    }
    return kept("games/parts/menu.jinja", **values)
