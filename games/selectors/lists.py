"""Lists of tables: open ones, running ones, and a user's own."""

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

# --- Lists of many people, loaded together
#
# Two queries for up to 128 people and matches. The first finds the matches by index scans that end
# when a page is full; the second reads their rows. Each row is read once and shared by the lists.


OPEN_SHOWN = 20
RUNNING_SHOWN = 10

_UNSHOWN = ("snapshot", "secret", "password", "streams", "outcome")
_JOINABLE, _ANY = Q(late_join=True), Q()
_NOBODY = 0  # a key that no user has
_NONE = Value(None, output_field=IntegerField())


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter on the tables of a list; "" and False match any table."""

    game: str = ""
    free: bool = False
    pace: str = ""
    access: str = ""
    open_page: int = 1  # pages are counted from 1
    running_page: int = 1

    def fits(self, match: Any) -> bool:
        """Return True if this match, with its seats counted, passes the filter."""
        wishes = (self.game, match.game), (self.pace, match.pace), (self.access, match.access)
        if any(wish and wish != value for wish, value in wishes):
            return False
        return not self.free or bool(
            match.taken < match.most and (not match.started or match.late_join)
        )


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a person's list."""

    match: Any  # with `taken` and `bot_count`: the numbers of taken seats and of bots on them
    seat: int | None = None  # the person's own, if they have one
    invited: bool = False

    @property
    def mine(self) -> bool:
        return self.seat is not None

    @property
    def waits(self) -> bool:
        """True if this person owes an answer there."""
        return self.match.status == Match.Status.RUNNING and self.seat in self.match.asked


@dataclass(frozen=True, slots=True)
class Tables:
    """The lists of one person."""

    own: Sequence[Listed] = ()  # where they sit or are invited, newest first
    open: Sequence[Listed] = ()  # tables they are invited to, then others, each newest first
    # Not their own, and open to spectators or late players; newest first.
    running: Sequence[Listed] = ()
    practice: Sequence[Listed] = ()  # the same, of one person against bots
    more_open: bool = False  # another page follows
    more_running: bool = False


NOWHERE = Tables()


@dataclass(frozen=True, slots=True)
class _Which:
    """The keys of the matches in the lists."""

    seats: Mapping[int, Mapping[int, int]]  # by person, then match: the seat
    invited: Mapping[int, Set[int]]  # by person
    open: Set[int]  # the public page of open tables
    running: Set[int]
    practice: Set[int]

    def all(self) -> set[int]:
        own = [*self.seats.values(), *self.invited.values()]
        return {*self.open, *self.running, *self.practice}.union(*own)


def load(people: Sequence[int | None], wanted: Wanted | None) -> dict[int | None, Tables]:
    """Return the tables of each of these people, by key; None stands for a visitor.

    Invitation-only tables appear only in the lists of people who sit there or are invited. An
    invitation from an owner whom the person has blocked, or who has blocked them, is void. Without
    `wanted` only `own` is filled.
    """
    which = _which([person for person in people if person is not None], wanted)
    rows = _rows(which.all())
    return {person: _tables(person, which, rows, wanted) for person in people}


# --- Keys of the matches


def _which(people: Sequence[int], wanted: Wanted | None) -> _Which:
    seats: dict[int, dict[int, int]] = defaultdict(dict)
    invited: dict[int, set[int]] = defaultdict(set)
    pages: dict[str, set[int]] = {"open": set(), "running": set(), "practice": set()}
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
    """Return a query of each seat, each invitation, and each match of a page."""
    rows = _seats(people).union(_invitations(people), all=True)
    if wanted is None:
        return rows
    pages = (_page(name, wanted) for name in ("open", "running", "practice"))
    return rows.union(*pages, all=True)


def _named(rows: QuerySet[Any], name: str, *columns: Any) -> QuerySet[Any, tuple[Any, ...]]:
    """Return rows of kind, person, match and seat."""
    return rows.order_by().values_list(Value(name), *columns)


def _seats(people: Sequence[int]) -> QuerySet[Any, tuple[Any, ...]]:
    rows = Seat.objects.filter(
        user__in=people,
        status=Seat.Status.SEATED,
        match__status__in=GOING_ON,
        match__lesson=False,
    )
    return _named(rows, "seat", "user", "match", "index")


def _invitations(people: Sequence[int]) -> QuerySet[Any, tuple[Any, ...]]:
    by_them = Q(blocker=OuterRef("user"), blocked=OuterRef("match__owner"))
    by_owner = Q(blocker=OuterRef("match__owner"), blocked=OuterRef("user"))
    blocked = Block.objects.filter(by_them | by_owner)
    rows = Invitation.objects.filter(user__in=people, match__status__in=GOING_ON)
    return _named(rows.exclude(Exists(blocked)), "invited", "user", "match", _NONE)


