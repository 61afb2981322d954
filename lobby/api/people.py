"""API endpoints for the token's owner and their matches."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

import msgspec
from dmr import Body, Headers, modify

from chat.api.base import Bearer, Door
from chat.api.shapes import Keyed
from chat.delivery.endpoints import LONGEST
from chat.delivery.webhooks import hooks_of, set_hook
from games.api.shapes import Table, table_of
from games.engine.base import Value
from games.selectors import my_matches, tables_for


class Me(Value):
    """The token's owner."""

    username: str
    name: str
    time_zone: str
    language: str
    bot: bool


class Mine(Value):
    """Your matches, with those that wait for you first."""

    tables: tuple[Table, ...]


class Webhook(Value):
    """The webhook of your token.

    `secret`: the key that its events are signed with, null if there is no address.
    """

    address: str
    secret: str | None


class HookAddress(Value, forbid_unknown_fields=True):
    """`address`: a public https address, or "" for no webhook."""

    address: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class MeDoor(Door):
    """Your account."""

    tags = ("People",)

    def get(self) -> Me:
        """Return the token's owner."""
        user = self.user
        return Me(
            username=user.username,
            name=user.shown_name,
            time_zone=user.time_zone,
            language=user.language,
            bot=user.is_bot,
        )


class MyMatchesDoor(Door):
    """Your matches."""

    tags = ("People",)

    def get(self) -> Mine:
        """Return the matches in which you have a seat.

        Those that wait for you come first, sorted by deadline.
        """
        return Mine(tables=tuple(map(table_of, my_matches(tables_for(self.user)))))


class WebhookDoor(Door):
    """The webhook of your token."""

    tags = ("People",)

    def get(self) -> Webhook:
        """Return the address that events are sent to."""
        return self._shown()

    @modify(status_code=HTTPStatus.OK, auth=(Bearer("play"),))
    def post(self, parsed_headers: Headers[Keyed], parsed_body: Body[HookAddress]) -> Webhook:
        """Send your turns, ends of matches and invitations to an address from now on."""
        token, address = self.caller, parsed_body.address
        set_hook(user=self.user, topic=token.topic, name=token.name, address=address)
        return self._shown()

    def _shown(self) -> Webhook:
        hook = hooks_of(self.user).get(self.caller.topic)
        return Webhook(address=hook.endpoint if hook else "", secret=hook.secret if hook else None)
