"""Tables before the start: making and changing them, and adding bots."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop
from msgspec import Meta
from msgspec.structs import asdict

from chat.contacts.notices import notify, withdraw_notices
from chat.core.characters import is_unseen
from chat.core.clock import now
from chat.core.field_errors import allow, explain, from_to, unknown
from chat.core.translation import gettext
from chat.messages.validation import has_blocked_word
from games.engine import codec
from games.engine.base import Lesson, Title
from games.engine.dealer import seal_of
from games.engine.table import check_add_bot, check_cancel, check_options
from games.models import AcceptedKey, Match, Seat, TableSettings
from games.refusals import HouseCode, Refusal
from games.registry import Game, game_of, games
from games.selectors.seats import seated
from games.services.alerts import tell_open
from games.services.bulk import insert_rows
from games.services.contributions import clean_commitment
from games.services.locks import (
    accept,
    accepted,
    clean_key,
    in_turn,
    let_others_in,
    lock_match,
    tell_again,
)
from games.services.match_engine import options_of
from games.services.seats import close_table, seat_down, tell_table
from games.services.table_access import (
    check_filling,
    check_matches,
    check_seats,
    count_change,
    count_password,
    facts_of,
    invite,
    lock_free,
    lock_person,
    site_refusals,
)

# --- Levels of bots


HOUSE = "house"
_WORDS = {
    "beginner": gettext_noop("beginner"),
    HOUSE: gettext_noop("house"),
    "master": gettext_noop("master"),
}


def levels_of(title: Title) -> Sequence[tuple[str, str]]:
    """Return the levels to choose from, with labels; empty if all bots are alike."""
    return [(level, gettext(word)) for level, word in _WORDS.items() if level in title.levels]


def bot_of(title: Title, level: str) -> str:
    """Return the bot of this level. Raise `Refusal("bad_option")` if there is none."""
    if level == HOUSE:
        return title.house_bot
    if level not in title.levels:
        raise Refusal(HouseCode.BAD_OPTION, unknown(level, title.levels or [HOUSE]))
    return title.levels[level]


def level_of(title: Title, bot: str) -> str:
    """Return the label of this bot's level, or "" for a usual bot."""
    found = (level for level, name in title.levels.items() if name == bot and level != HOUSE)
    return gettext(_WORDS[level]) if (level := next(found, "")) else ""


# --- Seating bots: one for the owner, a few, or a crowd in several steps


FEW = 12  # so many bots are seated one by one, each with a name of its own
AT_ONCE = 2000  # bots in one transaction


def add_bot(*, user: Any, public_id: str, key: str = "", level: str = HOUSE) -> None:
    """Let the owner add a bot of this level.

    Raise `Refusal` if the table or the owner may not have another bot.
    """
    key = clean_key(key)
    with transaction.atomic():
        match = lock_match(public_id)
        if accepted(user=user, key=key, match=match):
            return
        facts = facts_of(match, user)
        with site_refusals():
            check_add_bot(facts)
        check_filling(user=user, match=match, seats=facts.players + 1)
        seat_down(match=match, bot=bot_of(game_of(match.game).title, level))
        accept(user=user, key=key, match=match)


def seat_bots(*, match: Match, bots: Sequence[str]) -> None:
    """Seat the first of these bots at an open table; `fill_table` seats the rest."""
    for bot in bots[:FEW]:
        seat_down(match=match, bot=bot)
    if len(bots) > FEW:
        _seat_crowd(match, _taken(match), bots[FEW:AT_ONCE])
        tell_table(match)


def fill_table(*, public_id: str, bots: int) -> None:
    """Seat bots until there are this many, or the table is full or no longer open.

    It works in transactions of bounded size, with pauses for other writers. After an interruption
    it can be called again.
    """
    more = bots > AT_ONCE  # fewer are seated when the table is made
    while more:
        began = time.monotonic()
        with in_turn(), transaction.atomic(durable=True):
            more = _fill_on(lock_match(public_id), bots)
        let_others_in(time.monotonic() - began)


