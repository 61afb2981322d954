"""Connects hooks of lower apps to higher apps. ARCHITECTURE.md lists them."""

from django.utils.translation import gettext_lazy as _

from auctions.api import streams as weeks
from chat.api import base as api, streams
from chat.live import consumer, fragments
from chat.messages import retention, rooms
from chat.messages.rooms import RoomKind
from chat.moderation import appeals, decisions
from games.api import streams as tables
from games.blanks.packs import reports
from games.page import chat_rooms, match_page, snapshot
from games.services import advance, play, seats
from lobby.accounts import guests, second_factor, services, suspension, tokens
from lobby.tables import fragments as tables_fragments


def connect() -> None:
    """Fill every hook, once, when the apps are loaded."""
    fragments.openers.register("match", match_page.open_match)
    fragments.openers.register("lobby", tables_fragments.lobby_page)
    fragments.openers.register("mine", tables_fragments.mine_page)
    fragments.openers.register("friends", tables_fragments.friends_page)
    fragments.openers.register("front", tables_fragments.front_page)
    fragments.openers.register("house", tables_fragments.house_page)
    fragments.openers.register("case", tables_fragments.case_page)
    consumer.may_listen.fill(second_factor.may_listen)
    rooms.kinds.register("lobby", RoomKind(rooms.lobby_policy, rooms.lobby_places))
    rooms.kinds.register(
        "table", RoomKind(chat_rooms.table_room, chat_rooms.places, mark=_("player"))
    )
    spectators = {"mark": _("spectator"), "title": _("Spectator chat")}
    rooms.kinds.register("watch", RoomKind(chat_rooms.watch_room, chat_rooms.places, **spectators))
    retention.needed_rooms.fill(chat_rooms.needed_rooms)
    decisions.lifts.register("mute", appeals.lift_mute)
    decisions.lifts.register("suspend", suspension.lift)
    decisions.suspend.fill(services.suspend)
    decisions.removals.register("message", decisions.message_removal())
    decisions.removals.register(reports.KIND, reports.card_removal())
    api.recognize.fill(tokens.token_of)
    streams.openers.register("tables", tables.open_stream)
    streams.openers.register("weeks", weeks.open_stream)
    advance.on_written.register("snapshot", snapshot.prime_cache)
    advance.on_written.register("metrics", play.count_written)
    seats.tell_apart.fill(guests.tell_apart)
    match_page.header_parts.fill(
        lambda user, public_id: tables_fragments.header_parts(user, besides=public_id)
    )
