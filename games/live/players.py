"""The list of players beside the board, and what a player may do about the match itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.safestring import SafeString

from chat.core.templates import render
from chat.core.translation import language
from games.levels import level_of
from games.live.context import MatchContext
from games.live.html_cache import cached_html
from games.live.presenting import PlayerLine
from games.live.snapshot import Occupant
from games.live.viewing import Viewing


def players_values(viewing: Viewing) -> Mapping[str, Any]:
    shown = viewing.context
    drawn = SafeString("".join(rows(shown)))
    return {"rows": drawn, "menu": menu(shown), "bots": bots(shown)}


def rows(shown: MatchContext) -> Iterator[SafeString]:
    """Everybody who sits here, with what the game says of them."""
    lines = {line.index: line for line in shown.player_lines}
    # All but the owner, who may be rid of them, are shown the others in the same way.
    kicks = shown.may_kick
    key = ("players", language(), *lines.values(), *shown.reliable.items())
    others = {} if kicks else shown.shared(key, lambda: _others(shown, lines))
    for one in shown.present:
        me = one.index == shown.seat
        row = None if me else others.get(one.index)
        kicked_from = shown.match_id if kicks and not me else ""
        yield row or _row(shown, one, lines.get(one.index), me=me, kicked_from=kicked_from)


def _others(shown: MatchContext, lines: Mapping[int, PlayerLine]) -> dict[int, SafeString]:
    return {one.index: _row(shown, one, lines.get(one.index)) for one in shown.present}


def _row(
    shown: MatchContext,
    occupant: Occupant,
    line: PlayerLine | None,
    *,
    me: bool = False,
    kicked_from: str = "",
) -> SafeString:
    """An action changes a row or two of the list. `kicked_from`: where the viewer may kick them."""
    values = {
        "occupant": occupant,
        "line": line,
        "me": me,
        "owner": occupant == shown.owner,
        "stops": not shown.ended and occupant.index in shown.stop_votes,
        "pauses": occupant.index in shown.pause_votes,
        "kicked_from": kicked_from,
        "reliable": shown.reliable.get(occupant.index, ""),
        "level": level_of(shown.title, occupant.bot_name),
    }
    key = ("player", *values.values())
    return cached_html(key, lambda: render("games/parts/player.jinja", **values))


def bots(shown: MatchContext) -> SafeString:
    """How the bots that sit here play; nothing where there are none."""
    text = shown.bots_are
    if not text:
        return SafeString("")
    return cached_html(("bots", text), lambda: render("games/parts/bots.jinja", text=text))


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
    key = ("menu", *values.values())
    return cached_html(key, lambda: render("games/parts/menu.jinja", **values))
