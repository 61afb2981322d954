"""Tables, games and filters as they are shown in lists and on forms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.utils.translation import gettext as _, ngettext

from games.engine.base import Preset, Title
from games.engine.codec import struct_fields
from games.models import Match
from games.registry import Game, game_of, games
from games.selectors import Listed, Wanted
from games.selectors.seats import blocked_company, warning_of


@dataclass(frozen=True)
class HouseGame:
    """A game as it is shown on the front page."""

    slug: str
    name: str
    tagline: Any
    how: Any
    seats: tuple[int, int]  # fewest and most
    minutes: tuple[int, int]  # shortest and longest
    playable: bool
    art: str
    lesson: bool = False  # it can be learnt by playing
    length: Any = ""  # the length in words, or "" if minutes will do


def house_games() -> list[HouseGame]:
    """Return all games of the site."""
    return [shown_game(game) for game in games().values()]


def shown_game(game: Game) -> HouseGame:
    """Return a game as it is shown on the front page and on invitations."""
    title = game.title
    return HouseGame(
        slug=title.slug,
        name=title.name,
        tagline=_(title.tagline),
        how=_(title.how) if title.how else "",
        seats=title.seats,
        minutes=title.minutes,
        playable=True,
        art=f"games/{title.slug}/art/picture.svg",
        lesson=title.lesson is not None,
        length=_length(title),
    )


def _length(title: Title) -> str:
    """Return the length of a match in words, or "" if it is less than a day."""
    least, most = title.minutes
    if most < 24 * 60:
        return ""
    lengths = {"least": duration(60 * least), "most": duration(60 * most)}
    return _("%(least)s to %(most)s") % lengths


_PAGES = frozenset(map(str, range(1, 501)))  # as they appear in a URL


@dataclass(frozen=True, slots=True)
class Filters(Wanted):
    """The filters of the lobby's lists, as they appear in its URL."""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filters:
        """Return the filters in the query of a URL, ignoring unknown values."""

        def known(name: str, values: Any) -> str:
            value = query.get(name, "")
            return value if value in values else ""

        def page(name: str) -> int:
            value = query.get(name, "")
            return int(value) if value in _PAGES else 1

        return cls(
            game=known("game", games()),
            free=query.get("free") == "1",
            pace=known("pace", Match.Pace.values),
            access=known("access", (Match.Access.OPEN, Match.Access.PASSWORD)),
            open_page=page("open"),
            running_page=page("running"),
        )

    @property
    def query(self) -> str:
        """The query of the URL, without the question mark."""
        values = {
            "game": self.game,
            "free": "1" if self.free else "",
            "pace": self.pace,
            "access": self.access,
            "open": "" if self.open_page == 1 else self.open_page,
            "running": "" if self.running_page == 1 else self.running_page,
        }
        return urlencode({name: value for name, value in values.items() if value})

    @property
    def address(self) -> str:
        """The query with its question mark, or "" if there are no filters."""
        return f"?{self.query}" if self.query else ""

    def page_of(self, name: str) -> int:
        """Return the page number of the list "open" or "running"."""
        return self.open_page if name == "open" else self.running_page

    def turned(self, name: str, page: int) -> Filters:
        """Return the same filters with another page of this list."""
        pages: dict[str, Any] = {f"{name}_page": page}
        return replace(self, **pages)

    @property
    def any(self) -> bool:
        """True if there are any filters besides page numbers."""
        return self.first_pages() != Filters()

    def first_pages(self) -> Filters:
        return replace(self, open_page=1, running_page=1)


@dataclass(frozen=True)
class FilterLink:
    """A link that switches a filter on or off."""

    label: str
    on: bool
    query: str  # the query with the filter switched


def filter_links(now: Filters) -> list[FilterLink]:
    """Return a link for each filter; filters of a kind exclude each other."""
    wishes: list[tuple[str, str, Any]] = []
    if len(games()) > 1:
        wishes += [(game.title.name, "game", slug) for slug, game in games().items()]
    wishes += [
        (_("Free seats"), "free", True),
        (_("Live"), "pace", "live"),
        (_("Slow"), "pace", "slow"),
        (_("No password"), "access", "open"),
        (_("Password"), "access", "password"),
    ]
    return [_link(now, *wish) for wish in wishes]


def _link(now: Filters, label: str, name: str, value: Any) -> FilterLink:
    on = getattr(now, name) == value
    off: Any = False if value is True else ""
    changed: dict[str, Any] = {name: off if on else value}
    return FilterLink(label, on, replace(now.first_pages(), **changed).query)


