"""Statistics of a finished match and of simulated matches (rules 16).

They read hands and Kings, so a match must be over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.base import Clock, Engine, Simulated, TableTitle, Value
from games.engine.dealer import Seeded
from games.engine.record import Replayed
from games.engine.simulate import Run, Watch, play_out, players_of
from games.merchants.rules import rolls
from games.merchants.rules.scoring import score_of
from games.merchants.rules.state import Phase, Player, State

WHOLE = 1000  # chances are counted in thousandths


class Throw(Value):
    """A roll whose dice stand; a doublet and its rerolls count as one."""

    seat: int
    target: int
    success: bool

    @property
    def per_mille(self) -> int:
        """The chance of success, in thousandths."""
        return rolls.per_mille(self.target)


class Luck(Value):
    """The rolls of one player."""

    seat: int
    throws: int
    made: int
    hoped: int  # how many succeed on average, in thousandths
    as_good: int  # how often the dice are at least as lucky, in thousandths


class Worth(Value):
    """The points of each player at the start of a round."""

    round: int  # 0: at the end of the match
    points: tuple[int | None, ...]  # by seat; None for an eliminated player


class King(Value):
    """A player's King at the end of a match."""

    seat: int
    card: str  # "" if there is none
    points: int  # only those added by the King


class Numbers(Value):
    """The statistics shown on the pages of a finished match."""

    luck: tuple[Luck, ...]
    worth: tuple[Worth, ...]
    kings: tuple[King, ...]


def numbers(replayed: Sequence[Replayed]) -> Numbers:
    """Return the statistics of a replayed match."""
    final: State = replayed[-1].step.state
    return Numbers(
        luck=luck(throws(replayed), len(final.players)),
        worth=worth(replayed),
        kings=tuple(
            King(seat=player.seat, card=player.king, points=_points_by_king(player))
            for player in final.players
        ),
    )


def throws(replayed: Iterable[Replayed]) -> tuple[Throw, ...]:
    """Return all rolls of a match, oldest first."""
    found: list[Throw] = []
    for move in replayed:
        rolled = [event.facts for event in move.step.events if event.kind == "rolled"]
        if _is_reroll(move):  # the first of these replaces the previous doublet
            found.pop()
        for facts in rolled:
            found.append(
                Throw(seat=facts["seat"], target=facts["target"], success=facts["success"])
            )
    return tuple(found)


def _is_reroll(move: Replayed) -> bool:
    """Return True if a doublet was rolled again."""
    before: State | None = move.before
    if before is None or before.phase is not Phase.REROLL or before.roll is None:
        return False
    asked = move.line.action["action"]
    # The default for a failed doublet is to roll again.
    return asked == "reroll" or (asked == "timeout" and not before.roll.success)


def luck(thrown: Iterable[Throw], seats: int) -> tuple[Luck, ...]:
    """Return the luck of every player, by seat."""
    by_seat: list[list[Throw]] = [[] for _ in range(seats)]
    for throw in thrown:
        by_seat[throw.seat].append(throw)
    return tuple(_luck(seat, own) for seat, own in enumerate(by_seat))


def _luck(seat: int, thrown: Sequence[Throw]) -> Luck:
    made = sum(throw.success for throw in thrown)
    return Luck(
        seat=seat,
        throws=len(thrown),
        made=made,
        hoped=sum(throw.per_mille for throw in thrown),
        as_good=_at_least(made, [throw.per_mille / WHOLE for throw in thrown]),
    )


def _at_least(made: int, chances: Sequence[float]) -> int:
    """Return how often at least `made` of these succeed, in thousandths."""
    likely = [1.0]  # indexed by the number of successes
    for chance in chances:
        missed = [(1 - chance) * share for share in likely] + [0.0]
        met = [0.0] + [chance * share for share in likely]
        likely = [one + other for one, other in zip(missed, met, strict=True)]
    return round(WHOLE * sum(likely[made:]))


def worth(replayed: Sequence[Replayed]) -> tuple[Worth, ...]:
    """Return the points at the start of each round and at the end."""
    found: dict[int, Worth] = {}
    for move in replayed:
        state: State = move.step.state
        if state.round not in found:
            found[state.round] = _worth(state, state.round)
    return (*found.values(), _worth(replayed[-1].step.state, 0))


def _worth(state: State, number: int) -> Worth:
    return Worth(round=number, points=tuple(_points(player) for player in state.players))


def _points(player: Player) -> int | None:
    return None if player.out else score_of(player).total


def _points_by_king(player: Player) -> int:
    """Return the points that the King adds by doubling its suit (rules 11.2)."""
    return sum(line.sum for line in score_of(player).lines if line.doubled)


# --- Simulated matches (rules 16)


class _Answers:
    """Counts the answers of a match."""

    def __init__(self) -> None:
        # `real` counts those in which the seat could do more than pass.
        self.all = self.real = 0

    def __call__(self, seat: int, view: Any) -> None:
        self.all += 1
        self.real += len(view.choices) > 1 or bool(view.choices[0].fields)


def counted(
    title: TableTitle, engine: Engine, *, bots: Sequence[str], seed: str, clock: Clock | None = None
) -> Simulated:
    """Simulate one match and return it with the facts of section 16.

    `bots` has one name for each seat. Facts per player are rounded to the nearest whole number.
    """
    watch = Watch(clock)
    run, answers = Run(engine, seed), _Answers()
    outcome = play_out(run, players_of(title, bots, watch), Seeded(f"bots|{seed}"), told=answers)
    facts = {
        "rounds": run.state.round,
        "answers_each": round(answers.all / len(bots)),
        "real_answers_each": round(answers.real / len(bots)),
        "eliminated": sum(bool(player.out) for player in run.state.players),
        **_by_bot(bots, run.state.players),
        "rolls": run.state.rolls,
        "sieges": run.state.sieges,
    }
    actions = len(run.lines) - 1
    return Simulated(
        bots=tuple(bots), outcome=outcome, actions=actions, facts=facts, spent=watch.spent
    )


def _by_bot(bots: Sequence[str], players: Sequence[Player]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for name, player in zip(bots, players, strict=True):
        found[f"{name}.eliminated"] += bool(player.out)
        found[f"{name}.seats"] += 1
    return dict(found)


def figures(played: Sequence[Simulated]) -> list[str]:
    """Return lines with the share of eliminated seats by bot, and its standard error.

    Empty if nobody was eliminated.
    """
    facts: Counter[str] = Counter()
    for game in played:
        facts.update({name: count for name, count in game.facts.items() if "." in name})
    names = sorted({name for game in played for name in game.bots})
    if not any(facts[f"{name}.eliminated"] for name in names):
        return []
    return ["eliminated, % of seats:", *(_line(name, facts) for name in names)]


def _line(name: str, facts: Counter[str]) -> str:
    seats = facts[f"{name}.seats"]
    share = facts[f"{name}.eliminated"] / seats
    error = (share * (1 - share) / seats) ** 0.5
    return f"  {name:<12} {100 * share:>5.1f} +-{100 * error:.1f}"