def _fill_on(match: Match, bots: int) -> bool:
    """Seat one batch of bots. Return True if there is another one to seat."""
    taken = _taken(match)
    missing = min(bots - taken.bots, match.settings.most - taken.seats)
    if match.status != Match.Status.OPEN or missing <= 0:
        return False
    _seat_crowd(match, taken, [game_of(match.game).title.house_bot] * min(missing, AT_ONCE))
    if missing <= AT_ONCE:
        tell_table(match)
    return missing > AT_ONCE


@dataclass(frozen=True)
class Taken:
    """The taken seats of a table."""

    seats: int
    bots: int  # how many of the seats bots have
    top: int  # the highest number of a seat


def _taken(match: Match) -> Taken:
    bots = Count("pk", filter=~Q(bot=""))
    return Taken(**match.seats.aggregate(seats=Count("pk"), bots=bots, top=Max("index")))


def _seat_crowd(match: Match, taken: Taken, bots: Sequence[str]) -> None:
    # No object for each row: a table of Venice may be filled up with 100,000 bots.
    same = {
        "match": match.pk, "joined_at": now(), "status": Seat.Status.SEATED, "missed": 0,
        "away": False, "stand_in": "", "auto": "{}", "guided": False, "winner": False,
        "program": False,
    }  # fmt: skip
    insert_rows(
        Seat,
        ("index", "bot", "name", "hue", *same),
        (
            (taken.top + 1 + n, bot, f"Maschera {taken.seats + n}", (taken.seats + n) % 12,
             *same.values())
            for n, bot in enumerate(bots)
        ),
    )  # fmt: skip


MOST_OPEN_TABLES = 10
LONGEST_NAME = 60
LONGEST_PASSWORD = 64
Bots = Annotated[int, Meta(extra_json_schema={"minimum": 0})]
_PASSWORD_LENGTH = gettext_lazy("Choose a password of 1 to 64 characters.")


class TableWish(TableSettings, frozen=True, kw_only=True):
    """A table as its form asks for it."""

    name: Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_NAME})]
    # "" keeps the current one, if the access is by password.
    password: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_PASSWORD})] = ""
    bots: Bots = 0  # at the usual level; `beginners` and `masters` are added to these
    beginners: Bots = 0
    masters: Bots = 0
    invited: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}

    @property
    def all_bots(self) -> int:
        """The number of bots of all levels."""
        return self.bots + self.beginners + self.masters


def create_table(
    *,
    user: Any,
    game: str,
    wish: TableWish,
    key: str = "",
    address: str = "",
    commitment: str = "",
    lesson: Lesson | None = None,
) -> Match:
    """Make a table, with its owner on the first seat.

    If there are very many bots, the last ones take their seats later, before this returns.
    `lesson`: the table is dealt as this lesson wants.
    `address`: where the request came from, if the wish has a password. `commitment`: the hash of
    the contribution that the owner's browser announces, "" for none. Raise `Refusal` if the wish is
    invalid or the user may not make another table.
    """
    if game not in games():
        raise Refusal(HouseCode.NO_SUCH_TABLE)
    if user.is_bot:
        raise Refusal(HouseCode.BOT_OWNS_NOTHING)
    key, commitment = clean_key(key), clean_commitment(commitment)
    match = _made_before(user, key)
    if match is None:
        _check_number(user)
        password = _hashed(wish, user=user, address=address)
        match = _made(user, game, wish, key, password, commitment, lesson)
    fill_table(public_id=match.public_id, bots=wish.all_bots)
    return match