@dataclass(frozen=True)
class Row:
    """A row in a list of tables."""

    listed: Listed
    title: Title
    notes: tuple[str, ...]
    remark: str = ""  # what people should know before they sit down
    company: str = ""  # a warning if somebody whom this person has blocked sits there
    waiting: str = ""  # in a game without turns, what this person may do next
    until: datetime | None = None  # deadline of `waiting`

    @property
    def match(self) -> Any:
        return self.listed.match

    @property
    def free(self) -> bool:
        return bool(self.match.taken < self.match.most)

    @property
    def joinable(self) -> bool:
        return self.free and (not self.match.started or self.match.late_join)

    def facts(self) -> tuple[Hashable, ...]:
        """Return all that the row's HTML depends on, except the viewer."""
        match = self.match
        owner = match.owner.shown_name if match.owner else None
        return (
            *(
                self.listed.mine,
                self.listed.invited,
                self.notes,
                self.remark,
                self.company,
            ),
            *(match.public_id, match.name, owner, match.taken, match.bot_count),
            match.settings,
            match.started,
        )


def rows_of_mine(listed: Sequence[Listed], user: Any) -> list[Row]:
    """Return the rows of a person's own matches, with what waits for them."""
    waiting: dict[int, tuple[str, datetime]] = {}
    for slug, game in games().items():
        matches = [table.match for table in listed if table.match.game == slug]
        waiting |= game.waiting(matches, user) if matches else {}
    return [_with(row, waiting.get(row.match.pk)) for row in rows_of(listed, user)]


def _with(row: Row, waiting: tuple[str, datetime] | None) -> Row:
    return row if waiting is None else replace(row, waiting=waiting[0], until=waiting[1])


def rows_of(listed: Sequence[Listed], user: Any) -> list[Row]:
    """Return the rows of these tables, without games the site does not offer."""
    company = blocked_company(user, [table.match.pk for table in listed if not table.mine])
    by_game: dict[str, list[Match]] = defaultdict(list)
    for table in listed:
        by_game[table.match.game].append(table.match)
    remarks = {slug: game.remarks(by_game[slug]) for slug, game in games().items()}
    known = [table for table in listed if table.match.game in remarks]
    return [
        _row(
            table,
            remark=remarks[table.match.game].get(table.match.pk, ""),
            company=warning_of(company.get(table.match.pk, ())),
        )
        for table in known
    ]


def _row(listed: Listed, *, remark: str, company: str) -> Row:
    game = game_of(listed.match.game)
    notes = options_in_short(game.title, listed.match.options, told=game.told)
    return Row(listed, game.title, tuple(notes), remark, company)


def options_in_short(
    title: Title, options: Mapping[str, Any], told: Sequence[str] = ()
) -> list[str]:
    """Return the options that differ from the defaults, as "Points to win: 4".

    Leave out those in `told`, which are mentioned elsewhere.
    """
    found = []
    for field in struct_fields(title.options_type):
        if field.encode_name in told:
            continue
        usual = _default(field)
        value = options.get(field.encode_name, usual)
        value = tuple(value) if isinstance(value, list) else value
        if value != usual:
            found.append(f"{_short_label(field)}: {_in_words(field.name, value)}")
    return found


def _short_label(field: Any) -> str:
    """Return the label without its unit.

    A form asks for seconds, but lists show times in words.
    """
    label = label_of(field)
    bare = label.removeprefix(_("Seconds to "))
    return label if bare == label else bare[:1].upper() + bare[1:]


def _default(field: Any) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return None if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def label_of(field: Any) -> str:
    """Return the label of an option, from the metadata of its type."""
    schema = getattr(field.type, "extra_json_schema", None) or {}
    return (
        str(_(schema["title"])) if "title" in schema else field.name.replace("_", " ").capitalize()
    )


def _in_words(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, tuple):
        return str(len(value))
    if name.endswith("_seconds"):
        return duration(int(value))
    if value == 0:
        return _("none")
    return str(value)


def duration(seconds: int) -> str:
    """Return a duration in the largest unit that makes it a whole number."""
    if seconds % 86400 == 0:
        return ngettext("%(n)s day", "%(n)s days", seconds // 86400) % {"n": seconds // 86400}
    for unit, word in ((3600, _("h")), (60, _("min"))):
        if seconds % unit == 0:
            return f"{seconds // unit} {word}"
    return f"{seconds} {_('s')}"


def preset_of(title: Title, slug: str) -> Preset | None:
    return next((preset for preset in title.presets if preset.slug == slug), None)


def usual_name(user: Any) -> str:
    return (_("%(name)s’s table") % {"name": user.table_name})[:60]
