"""A house with so many rows, made quickly: matches that were played are copied in SQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.upgrade.playing import TABLES, begun, play

ENTRIES_A_PERSON = 500  # so that nobody has played more where there are more rows
SETUPS = 3000  # so many are copied, which is enough to know how large they are

# The copies of matches that were played, in a table that says of which.
MATCHES = """
INSERT INTO copies SELECT nextval('games_match_id_seq'), played[1 + n %% cardinality(played)]
FROM generate_series(1, %(count)s) n, (SELECT %(played)s::bigint[] AS played) p
"""
COPIED = """
INSERT INTO {table} ({columns}) SELECT {values} FROM copies
JOIN {table} old ON old.{key} = copies.old WHERE copies.id > %(after)s {also}
"""
KEYS = """
INSERT INTO games_acceptedkey (user_id, key, match_id, at)
SELECT %(first)s + n %% %(people)s, gen_random_uuid()::text, %(match)s,
  now() - %(days)s * random() * '1 day'::interval
FROM generate_series(1, %(count)s) n
"""
MESSAGES = """
INSERT INTO chat_message (room_id, author_id, text, key, at, removed_by, reason)
SELECT 1 + n %% 1000, %(first)s + n %% %(people)s, repeat('A line of the chat. ', 1 + n %% 5),
  gen_random_uuid()::text, now() - 364 * random() * '1 day'::interval, '', ''
FROM generate_series(1, %(count)s) n
"""
NOTICES = """
INSERT INTO chat_notice (user_id, kind, text, url, at, seen_at)
SELECT %(first)s + n %% %(people)s, 'turn', 'It is your turn at a table.', '/m/abcdefghij/',
  now() - '20 days'::interval, CASE WHEN n %% 4 > 0 THEN now() - '20 days'::interval END
