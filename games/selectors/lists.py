"""Lists of tables: open, running, one's own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from chat.live.batch import loaded_in_batch
from chat.models import Block
from chat.people import PERSON
from games.models import GOING_ON, Invitation, Match, Seat

# --- What the lists of people hold, loaded for many people at once.
#
# Two queries for up to 128 people and matches: first which matches, by walks on indexes that end
# when a page is full, then their rows. A row is read once; what it is to one person stands beside
# it.


OPEN_SHOWN = 20
RUNNING_SHOWN = 10

_UNSHOWN = ("snapshot", "secret", "password", "streams", "outcome")
_JOINABLE, _ANY = Q(late_join=True), Q()
_NOBODY = 0  # the key of no row
_NONE = Value(None, output_field=IntegerField())


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tables a list shows; "" and False: any. Pages are counted from 1."""

    game: str = ""
    free: bool = False
    pace: str = ""
    access: str = ""
    open_page: int = 1
    running_page: int = 1

    def fits(self, match: Any) -> bool:
        """Whether this match, with its seats counted, is one of them."""
        wishes = (self.game, match.game), (self.pace, match.pace), (self.access, match.access)
        if any(wish and wish != value for wish, value in wishes):
            return False
        return not self.free or bool(
            match.taken < match.most and (not match.started or match.late_join)
        )


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in somebody's list: where they sit, if they do, and whether they are invited.

    `match` has `taken` and `bot_count`: how many sit there, and how many of them are bots.
    """

    match: Any
    seat: int | None = None
    invited: bool = False

    @property
    def mine(self) -> bool:
        return self.seat is not None

    @property
    def waits(self) -> bool:
        """Whether this person owes an answer there."""
        return self.match.status == Match.Status.RUNNING and self.seat in self.match.asked


@dataclass(frozen=True, slots=True)
class Tables:
    """What one person's lists hold. `own`: what they sit at or are invited to, newest first.

    `open`: newest first, after those they are invited to. `running`: what may be watched or joined
    late and is not their own, newest first. `more_open`, `more_running`: whether a page follows.
    """

    own: Sequence[Listed] = ()
    open: Sequence[Listed] = ()
    running: Sequence[Listed] = ()
    more_open: bool = False
    more_running: bool = False


NOWHERE = Tables()


@dataclass(frozen=True, slots=True)
class _Which:
    """Keys of matches: the seats of each person, what each is invited to, and the public pages."""

    seats: Mapping[int, Mapping[int, int]]
    invited: Mapping[int, Set[int]]
    open: Set[int]
    running: Set[int]

    def all(self) -> set[int]:
        own = [*self.seats.values(), *self.invited.values()]
        return {*self.open, *self.running}.union(*own)


def load(people: Sequence[int | None], wanted: Wanted | None) -> dict[int | None, Tables]:
    """The tables of each of these people (by key; None: a visitor).

    Those by invitation only are in no list but of whom they concern; an invitation by somebody the
    person has blocked gives nothing. Without `wanted` only `own` is filled.
    """
    which = _which([person for person in people if person is not None], wanted)
    rows = _rows(which.all())
    return {person: _tables(person, which, rows, wanted) for person in people}


# --- which ------------------------------------------------------------------------------------


def _which(people: Sequence[int], wanted: Wanted | None) -> _Which:
    seats: dict[int, dict[int, int]] = defaultdict(dict)
    invited: dict[int, set[int]] = defaultdict(set)
    pages: dict[str, set[int]] = {"open": set(), "running": set()}
    people = people or [_NOBODY]
    for name, person, match, place in _places(people, wanted):
        if name == "seat":
            seats[person][match] = place
        elif name == "invited":
            invited[person].add(match)
        else:
            pages[name].add(match)
    return _Which(seats, invited, **pages)


def _places(people: Sequence[int], wanted: Wanted | None) -> QuerySet[Any, tuple[Any, ...]]:
    """One query: a row for each seat, each invitation, and each match of a page."""
    rows = _seats(people).union(_invitations(people), all=True)
    if wanted is None:
        return rows
    return rows.union(_page("open", wanted), _page("running", wanted), all=True)


def _named(rows: QuerySet[Any], name: str, *columns: Any) -> QuerySet[Any, tuple[Any, ...]]:
    """What it is, whom it concerns, the match, where they sit."""
    return rows.order_by().values_list(Value(name), *columns)


def _seats(people: Sequence[int]) -> QuerySet[Any, tuple[Any, ...]]:
    rows = Seat.objects.filter(
        user__in=people, status=Seat.Status.SEATED, match__status__in=GOING_ON
    )
    return _named(rows, "seat", "user", "match", "index")


def _invitations(people: Sequence[int]) -> QuerySet[Any, tuple[Any, ...]]:
    by_them = Q(blocker=OuterRef("user"), blocked=OuterRef("match__owner"))
    by_owner = Q(blocker=OuterRef("match__owner"), blocked=OuterRef("user"))
    blocked = Block.objects.filter(by_them | by_owner)
    rows = Invitation.objects.filter(user__in=people, match__status__in=GOING_ON)
    return _named(rows.exclude(Exists(blocked)), "invited", "user", "match", _NONE)


def _page(name: str, wanted: Wanted) -> QuerySet[Any, tuple[Any, ...]]:
    """A page of the matches that everybody may see, and one more if another page follows."""
    rows = Match.objects.filter(status=name).exclude(access=Match.Access.INVITE)
    wishes = {"game": wanted.game, "pace": wanted.pace, "access": wanted.access}
    rows = rows.filter(**{column: wish for column, wish in wishes.items() if wish})
    shown, number = OPEN_SHOWN, wanted.open_page
    if name == "running":
        shown, number = RUNNING_SHOWN, wanted.running_page
        rows = rows.filter(_JOINABLE if wanted.free else _JOINABLE | Q(spectators=True))
    if wanted.free:
        rows = rows.alias(taken=_count()).filter(taken__lt=F("most"))
    first = (number - 1) * shown
    page = rows.order_by("-created_at")[first : first + shown + 1]
    # SQLite unites no queries that are cut off, but such as choose from them.
    return _named(Match.objects.filter(pk__in=page.values("pk")), name, _NONE, "pk", _NONE)


# --- their rows -------------------------------------------------------------------------------


def _count(which: Q = _ANY) -> Coalesce:
    """How many seats of the match are taken."""
    seats = Seat.objects.filter(which, match=OuterRef("pk"), status=Seat.Status.SEATED)
    counted = seats.order_by().values("match").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def _rows(keys: Set[int]) -> dict[int, Any]:
    """With owner and counts of seats; without what no list shows."""
    rows = (
        Match.objects.filter(pk__in=keys)
        .select_related("owner")
        .defer(*_UNSHOWN)
        .annotate(taken=_count(), bot_count=_count(~Q(bot="") | Q(program=True)))
    )
    return {row.pk: row for row in rows}


# --- of one person ----------------------------------------------------------------------------


def _tables(
    person: int | None, which: _Which, rows: Mapping[int, Any], wanted: Wanted | None
) -> Tables:
    seats, invited = which.seats.get(person or 0, {}), which.invited.get(person or 0, set())

    def listed(keys: Iterable[int]) -> list[Listed]:
        found = (Listed(rows[key], seats.get(key), key in invited) for key in keys if key in rows)
        return sorted(found, key=lambda one: one.match.created_at, reverse=True)

    own = listed({*seats, *invited})
    if wanted is None:
        return Tables(own)
    opened, running = listed(which.open), listed(which.running)
    return Tables(
        own=own,
        open=_open(own, opened[:OPEN_SHOWN], wanted),
        running=_running(own, running[:RUNNING_SHOWN], wanted),
        more_open=len(opened) > OPEN_SHOWN,
        more_running=len(running) > RUNNING_SHOWN,
    )


def _open(own: Sequence[Listed], page: Sequence[Listed], wanted: Wanted) -> list[Listed]:
    """Those a person is invited to stand before the first page, and nowhere else."""
    others = [one for one in page if not one.invited]
    if wanted.open_page > 1:
        return others
    mine = [one for one in own if one.match.status == Match.Status.OPEN and wanted.fits(one.match)]
    hidden = [one for one in mine if one.match.access == Match.Access.INVITE and not one.invited]
    return [*(one for one in mine if one.invited), *hidden, *others]


def _running(own: Sequence[Listed], page: Sequence[Listed], wanted: Wanted) -> list[Listed]:
    """A person's own matches stand elsewhere; those nobody else is shown, before the first page."""
    others = [one for one in page if not one.mine]
    if wanted.running_page > 1:
        return others
    hidden = [
        one for one in own
        if not one.mine and one.match.access == Match.Access.INVITE and _is_shown(one.match)
        and wanted.fits(one.match)
    ]  # fmt: skip
    return [*hidden, *others]


