"""What tables look like in lists and on forms. Nothing here writes to the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.utils.translation import gettext as _, ngettext
from msgspec import inspect

from games.engine.base import Preset, Title
from games.models import Match
from games.registry import Game, game_of, games
from games.selectors import Listed, Wanted
from games.selectors.seats import blocked_company, warning_of

SLOW_FROM = 1800  # seconds a decision may take from which a game with its own clock counts as slow


@dataclass(frozen=True)
class HouseGame:
    """A game as the front page shows it. `seats` and `minutes`: least and most."""

    slug: str
    name: str
    tagline: Any
    seats: tuple[int, int]
    minutes: tuple[int, int]
    playable: bool
    art: str
    length: Any = ""


def house_games() -> list[HouseGame]:
    """The games of the house."""
    return [shown_game(game) for game in games().values()]


def shown_game(game: Game) -> HouseGame:
    """A game as the front page and an invitation show it."""
    title = game.title
    return HouseGame(
        slug=title.slug,
        name=title.name,
        tagline=_(title.tagline),
        seats=title.seats,
        minutes=title.minutes,
        playable=True,
        art=f"games/{title.slug}/art/picture.svg",
        length=_length(title),
    )


def _length(title: Title) -> str:
    """In words, where a match may take days; "" where minutes will do."""
    least, most = title.minutes
    if most < 24 * 60:
        return ""
    said = {"least": duration(60 * least), "most": duration(60 * most)}
    return _("%(least)s to %(most)s") % said


_PAGES = frozenset(map(str, range(1, 501)))  # as an address says them


@dataclass(frozen=True, slots=True)
class Filters(Wanted):
    """What of the lobby's lists is shown, as it stands in an address."""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filters:
        """From the query of an address; unknown values are ignored."""

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
        """As it stands in an address, without the question mark."""
        said = {
            "game": self.game,
            "free": "1" if self.free else "",
            "pace": self.pace,
            "access": self.access,
            "open": "" if self.open_page == 1 else self.open_page,
            "running": "" if self.running_page == 1 else self.running_page,
        }
        return urlencode({name: value for name, value in said.items() if value})

    @property
    def address(self) -> str:
        """As it follows the path of the lobby."""
        return f"?{self.query}" if self.query else ""

    def page_of(self, name: str) -> int:
        """Which page of the list "open" or "running" this is."""
        return self.open_page if name == "open" else self.running_page

    def turned(self, name: str, page: int) -> Filters:
        """The same with another page of this list."""
        pages: dict[str, Any] = {f"{name}_page": page}
        return replace(self, **pages)

    @property
    def any(self) -> bool:
        """Whether it leaves anything out but other pages."""
        return self.first_pages() != Filters()

    def first_pages(self) -> Filters:
        return replace(self, open_page=1, running_page=1)


@dataclass(frozen=True)
class FilterLink:
    """A filter to switch on or off; `query` leads to the list with it switched."""

    label: str
    on: bool
    query: str


def filter_links(now: Filters) -> list[FilterLink]:
    """One link for each filter; those of a kind exclude each other."""
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
    """A table in a list: the match with what is said of it in short."""

    listed: Listed
    title: Title
    notes: tuple[str, ...]
    remark: str = ""  # what people should know before they sit down
    company: str = ""  # that somebody sits there whom this person has blocked
    waiting: str = ""  # where nobody takes turns: what the person may do next
    until: datetime | None = None

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
        """What it is drawn of, apart from who looks on."""
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
    """The rows of this person's own matches, with what waits for them."""
    waiting: dict[int, tuple[str, datetime]] = {}
    for slug, game in games().items():
        some = [one.match for one in listed if one.match.game == slug]
        waiting |= game.waiting(some, user) if some else {}
    return [_with(row, waiting.get(row.match.pk)) for row in rows_of(listed, user)]


def _with(row: Row, waiting: tuple[str, datetime] | None) -> Row:
    return row if waiting is None else replace(row, waiting=waiting[0], until=waiting[1])


def rows_of(listed: Sequence[Listed], user: Any) -> list[Row]:
    """Only of games the house still plays."""
    company = blocked_company(user, [one.match.pk for one in listed if not one.mine])
    by_game: dict[str, list[Match]] = defaultdict(list)
    for one in listed:
        by_game[one.match.game].append(one.match)
    remarks = {slug: game.remarks(by_game[slug]) for slug, game in games().items()}
    known = [one for one in listed if one.match.game in remarks]
    return [
        _row(
            one,
            remark=remarks[one.match.game].get(one.match.pk, ""),
            company=warning_of(company.get(one.match.pk, ())),
        )
        for one in known
    ]


def _row(listed: Listed, *, remark: str, company: str) -> Row:
    game = game_of(listed.match.game)
    notes = options_in_short(game.title, listed.match.options, told=game.told)
    return Row(listed, game.title, tuple(notes), remark, company)


@cache
def options_of(kind: type) -> tuple[inspect.Field, ...]:
    """The options of a game, as its type describes them: found out once, each row asks for them."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info.fields


def options_in_short(
    title: Title, options: Mapping[str, Any], told: Sequence[str] = ()
) -> list[str]:
    """The options that differ from the game's own defaults, as "Points to win: 4".

    `told`: those that are said elsewhere.
    """
    found = []
    for field in options_of(title.options_type):
        if field.encode_name in told:
            continue
        usual = _default(field)
        value = options.get(field.encode_name, usual)
        value = tuple(value) if isinstance(value, list) else value
        if value != usual:
            found.append(f"{_short_label(field)}: {_said(field.name, value)}")
    return found


def _short_label(field: Any) -> str:
    """Without the unit that a form asks for: a list says times in words."""
    label = label_of(field)
    bare = label.removeprefix(_("Seconds to "))
    return label if bare == label else bare[:1].upper() + bare[1:]


def _default(field: Any) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return None if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def label_of(field: Any) -> str:
    """The name of an option, from its type's metadata."""
    said = getattr(field.type, "extra_json_schema", None) or {}
    return str(_(said["title"])) if "title" in said else field.name.replace("_", " ").capitalize()


def _said(name: str, value: Any) -> str:
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
    """Whole seconds in the largest unit that fits."""
    if seconds % 86400 == 0:
        return ngettext("%(n)s day", "%(n)s days", seconds // 86400) % {"n": seconds // 86400}
    for unit, word in ((3600, _("h")), (60, _("min"))):
        if seconds % unit == 0:
            return f"{seconds // unit} {word}"
    return f"{seconds} {_('s')}"


def preset_of(title: Title, slug: str) -> Preset | None:
    return next((preset for preset in title.presets if preset.slug == slug), None)


def pace_of(options: Mapping[str, Any]) -> str:
    """The pace of a game with its own clock: slow if a decision may take half an hour or longer."""
    if options.get("pace") == "daily":
        return "slow"
    times = [value for name, value in options.items() if name.endswith("_seconds")]
    return "slow" if max(times, default=0) >= SLOW_FROM else "live"


def usual_name(user: Any) -> str:
    return (_("%(name)s’s table") % {"name": user.shown_name})[:60]