FROM generate_series(1, %(count)s) n
"""


@dataclass(frozen=True)
class Sizes:
    """Bytes. `a_match`: of a match, its seats, setup and rooms; `entries`: of its log."""

    rows: dict[str, float]
    a_match: float
    entries: float


def begin() -> tuple[list[Any], list[Any]]:
    """Two people, and a match of each game that they have played; others to own the rest."""
    from chat.models import Room
    from lobby.models import User

    # It is done by hand, before anything is measured.
    _do("ALTER SYSTEM SET autovacuum = off")
    _do("SELECT pg_reload_conf()")
    people = [User.objects.create_user(username=name) for name in ("ann", "bob")]
    Room.objects.bulk_create(Room(key=f"table-{n}") for n in range(1000))
    played = [begun(people, game, bots) for game, bots in TABLES.items()]
    for match in played:
        play(match)
    _do("CREATE TABLE copies (id bigint PRIMARY KEY, old bigint)")
    return people, played


def up_to(rows: int, played: list[Any]) -> None:
    """Fills until the log has so many rows."""
    from games.models import LogEntry, Match, MatchSetup, Seat

    keys = [match.pk for match in played]
    there = LogEntry.objects.filter(match__in=keys).count()
    entries = there / len(played)
    have = _one("SELECT count(*) FROM copies")
    count = max(0, int(rows / entries) - have)
    after = _one("SELECT coalesce(max(id), 0) FROM copies")
    newcomers = _newcomers(rows // ENTRIES_A_PERSON)
    _do(MATCHES, count=count, played=keys)
    ended = "now() - 28 * random() * '1 day'::interval"
    name = "lpad(to_hex(copies.id), 10, 'x')"
    owner, user = (
        "{first} + ({n}) % {people}".format(n=n, **newcomers)
        for n in ("copies.id", "copies.id + old.index")
    )
    new = {"id": "copies.id", "public_id": name, "ended_at": ended, "owner_id": owner}
    _copy(Match, "id", after, new)
    _copy(Seat, "match_id", after, {"match_id": "copies.id", "user_id": user}, leave=("id",))
    _copy(LogEntry, "match_id", after, {"match_id": "copies.id"}, leave=("id",))
    _copy(
        MatchSetup, "match_id", after, {"match_id": "copies.id"}, also=f"AND copies.id < {SETUPS}"
    )
    fresh = int(count * entries)
    _do(KEYS, count=fresh, match=keys[0], days=6.9, **newcomers)
    _do(MESSAGES, count=fresh // 10, **newcomers)
    _do(NOTICES, count=fresh // 20, **newcomers)
    _do("VACUUM ANALYZE")
    _do("CHECKPOINT")  # what was filled in is written before anything is measured


def _newcomers(count: int) -> dict[str, int]:
    """Makes people until there are so many. `first`: the key of the first; `people`: how many.

    What is filled in is theirs, so that nobody has more of it in a larger house.
    """
    from lobby.models import User

    there = User.objects.count()
    made = (User(username=f"person{n}") for n in range(there, count))
    return {"first": User.objects.bulk_create(made, 1000)[0].pk, "people": count - there}


def _copy(
    model: Any, key: str, after: int, new: dict[str, str], *, leave: Any = (), also: str = ""
) -> None:
    columns = [f.column for f in model._meta.concrete_fields if f.column not in leave]
    values = ", ".join(new.get(column, f'old."{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    table = model._meta.db_table
    sql = COPIED.format(table=table, columns=names, values=values, key=key, also=also)
    _do(sql.replace(" % ", " %% "), after=after)


def make_due(*, keys: int, matches: int) -> None:
    """So many keys and logs are older than they are kept."""
    _do(
        "UPDATE games_acceptedkey SET at = now() - '8 days'::interval WHERE id IN"
        " (SELECT id FROM games_acceptedkey ORDER BY id DESC LIMIT %(count)s)",
        count=keys,
    )
    _do(
        "UPDATE games_match SET ended_at = now() - '31 days'::interval WHERE id IN"
        " (SELECT copies.id FROM copies JOIN games_match USING (id)"  # the first have setups
        " WHERE log_packed_at IS NULL ORDER BY copies.id LIMIT %(count)s)",
        count=matches,
    )
    _do("ANALYZE games_acceptedkey, games_match")
    _do("CHECKPOINT")


def pages_read() -> int:
    """By all statements so far, from memory or the disk."""
    _do("SELECT pg_stat_force_next_flush()")
    _do("SELECT pg_stat_clear_snapshot()")
    own = "datname = current_database()"
    return int(_one(f"SELECT blks_hit + blks_read FROM pg_stat_database WHERE {own}"))


def newest_person() -> str:
    """Of those who have what was filled in: as much as everybody where there were fewer."""
    from lobby.models import User

    return User.objects.filter(username__startswith="person").latest("pk").username


def packed() -> tuple[Any, str]:
    """Somebody who has played a match whose log is packed, and its page."""
    from games.models import PackedLog

    match = PackedLog.objects.earliest("pk").match
    return match.seats.exclude(user=None).select_related("user")[0].user, f"/m/{match.public_id}/"


def look(browser: Any, address: str) -> None:
    answer = browser.get(address)
    assert answer.status_code == 200, answer.status_code


def sizes() -> Sizes:
    from games.models import Match

    tables = {
        "log entry": "games_logentry", "accepted key": "games_acceptedkey",
        "message": "chat_message", "notice": "chat_notice", "match": "games_match",
        "seat": "games_seat", "setup": "games_matchsetup", "room": "chat_room",
    }  # fmt: skip
    rows = {
        name: _bytes(table) / _one(f"SELECT count(*) FROM {table}")
        for name, table in tables.items()
    }
    entries = _one("SELECT count(*) FROM games_logentry") / Match.objects.count()
    seats = _one("SELECT count(*) FROM games_seat") / Match.objects.count()
    return Sizes(
        rows=rows,
        a_match=rows["match"] + rows["setup"] + seats * rows["seat"] + 2 * rows["room"],
        entries=entries,
    )


def packed_entry() -> float:
    """Bytes of an entry in a packed log, of all that are packed."""
    from games.models import PackedLog

    logs = PackedLog.objects.select_related("match")
    lengths = [(len(log.data), log.match.entries) for log in logs]
    return sum(size for size, _ in lengths) / sum(count for _, count in lengths)


def packed_setup() -> float:
    """Bytes of a setup whose match is packed; what it shares with others left out."""
    return float(
        _one(
            "SELECT avg(pg_column_size(setup.*)) + 8 + 20"  # its pointer, and its entry in the key
            " FROM games_matchsetup setup JOIN games_packedlog USING (match_id)"
        )
    )


def _bytes(table: str) -> int:
    return int(_one(f"SELECT pg_total_relation_size('{table}')"))


def _one(sql: str) -> Any:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0]


def _do(sql: str, **given: Any) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, given or None)