def _page(name: str, wanted: Wanted) -> QuerySet[Any, tuple[Any, ...]]:
    """Return the public matches of a page, and one more if another page follows."""
    status = Match.Status.OPEN if name == "open" else Match.Status.RUNNING
    rows = Match.objects.filter(status=status).exclude(access=Match.Access.INVITE)
    wishes = {"game": wanted.game, "pace": wanted.pace, "access": wanted.access}
    rows = rows.filter(**{column: wish for column, wish in wishes.items() if wish})
    shown, number = OPEN_SHOWN, wanted.open_page
    if name != "open":
        shown, number = RUNNING_SHOWN, wanted.running_page if name == "running" else 1
        rows = rows.filter(practice=name == "practice")
        rows = rows.filter(_JOINABLE if wanted.free else _JOINABLE | Q(spectators=True))
    if wanted.free:
        rows = rows.alias(taken=_count()).filter(taken__lt=F("most"))
    first = (number - 1) * shown
    page = rows.order_by("-created_at")[first : first + shown + 1]
    # SQLite allows no LIMIT inside a UNION, but it does allow one inside a subquery.
    return _named(Match.objects.filter(pk__in=page.values("pk")), name, _NONE, "pk", _NONE)


# --- Rows of the matches


def _count(which: Q = _ANY) -> Coalesce:
    """Return the number of taken seats of a match, as an expression."""
    seats = Seat.objects.filter(which, match=OuterRef("pk"), status=Seat.Status.SEATED)
    counted = seats.order_by().values("match").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def _rows(keys: Set[int]) -> dict[int, Any]:
    """Return the rows with owner and seat counts, without columns that no list shows."""
    rows = (
        Match.objects.filter(pk__in=keys)
        .select_related("owner")
        .defer(*_UNSHOWN)
        .annotate(taken=_count(), bot_count=_count(~Q(bot="") | Q(program=True)))
    )
    return {row.pk: row for row in rows}


# --- Lists of one person


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
    practice = [one for one in listed(which.practice) if not one.mine]
    return Tables(
        own=own,
        open=_open(own, opened[:OPEN_SHOWN], wanted),
        running=_running(own, running[:RUNNING_SHOWN], wanted),
        practice=practice[:RUNNING_SHOWN],
        more_open=len(opened) > OPEN_SHOWN,
        more_running=len(running) > RUNNING_SHOWN,
    )


def _open(own: Sequence[Listed], page: Sequence[Listed], wanted: Wanted) -> list[Listed]:
    """Return a page of open tables.

    The first page begins with the tables that the person is invited to, or sits at without being
    listed publicly.
    """
    others = [one for one in page if not one.invited]
    if wanted.open_page > 1:
        return others
    mine = [one for one in own if one.match.status == Match.Status.OPEN and wanted.fits(one.match)]
    hidden = [one for one in mine if one.match.access == Match.Access.INVITE and not one.invited]
    return [*(one for one in mine if one.invited), *hidden, *others]


def _running(own: Sequence[Listed], page: Sequence[Listed], wanted: Wanted) -> list[Listed]:
    """Return a page of the running matches of others.

    The first page begins with the invitation-only matches that the person is invited to.
    """
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
    """Return a match as lists show it; the caller knows that this user may see it."""
    row = _rows({match.pk})[match.pk]
    seats = Seat.objects.filter(match=match, user=user, status=Seat.Status.SEATED)
    invited = Invitation.objects.filter(match=match, user=user).exists()
    return Listed(row, seats.values_list("index", flat=True).first(), invited)


def tables_for(user: Any, wanted: Wanted | None = None) -> Tables:
    """Return this user's lists; without `wanted` only those of their own tables.

    Two queries serve all pages of a batch with the same filter.
    """
    found = loaded_in_batch(
        ("tables", wanted), PERSON, user.pk, lambda people: load(people, wanted)
    )
    return found or NOWHERE


def invited_tables(tables: Tables) -> list[Listed]:
    """Return the open tables that the person is invited to, newest first.

    Tables at which they sit already are left out.
    """
    return [one for one in tables.own if one.invited and not one.mine and not one.match.started]


def my_matches(tables: Tables) -> list[Listed]:
    """Return the tables at which the person sits.

    Those that wait for the person come first, by deadline.
    """
    return sorted((one for one in tables.own if one.mine), key=_urgency)


def _urgency(one: Listed) -> tuple[Any, ...]:
    at = one.match.deadline
    return not one.waits, at is None, at or one.match.created_at


def waiting_for(user: Any, besides: str = "") -> int:
    """Return the number of matches that wait for this user, not counting match `besides`.

    One query serves all pages of a batch.
    """
    load = partial(_waiting, besides=besides)
    return loaded_in_batch(("waiting", besides), PERSON, user.pk, load) or 0


def _waiting(people: Sequence[int], besides: str) -> Mapping[int, int]:
    """Return by person the number of matches that wait for them; without zeros."""
    seats = Seat.objects.filter(
        user__in=people,
        status=Seat.Status.SEATED,
        match__status=Match.Status.RUNNING,
        match__lesson=False,
    )
    waiting: Counter[int] = Counter()
    for person, match, index, asked in seats.order_by().values_list(
        "user", "match__public_id", "index", "match__asked"
    ):
        waiting[person] += match != besides and index in asked
    return waiting


def finished_seats(user: Any) -> QuerySet[Seat]:
    """Return the seats of this user in finished matches, lessons apart."""
    return Seat.objects.filter(user=user, match__status=Match.Status.FINISHED, match__lesson=False)


def history_of(user: Any, limit: int = 50) -> list[Seat]:
    """Return the seats of this user in finished matches, newest first."""
    return list(
        finished_seats(user)
        .select_related("match")
        .defer("match__snapshot")
        .order_by("-match__ended_at")[:limit]
    )