def _made(
    user: Any,
    game: str,
    wish: TableWish,
    key: str,
    password: str,
    commitment: str,
    lesson: Lesson | None,
) -> Match:
    with transaction.atomic():
        # Serialises requests of one person: the same key may come twice, and tables are counted.
        lock_person(user)
        made = _made_before(user, key)
        if made is not None:
            return made
        _check_number(user)
        # The seal is public from now on, before anybody else can sit down.
        secret = lesson.secret if lesson else new_secret()
        match = Match(
            game=game,
            owner=user,
            secret=secret,
            seal=seal_of(secret),
            lesson=lesson is not None,
            created_at=now(),
        )
        _apply(match, wish, seats=1, password=password)
        check_seats(user=user, seats=wish.most)
        check_filling(user=user, match=match, seats=1 + wish.all_bots)
        match.save(force_insert=True)
        seat_down(match=match, user=user, commitment=commitment)
        seat_bots(match=match, bots=_bots(game_of(game).title, wish))
        accept(user=user, key=key, match=match)
        for name in wish.invited:  # a refusal here rolls the whole table back
            _invite(user, match, name)
        tell_open(match=match, bots=wish.all_bots)
    return match


def _invite(user: Any, match: Match, name: str) -> None:
    try:
        invite(user=user, public_id=match.public_id, name=name)
    except Refusal as refusal:
        if refusal.code != HouseCode.NO_SUCH_USER:
            raise
        words = _("There is nobody called %(name)s.") % {"name": name[:60]}
        raise Refusal(HouseCode.NO_SUCH_USER, allow("invited", words)) from refusal


def _bots(title: Title, wish: TableWish) -> list[str]:
    """Return the bots of the wish. Raise `Refusal("bad_option")` for a missing level."""
    wished = {"beginner": wish.beginners, "house": wish.bots, "master": wish.masters}
    return [bot for level, n in wished.items() if n for bot in [bot_of(title, level)] * n]


def _made_before(user: Any, key: str) -> Match | None:
    """Return the table that this key has made, if any, and announce it again."""
    used = AcceptedKey.objects.filter(user=user, key=key).select_related("match").first()
    if not key or used is None:
        return None
    tell_again(user=user, match=used.match, key=key)
    return used.match


def _check_number(user: Any) -> None:
    open_tables = Match.objects.filter(owner=user, status=Match.Status.OPEN)
    if open_tables.count() >= MOST_OPEN_TABLES:
        raise Refusal(HouseCode.TOO_MANY_TABLES)
    check_matches(user)


def new_secret() -> str:
    """Return a secret to deal a match from: 32 random bytes of the system, in hex."""
    return secrets.token_hex(32)


def check_change(*, user: Any, match: Match) -> None:
    """Raise `Refusal` if this user may not change the options now."""
    _checked(check_options, match, user)


def change_options(*, user: Any, public_id: str, wish: TableWish, address: str = "") -> None:
    """Let the owner change the table before the start.

    `address`: where the request came from, if the wish has a password. Raise `Refusal` if the wish
    is invalid or the user may not change the table.
    """
    check_change(user=user, match=lock_free(public_id))
    count_change(user)
    password = _hashed(wish, user=user, address=address)
    with transaction.atomic():
        match = lock_match(public_id)
        _checked(check_options, match, user)
        before = _as_told(match)
        if wish.most > match.settings.most:
            check_seats(user=user, seats=wish.most)
        _apply(match, wish, seats=seated(match).count(), password=password)
        match.save()
        tell_table(match)
        if _as_told(match) != before or wish.password:
            _tell_players(match, by=user)


def _as_told(match: Match) -> tuple[Any, ...]:
    """Return what players joined the table for; they are notified when it changes."""
    return match.name, options_of(match), match.settings


def _tell_players(match: Match, *, by: Any) -> None:
    """Notify the other people at the table of new options."""
    url = reverse("games:match", args=[match.public_id])
    words = {"name": by.shown_name, "table": match.name}
    for seat in people_at(match):
        if seat.user is not None and seat.user_id != by.pk:
            # An older notice that is still unread is replaced.
            withdraw_notices(user=seat.user, kind="options", url=url)
            text = _("%(name)s has changed the settings of “%(table)s”.") % words
            notify(user=seat.user, kind="options", text=text, url=url, by=by)


