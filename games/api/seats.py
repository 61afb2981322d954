"""API of a seat in a running match: what it sees, and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Literal, get_args, get_type_hints

from dmr import Body, Headers, Path, modify

from chat.api.base import Bearer, Door
from chat.api.shapes import Keyed
from games.api.shapes import Moment, Status, Where
from games.api.tables import look, may_look
from games.engine import codec
from games.engine.base import Outcome, Value, View
from games.page.viewer import Viewing
from games.registry import games
from games.services.play import act


def _engines() -> list[Any]:
    titles = (game.title for game in games().values())
    return [one for title in titles for one in getattr(title, "engines", {}).values()]


def view_types() -> tuple[Any, ...]:
    """Return the types of the views of all games, as their engines declare them."""
    return tuple(dict.fromkeys(get_type_hints(one.view)["return"] for one in _engines()))


def action_types() -> tuple[Any, ...]:
    """Return the types of the actions that seats of all games may post."""
    kinds = (one.action_type for one in _engines())
    return tuple(dict.fromkeys(each for kind in kinds for each in get_args(kind) or (kind,)))


class Seen(Value):
    """A match as one seat, or a spectator, may see it.

    `seat`: null for a spectator. `stream` rises when something in the view changes, and only then.
    `view` is null before the start. `view.choices` lists everything that the seat may do;
    `view.mine` is true if it owes an answer. `late`: how many decisions in a row the clock has made
    for the seat since it last acted. `played_for`: who plays the seat for now, "clock", "bot", or
    "" for its own player.
    """

    table: str
    status: Status
    seat: int | None
    stream: str
    deadline: Moment | None
    view: View | None
    outcome: Outcome | None
    late: int
    played_for: Literal["", "clock", "bot"]


def seen_by(user: Any, public_id: str) -> Seen:
    """Return what the page of the match shows this user.

    Raise `Refusal` if the user may not see it.
    """
    return seen_in(look(user, public_id))


def seen_in(viewing: Viewing) -> Seen:
    """Return what the page of the match shows this viewer.

    Raise `Refusal` if the game has no seats with views.
    """
    may_look(viewing)
    match, viewer = viewing.match, viewing.viewer
    return Seen(
        table=match.public_id,
        status=match.status,
        seat=viewer.seat,
        stream=viewing.stream(),
        deadline=viewing.table.deadline,
        view=viewing.play.view if match.started else None,
        outcome=codec.build(match.outcome, Outcome) if match.outcome else None,
        late=viewer.late,
        played_for=viewer.played_for,
    )


class SeatDoor(Door):
    """Your seat."""

    tags = ("Seats",)

    def get(self, parsed_path: Path[Where]) -> Seen:
        """Return what your seat sees, with everything that it may do.

        If you have no seat, return what a spectator sees.
        """
        return seen_by(self.user, parsed_path.public_id)


class ActDoor(Door):
    """Actions of a seat."""

    tags = ("Seats",)
    auth = (Bearer("play"),)

    @modify(status_code=HTTPStatus.OK)
    def post(
        self,
        parsed_path: Path[Where],
        parsed_headers: Headers[Keyed],
        parsed_body: Body[dict[str, Any]],
    ) -> Seen:
        """Take one of the choices: send its `action`, all of `given`, and its fields.

        `given` names the decision, or the round, that the choice answers. If that is over, the
        answer is refused as `stale`.
        """
        raw: Mapping[str, Any] = parsed_body
        act(user=self.user, public_id=parsed_path.public_id, raw=raw, key=parsed_headers.key)
        return seen_by(self.user, parsed_path.public_id)
