"""What a lower app needs of a higher one is handed in here, once, at the start."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from auctions.api.streams import open_stream as open_week
from chat.api import base as api, streams
from chat.live import consumer, fragments
from chat.messages import retention, rooms
from chat.moderation import appeals
from games.api.streams import open_stream
from games.page import match_page as match_pages
from games.page.chat_rooms import needed_rooms, table_room, watch_room
from games.services.failures import is_of_machine
from lobby.accounts import suspension
from lobby.accounts.second_factor import may_listen
from lobby.accounts.tokens import token_of
from lobby.tables import fragments as tables_parts


def connect() -> None:
    """Registers kinds of pages and the rules of rooms."""
    fragments.register("match", match_pages.open_match)
    fragments.register("lobby", tables_parts.lobby_page)
    fragments.register("mine", tables_parts.mine_page)
    fragments.register("friends", tables_parts.friends_page)
    fragments.register("house", tables_parts.house_page)
    rooms.register_policy("table", table_room, mark=_("player"))
    beside = _("Chat of the spectators")
    rooms.register_policy("watch", watch_room, mark=_("spectator"), title=beside)
    retention.kept_rooms.append(needed_rooms)
    appeals.lifts["suspend"] = suspension.lift
    consumer.doors.append(may_listen)
    api.recognize.append(token_of)
    api.is_of_machine.append(is_of_machine)
    streams.openers["tables"] = open_stream
    streams.openers["weeks"] = open_week
    match_pages.extra_parts.append(_header)


def _header(user: Any, public_id: str) -> list[fragments.Part]:
    return tables_parts.header_parts(user, besides=public_id)