def cancel(*, user: Any, public_id: str) -> None:
    """Let the owner close the table before the start.

    Raise `Refusal` with the codes of `check_cancel`.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        _checked(check_cancel, match, user)
        close_table(match=match)


def _checked(check: Any, match: Match, user: Any) -> None:
    with site_refusals():
        check(facts_of(match, user))


def _apply(match: Match, wish: TableWish, *, seats: int, password: str) -> None:
    """Write the wish into the row. `password`: as it is stored.

    Raise `Refusal`: `bad_option` or `bad_name`.
    """
    game = game_of(match.game)
    _check_numbers(game.title, wish, seats)
    for name, value in fixed_settings(game).items():
        if getattr(wish, name) != value:
            raise Refusal(HouseCode.BAD_OPTION, allow(name, codec.encode(value).decode()))
    try:
        match.settings = codec.build(asdict(wish), TableSettings)
    except msgspec.ValidationError as error:
        raise Refusal(HouseCode.BAD_OPTION, explain(error, TableSettings)) from error
    match.name = clean_name(wish.name)
    _set_password(match, password)
    match.options = clean_options(match.game, wish.options)
    game.check_options(match)


def _check_numbers(title: Title, wish: TableWish, seats: int) -> None:
    """Raise `Refusal("bad_option")` unless the numbers of seats and bots fit together."""
    fewest, most = title.seats
    bounds = {"least": (fewest, most), "most": (max(wish.least, seats), most)}
    room = wish.most - seats
    for level, name in (("house", "bots"), ("beginner", "beginners"), ("master", "masters")):
        bounds[name] = 0, room if level == HOUSE or level in title.levels else 0
        room -= getattr(wish, name)
    for name, (low, high) in bounds.items():
        if not low <= getattr(wish, name) <= high:
            raise Refusal(HouseCode.BAD_OPTION, allow(name, from_to(low, high)))


def fixed_settings(game: Game) -> dict[str, Any]:
    """Return the settings that have only one value at tables of this game."""
    levels = game.title.levels
    fixed: dict[str, Any] = {f"{one}s": 0 for one in ("beginner", "master") if one not in levels}
    if not game.in_steps:
        fixed |= {"reliable": 0, "host_pauses": False}
    if game.title.roster == "fixed":
        fixed |= {"late_join": False, "kick_in_play": False}
    return fixed


def _hashed(wish: TableWish, *, user: Any, address: str) -> str:
    """Return the wished password as it is stored, "" for none.

    Call it before the row is locked: hashing is slow on purpose. Raise `Refusal`: `bad_option` for
    a password that is too long, or `too_many_tries`.
    """
    if wish.access != "password" or not wish.password:
        return ""
    if len(wish.password) > LONGEST_PASSWORD:
        raise Refusal(HouseCode.BAD_OPTION, str(_PASSWORD_LENGTH))
    count_password(user=user, address=address)
    return make_password(wish.password)


def _set_password(match: Match, password: str) -> None:
    if match.settings.access != "password":
        match.password = ""
    elif password:
        match.password = password
    elif not match.password:
        raise Refusal(HouseCode.BAD_OPTION, str(_PASSWORD_LENGTH))


def clean_name(name: str) -> str:
    """Return the cleaned name of a table.

    Raise `Refusal("bad_name")` unless it has 1 to 60 characters, one of which can be seen, without
    control characters or blocked words.
    """
    clean = " ".join(name.split())
    unseen = all(char == " " or is_unseen(char) for char in clean)
    fits = len(clean) <= LONGEST_NAME and clean.isprintable()
    if unseen or not fits or has_blocked_word(clean):
        raise Refusal(HouseCode.BAD_NAME)
    return clean


def clean_options(game: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game's own options, complete and within their bounds, as plain data.

    Raise `Refusal("bad_option")` if they are invalid.
    """
    kind = game_of(game).title.options_type
    try:
        value = codec.build(dict(raw), kind, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal(HouseCode.BAD_OPTION, explain(error, kind, within="options")) from error
    plain: dict[str, Any] = codec.plain(value)
    return plain


def people_at(match: Match) -> list[Seat]:
    """Return the seats of the people at the table."""
    return list(seated(match).filter(user__isnull=False).select_related("user"))
