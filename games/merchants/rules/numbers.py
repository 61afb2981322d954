"""A match in numbers, and the figures of simulated matches (rules 16).

For a match that is over: hands and Kings are open then.
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
    """A roll whose dice stand, doublets that were rolled anew counted once."""

    seat: int
    target: int
    success: bool

    @property
    def per_mille(self) -> int:
        """The chance that it had."""
        return rolls.per_mille(self.target)


class Luck(Value):
    """Rolls of one player. `hoped`: how many of them succeed on average, in thousandths.

    `as_good`: how often, in thousandths, the dice are at least as kind as they were.
    """

    seat: int
    throws: int
    made: int
    hoped: int
    as_good: int


class Worth(Value):
    """Points of each player, by seat, when a round began; None for one who is eliminated.

    `round` 0: when the match was over.
    """

    round: int
    points: tuple[int | None, ...]


class King(Value):
    """A King at the end, "" where there is none, and the points that are only this King's."""

    seat: int
    card: str
    points: int


class Numbers(Value):
    """What the pages of a match that is over show."""

    luck: tuple[Luck, ...]
    worth: tuple[Worth, ...]
    kings: tuple[King, ...]


def numbers(replayed: Sequence[Replayed]) -> Numbers:
    """Of a match carried out again."""
    final: State = replayed[-1].step.state
    return Numbers(
        luck=luck(throws(replayed), len(final.players)),
        worth=worth(replayed),
        kings=tuple(
            King(seat=player.seat, card=player.king, points=_by_king(player))
            for player in final.players
        ),
    )


def throws(replayed: Iterable[Replayed]) -> tuple[Throw, ...]:
    """All rolls of a match, oldest first."""
    found: list[Throw] = []
    for one in replayed:
        rolled = [event.facts for event in one.step.events if event.kind == "rolled"]
        if _anew(one):  # the first of these is the doublet of before
            found.pop()
        for facts in rolled:
            found.append(
                Throw(seat=facts["seat"], target=facts["target"], success=facts["success"])
            )
    return tuple(found)


def _anew(one: Replayed) -> bool:
    """Whether a doublet was rolled anew; the clock does so with one that failed."""
    before: State | None = one.before
    if before is None or before.phase is not Phase.REROLL or before.roll is None:
        return False
    asked = one.line.action["action"]
    return asked == "reroll" or (asked == "timeout" and not before.roll.success)


def luck(thrown: Iterable[Throw], seats: int) -> tuple[Luck, ...]:
    """By seat, of everybody."""
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
    """How often so many or more of these succeed."""
    likely = [1.0]  # by how many succeed
    for chance in chances:
        missed = [(1 - chance) * one for one in likely] + [0.0]
        met = [0.0] + [chance * one for one in likely]
        likely = [one + other for one, other in zip(missed, met, strict=True)]
    return round(WHOLE * sum(likely[made:]))


def worth(replayed: Sequence[Replayed]) -> tuple[Worth, ...]:
    """When each round began, and at the end."""
    found: dict[int, Worth] = {}
    for one in replayed:
        state: State = one.step.state
        if state.round not in found:
            found[state.round] = _worth(state, state.round)
    return (*found.values(), _worth(replayed[-1].step.state, 0))


def _worth(state: State, number: int) -> Worth:
    return Worth(round=number, points=tuple(_points(player) for player in state.players))


def _points(player: Player) -> int | None:
    return None if player.out else score_of(player).total


def _by_king(player: Player) -> int:
    """A King doubles the suit it rules (rules 11.2)."""
    return sum(line.sum for line in score_of(player).lines if line.doubled)


# --- One simulated match, with the figures that section 16 of the rules gives. ---


class _Answers:
    """Counts answers; `real`: those in which a seat could do more than pass."""

    def __init__(self) -> None:
        self.all = self.real = 0

    def __call__(self, seat: int, view: Any) -> None:
        self.all += 1
        self.real += len(view.choices) > 1 or bool(view.choices[0].fields)


def counted(
    title: TableTitle, engine: Engine, *, bots: Sequence[str], seed: str, clock: Clock | None = None
) -> Simulated:
    """`bots`: a name for each seat. Facts per player are rounded to the nearest whole number."""
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
    """Who was eliminated in the hard mode, by bot: share and standard error."""
    facts: Counter[str] = Counter()
    for one in played:
        facts.update({name: count for name, count in one.facts.items() if "." in name})
    names = sorted({name for one in played for name in one.bots})
    if not any(facts[f"{name}.eliminated"] for name in names):
        return []
    return ["eliminated, % of seats:", *(_line(name, facts) for name in names)]


def _line(name: str, facts: Counter[str]) -> str:
    seats = facts[f"{name}.seats"]
    share = facts[f"{name}.eliminated"] / seats
    error = (share * (1 - share) / seats) ** 0.5
    return f"  {name:<12} {100 * share:>5.1f} +-{100 * error:.1f}"