def _is_shown(match: Any) -> bool:
    return bool(match.status == Match.Status.RUNNING and (match.spectators or match.late_join))


def one_listed(user: Any, match: Match) -> Listed:
    """A match as lists show it, of which somebody knows already that this user may look at it."""
    row = _rows({match.pk})[match.pk]
    seats = Seat.objects.filter(match=match, user=user, status=Seat.Status.SEATED)
    invited = Invitation.objects.filter(match=match, user=user).exists()
    return Listed(row, seats.values_list("index", flat=True).first(), invited)


def tables_for(user: Any, wanted: Wanted | None = None) -> Tables:
    """What this user's lists hold; without `wanted` only what they sit at or are invited to.

    Two queries for all pages of a batch that want the same.
    """
    found = loaded_in_batch(
        ("tables", wanted), PERSON, user.pk, lambda people: load(people, wanted)
    )
    return found or NOWHERE


def invited_tables(tables: Tables) -> list[Listed]:
    """Of a person's tables the open ones they are invited to and do not sit at; newest first."""
    return [one for one in tables.own if one.invited and not one.mine and not one.match.started]


def my_matches(tables: Tables) -> list[Listed]:
    """Those a person sits at: what waits for them first, nearest deadline first."""
    return sorted((one for one in tables.own if one.mine), key=_urgency)


def _urgency(one: Listed) -> tuple[Any, ...]:
    at = one.match.deadline
    return not one.waits, at is None, at or one.match.created_at


def waiting_for(user: Any, besides: str = "") -> int:
    """In how many matches this user owes an answer, besides this one.

    Read once for all whose pages are drawn.
    """
    load = partial(_waiting, besides=besides)
    return loaded_in_batch(("waiting", besides), PERSON, user.pk, load) or 0


def _waiting(people: Sequence[int], besides: str) -> Mapping[int, int]:
    """In how many matches each of them owes an answer; those in none are left out."""
    seats = Seat.objects.filter(
        user__in=people, status=Seat.Status.SEATED, match__status=Match.Status.RUNNING
    )
    waiting: Counter[int] = Counter()
    for person, match, index, asked in seats.order_by().values_list(
        "user", "match__public_id", "index", "match__asked"
    ):
        waiting[person] += match != besides and index in asked
    return waiting


def history_of(user: Any, limit: int = 50) -> list[Seat]:
    """The finished matches of this person, newest first: seats with their match."""
    rows = Seat.objects.filter(user=user, match__status=Match.Status.FINISHED)
    return list(
        rows.select_related("match").defer("match__snapshot").order_by("-match__ended_at")[:limit]
    )
