"""Code that relies on private parts of Django, Channels, Autobahn and allauth.

No other file touches such parts, except those that serve requests: config/server/http_limits.py
and config/server/internals.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, ClassVar

from allauth.core.internal.ratelimit import consume as consume, get_ip as get_ip  # noqa: PLC0414  (handed on)
from autobahn.exception import Disconnected as Disconnected  # noqa: PLC0414  (handed on)
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.db import DEFAULT_DB_ALIAS, OperationalError, models

# --- Sockets
#
# Daphne raises `Disconnected` when it sends on a closed socket. ASGI says that a server may raise
# an OSError there; this one is Autobahn's own.


# --- Limits
#
# `consume` counts how often something was done and `get_ip` returns the client's address, as
# django-allauth does for logins. Its public functions count by its own settings only. Used by
# chat/core/limits.py only.


# --- Caches
#
# Django documents how to write a cache, but not how its own are implemented.


class KeptRedisClient(RedisCacheClient):
    """A Redis client pool that creates each client once.

    All threads may share a client, and creating one takes longer than using it.
    """

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._kept: dict[Any, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        pool = self._get_connection_pool(write)  # type: ignore[attr-defined]  # left out of its types
        if pool not in self._kept:
            self._kept[pool] = super().get_client(key, write=write)
        return self._kept[pool]


class OnePoolRedisCache(RedisCache):
    """A Redis cache with one client, and so one pool of connections, for the process.

    Django makes a cache for each context, which here is each request. Each would connect again, and
    its connection would stay open until the garbage is collected.
    """

    _clients: ClassVar[dict[str, RedisCacheClient]] = {}

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._server = server
        self._class = KeptRedisClient

    @property
    def _cache(self) -> RedisCacheClient:
        client = self._clients.get(self._server)
        if client is None:
            client = self._clients.setdefault(self._server, super()._cache)
        return client


class StrictDatabaseCache(DatabaseCache):
    """A database cache that raises `OperationalError` if a value cannot be written.

    Django's own ignores the failure.
    """

    def _base_set(self, mode: str, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT) -> bool:
        kept: bool = super()._base_set(mode, key, value, timeout)  # type: ignore[misc]  # left out of its types
        if mode == "set" and not kept:
            raise OperationalError("a value could not be stored")
        return kept


# --- Queries
#
# Django compiles a query each time it is executed, and looks up each time how to convert a column.
# For a query of one row, that takes several times as long as SQLite takes to answer it.


@dataclass(frozen=True, slots=True)
class Compiled:
    """A query as SQL for one kind of database."""

    sql: str
    parameters: Sequence[Any]
    read: Callable[[list[Any]], list[Any]]  # makes rows or objects of the fetched rows


def compiled(rows: models.QuerySet[Any, Any], connection: Any) -> Compiled:
    """Compile a query of whole rows, some columns, annotations or `values_list`.

    Rows may come with the rows they refer to (`select_related`).
    """
    compiler: Any = rows.query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()
    columns = [column[0] for column in compiler.select[: compiler.col_count]]
    converters = compiler.get_converters(columns)
    if rows.query.values_select:
        build: Callable[[list[Any]], Any] = tuple
    else:
        build = _annotated(
            _builder_with_related(compiler.klass_info, compiler.select),
            compiler.annotation_col_map or {},
        )

    def read(found: list[Any]) -> list[Any]:
        return [build(row) for row in compiler.apply_converters(found, converters)]

    return Compiled(sql, parameters, read)


def _annotated(
    build: Callable[[list[Any]], Any], places: Mapping[str, int]
) -> Callable[[list[Any]], Any]:
    """Return a builder that also sets each annotation, found at its place in the row."""

    def build_annotated(row: list[Any]) -> Any:
        one = build(row)
        for name, place in places.items():
            setattr(one, name, row[place])
        return one

    return build_annotated if places else build


def _builder_with_related(info: Any, select: Sequence[Any]) -> Callable[[list[Any]], Any]:
    """Return a builder that makes an object, with its related objects, from a row."""
    build = _builder(info, select)
    related = [
        (_builder(each, select), each["local_setter"], each["remote_setter"])
        for each in info.get("related_klass_infos", ())
    ]

    def build_all(row: list[Any]) -> Any:
        one = build(row)
        for build_other, set_here, set_there in related:
            other = build_other(row)
            set_here(one, other)
            if other is not None:
                set_there(other, one)
        return one

    return build_all


def _builder(info: Any, select: Sequence[Any]) -> Callable[[list[Any]], Any]:
    """Return a builder that makes an object of this model from a row, or None."""
    model: type[models.Model] = info["model"]
    places: list[int] = info["select_fields"]
    names = [select[place][0].target.attname for place in places]
    key = places[names.index(model._meta.pk.attname)]

    def build(row: list[Any]) -> Any:
        if row[key] is None:
            return None
        return model.from_db(DEFAULT_DB_ALIAS, names, [row[place] for place in places])

    return build


# --- Bulk writes (games/services/bulk.py)


def table_fields(model: type[models.Model]) -> Sequence[Any]:
    """Return the fields of a model that are columns of its table."""
    # Not `get_fields`, which cannot be used at import time.
    return model._meta.concrete_fields


def quoted(connection: Any, name: str) -> str:
    """Return the name of a table or column, quoted for SQL."""
    return str(connection.ops.quote_name(name))


def time_adapter(connection: Any) -> Callable[[Any], Any]:
    """Return a function that converts a time for this database's driver, unchecked."""
    adapter: Callable[[Any], Any] = connection.ops.adapt_datetimefield_value
    return adapter


def database_errors(connection: Any) -> AbstractContextManager[None]:
    """Convert the driver's errors to Django's while the driver is used directly."""
    wrapper: AbstractContextManager[None] = connection.wrap_database_errors
    return wrapper
