"""Winners, ties and places (rules 13), and statistics of matches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import median

from games.engine import codec
from games.engine.base import Event, Outcome, Simulated, Standing, Value
from games.engine.record import Replayed
from games.interop.rules import deployment
from games.interop.rules.deployment import runs_on
from games.interop.rules.events import ABORTED
from games.interop.rules.purchases import KINDS
from games.interop.rules.state import Phase, Player, Revenue, State


def outcome(state: State) -> Outcome | None:
    """Return the result, or None while the match runs.

    The order is by money, then by users (the `note` of a standing); equal players share a place.
    """
    if state.phase is not Phase.OVER:
        return None
    played = state.end_reason != ABORTED
    marks = sorted((_mark(player) for player in state.players), reverse=True)
    standings = tuple(
        Standing(
            seat=player.seat,
            rank=1 + marks.index(_mark(player)),
            score=player.money,
            winner=played and _mark(player) == marks[0],
            note=str(_mark(player)[1]),
        )
        for player in sorted(state.players, key=lambda player: (*_less_first(player), player.seat))
    )
    return Outcome(reason=state.end_reason, standings=standings)


def _mark(player: Player) -> tuple[int, int]:
    return player.money, deployment.users_total(player)


def _less_first(player: Player) -> tuple[int, int]:
    money, users = _mark(player)
    return -money, -users


# --- Facts and figures of simulated matches (rules 20)


def facts(state: State, actions: int) -> dict[str, int]:
    """Return the facts of a finished match, summed over all seats.

    `interop_permille` is the share of all income that came through partners.
    """
    money = sorted((player.money for player in state.players), reverse=True)
    earned = sum(player.account.earned for player in state.players)
    shared = sum(player.account.shared for player in state.players)
    return {
        "money": sum(money),
        "lead_permille": 1000 * (money[0] - money[1]) // max(1, money[0]),
        "earned": earned,
        "interop_permille": 0 if not earned else 1000 * shared // earned,
        "fees": sum(player.account.fees_got for player in state.players),
        "grants": sum(player.account.grants for player in state.players),
        "decisions": actions,
        "applications": sum(len(player.apps) for player in state.players),
        "bandwidth": sum(deployment.capacity(player) for player in state.players),
        "bandwidth_used": sum(deployment.used(player) for player in state.players),
        **_licences(state),
    }


def _licences(state: State) -> dict[str, int]:
    """Return how many protocols were deployed, won and adopted, by final licence."""
    ended = outcome(state)
    assert ended is not None
    winners = [standing.seat for standing in ended.standings if standing.winner]
    found = {}
    for kind in KINDS:
        these = [licence for licence in state.licences if licence.licence == kind]
        won = sum(licence.deployer in winners for licence in these)
        having = sum(licence.protocol in p.protocols for licence in these for p in state.players)
        found[f"{kind}_deployed"] = len(these)
        # In thousandths, as a win may be shared.
        found[f"{kind}_won_permille"] = 1000 * won // max(1, len(winners))
        found[f"{kind}_adopted"] = having - len(these)
    return found


def lines(played: Sequence[Simulated]) -> list[str]:
    """Return the figures of rules 20.2 and 20.3 (a) for all these matches together."""
    seats, total = len(played[0].bots), Counter[str]()
    for game in played:
        total.update(game.facts)
        total["shared"] += game.facts["interop_permille"] * game.facts["earned"]
    each = len(played) * seats
    counted = ("fees", "grants", "decisions", "applications", "bandwidth", "bandwidth_used")
    lead = median(game.facts["lead_permille"] for game in played) / 10
    return [
        f"interop share of income {total['shared'] / max(1, total['earned']) / 1000:.2f}, "
        f"median lead of the winner {lead:.0f} %, "
        f"decisions per game {total['decisions'] / len(played):.0f}",
        "per player: "
        + ", ".join(f"{fact.replace('_', ' ')} {total[fact] / each:.2f}" for fact in counted),
        *(_line_of_licence(kind, total, seats, len(played)) for kind in KINDS),
        _fairness(played, seats),
    ]


def _line_of_licence(kind: str, total: Counter[str], seats: int, games: int) -> str:
    """Return the win index per deployed protocol under this final licence, as a line."""
    deployed, won = total[f"{kind}_deployed"], total[f"{kind}_won_permille"] / 1000
    adopted = total[f"{kind}_adopted"] / games
    index = f"{seats * won / deployed:.2f}" if deployed else "-"
    return f"{kind}: index {index} of {deployed} deployed, {adopted:.1f} adoptions per game"


def _fairness(played: Sequence[Simulated], seats: int) -> str:
    """Return the wins by seat, and their distance from equal in standard errors."""
    won = Counter[int]()
    for game in played:
        winners = [standing.seat for standing in game.outcome.standings if standing.winner]
        won.update({seat: 1000 // len(winners) for seat in winners})
    shares = [won[seat] / len(played) / 1000 for seat in range(seats)]
    noise = sqrt((seats - 1) / len(played)) / seats
    far = max(abs(share - 1 / seats) for share in shares) / noise
    percents = " ".join(f"{100 * share:.1f}" for share in shares)
    return f"wins by seat {percents} %, the farthest {far:.1f} standard errors from equal"


# --- Statistics of a match, from its public events (rules 18)


SEVERAL = None  # instead of an owner: protocols of more than one


class Earned(Value):
    """The income of an application in a whole match."""

    seat: int
    app: str
    own: int  # for its own users
    shared: int  # through applications of others

    @property
    def money(self) -> int:
        return self.own + self.shared


class Owned(Value):
    """The income of `seat` on protocols of `owner`."""

    seat: int
    owner: int | None  # `SEVERAL` if protocols of more than one would do
    money: int


class Fee(Value):
    """The total one player paid another for adopting protocols."""

    payer: int
    owner: int
    money: int


class Numbers(Value):
    """The statistics shown on the pages of a finished match."""

    apps: tuple[Earned, ...]
    owned: tuple[Owned, ...]
    fees: tuple[Fee, ...]


def numbers(replayed: Sequence[Replayed]) -> Numbers:
    """Return the statistics of a replayed match."""
    events = [event for move in replayed for event in move.step.events]
    return Numbers(apps=by_app(events), owned=by_owner(replayed), fees=fees(events))


def by_app(events: Iterable[Event]) -> tuple[Earned, ...]:
    """Return the applications that earned something, best first.

    Equal ones are sorted by seat, then in the order in which they first earned.
    """
    own: Counter[tuple[int, str]] = Counter()
    shared: Counter[tuple[int, str]] = Counter()
    for event in events:
        for revenue in _sums(event):
            key, mine = (event.facts["seat"], revenue.app), revenue.bandwidth * revenue.users
            own[key] += mine
            shared[key] += revenue.money - mine
    found = [
        Earned(seat=seat, app=app, own=money, shared=shared[seat, app])
        for (seat, app), money in own.items()
    ]
    return tuple(
        sorted((app for app in found if app.money), key=lambda app: (-app.money, app.seat))
    )


def by_owner(replayed: Sequence[Replayed]) -> tuple[Owned, ...]:
    """Return the income by the seat that earned it, then by owner of the protocols.

    Income for its own users counts for the protocols an application runs on, income through a
    partner for those that the two share.
    """
    final: State = replayed[-1].step.state
    owner_of = {licence.protocol: licence.deployer for licence in final.licences}
    money: defaultdict[tuple[int, int | None], int] = defaultdict(int)
    for move in replayed:
        for event in move.step.events:
            for revenue in _sums(event):
                seat = event.facts["seat"]
                protocols = move.step.state.players[seat].protocols
                runs = runs_on(revenue.app, protocols)
                money[seat, _owner(runs, owner_of)] += revenue.bandwidth * revenue.users
                for partner in revenue.partners:
                    owner = _owner(partner.protocols, owner_of)
                    money[seat, owner] += revenue.bandwidth * partner.counts
    order = sorted(money, key=lambda key: (key[0], key[1] is SEVERAL, key[1] or 0))
    return tuple(
        Owned(seat=seat, owner=owner, money=money[seat, owner])
        for seat, owner in order
        if money[seat, owner]
    )


def fees(events: Iterable[Event]) -> tuple[Fee, ...]:
    """Return the fees paid, by payer, then by owner."""
    money: Counter[tuple[int, int]] = Counter()
    for event in events:
        if event.kind == "adopted_fee":
            money[event.facts["seat"], event.facts["to"]] += event.facts["fee"]
    return tuple(
        Fee(payer=payer, owner=owner, money=money[payer, owner]) for payer, owner in sorted(money)
    )


def _owner(protocols: Iterable[str], owner_of: dict[str, int]) -> int | None:
    owners = {owner_of[protocol] for protocol in protocols}
    return owners.pop() if len(owners) == 1 else SEVERAL


def _sums(event: Event) -> tuple[Revenue, ...]:
    if event.kind != "revenue":
        return ()
    return codec.build(event.facts["sums"], tuple[Revenue, ...])
