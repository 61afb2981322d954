"""What a match of Merchant Kings came to: luck of dice, and what each hand was worth by round.

For a match that is over: hands and Kings are open then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.base import Value
from games.engine.record import Replayed
from games.merchants.rules import odds
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
        return odds.per_mille(self.target)


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
