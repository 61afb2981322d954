"""The moments of Merchant Kings: a seizure, a roll and what comes of it, a siege, the last cards.

They are made of what everybody was told, and so are the same for all.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.utils.safestring import SafeString

from chat.core.templates import render
from chat.core.translation import language
from games.engines.base import Event
from games.engines.merchants import cards as deck, odds
from games.live.kit import who
from games.live.moments import Moment, told_to
from games.live.snapshot import MatchSnapshot
from games.pages.merchants import sayings
from games.pages.merchants.faces import faces
from games.pages.merchants.viewer import view_of

Facts = Mapping[str, Any]
OUTCOMES = frozenset(
    {
        "bought", "seized", "unsold", "visited", "visit_failed", "callback_failed", "joker_back",
        "joker_gone",
    }
)  # fmt: skip
LOSSES = frozenset({"siege_loss", "eliminated"})
FEW = 5  # cards of the deck: with fewer than that a round is likely the last


@dataclass
class Story:
    """What led to a moment, in the order in which it was told."""

    kind: str
    name: str
    declared: Facts = field(default_factory=dict)
    bids: Sequence[Any] = ()
    seizer: Facts | None = None
    added: dict[str, list[str]] = field(default_factory=lambda: {"buyer": [], "seizer": []})
    throws: list[Facts] = field(default_factory=list)
    outcome: Event | None = None
    paid: Sequence[str] = ()
    siege: Facts = field(default_factory=dict)
    losses: dict[int, Event] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """A doublet that may be rolled again."""
        return self.outcome is None and odds.may_reroll(tuple(self.throws[-1]["dice"]))


def moments(snapshot: MatchSnapshot, seat: int | None) -> Sequence[Moment]:
    """For every viewer the same, and worked out once for them."""
    return snapshot.shared(("moments", language()), partial(_moments, snapshot))


def _moments(snapshot: MatchSnapshot) -> tuple[Moment, ...]:
    found = [*_stories(told_to(snapshot, None))]
    last = [*_last_cards(snapshot)]
    return (*last, *(_moment(snapshot, story) for story in found[-3:]))


def _stories(told: Iterator[tuple[str, Event]]) -> Iterator[Story]:
    """Those of which there is something to show, oldest first."""
    story = Story("", "")
    for name, event in told:
        facts = event.facts
        match event.kind:
            case "declared":
                yield from _shown(story)
                story = Story("", name, declared=facts)
            case "bids":
                story.bids = facts["bids"]
            case "seizer":
                story.seizer, story.kind = facts, "duel"
                story.name = name
            case "committed":
                story.added[facts["side"]].extend(facts["cards"])
            case "rolled":
                story = yield from _rolled(story, name, facts)
            case kind if kind in OUTCOMES and story.kind == "roll":
                story.outcome, story.name = event, f"{story.name}-{name}"
            case "to_stocks" if story.outcome is not None:
                story.paid = facts["cards"]
            case "siege":
                yield from _shown(story)
                story = Story("siege", name, siege=facts)
            case kind if kind in LOSSES and story.kind == "siege":
                story.losses[facts["seat"]] = event
    yield from _shown(story)


def _shown(story: Story) -> Iterator[Story]:
    if story.kind:
        yield story


def _rolled(story: Story, name: str, facts: Facts) -> Generator[Story, None, Story]:
    """A doublet that is rolled anew stays in its story; any other roll begins one."""
    again = story.kind == "roll" and story.open
    if not again:
        yield from _shown(story)
        bought = facts["what"] == "buy"
        story = Story(
            "roll", name,
            declared=story.declared if bought else {}, seizer=story.seizer if bought else None,
        )  # fmt: skip
    story.kind, story.name = "roll", name
    story.throws.append(facts)
    return story


def _last_cards(snapshot: MatchSnapshot) -> Iterator[Moment]:
    view = view_of(snapshot, None)
    if not snapshot.match.over and view.piles.deck <= FEW and view.mode != "quick":
        said = sayings.last_cards(FEW)
        yield Moment("last-cards", said, partial(_picture, kind="deck", few=range(FEW)), lasts=4)


def _moment(snapshot: MatchSnapshot, story: Story) -> Moment:
    match story.kind:
        case "duel":
            return _duel(snapshot, story)
        case "siege":
            return _siege(snapshot, story)
    return _roll(snapshot, story)


def _picture(**values: Any) -> SafeString:
    return render("games/merchants/moment.jinja", **values)


def _duel(snapshot: MatchSnapshot, story: Story) -> Moment:
    assert story.seizer is not None
    buyer, seizer = (who(snapshot, one["seat"]) for one in (story.declared, story.seizer))
    values = {
        "kind": "duel",
        "buyer": buyer,
        "seizer": seizer,
        "goods": faces(story.declared["cards"]),
        "paid": faces((*story.declared["commit"], *story.added["buyer"])),
        "bid": faces((*story.seizer["cards"], *story.added["seizer"])),
        "total": deck.total(tuple(story.seizer["cards"])),
        "before": story.declared["value"],
        "needs": story.seizer["value"],
        "others": [(who(snapshot, one), total) for one, _laid, total in story.bids
                   if one != story.seizer["seat"]],
    }  # fmt: skip
    said = sayings.seizure(buyer, seizer, story.declared, story.seizer)
    return Moment(story.name, said, partial(_picture, **values), lasts=4)


def _roll(snapshot: MatchSnapshot, story: Story) -> Moment:
    last = story.throws[-1]
    outcome = story.outcome
    kept = () if outcome is None else outcome.facts.get("cards", ())
    moved = outcome is not None and outcome.kind in ("bought", "seized")
    values = {
        "kind": "roll",
        "who": who(snapshot, last["seat"]),
        "needs": last["target"],
        "throws": [throw["dice"] for throw in story.throws],
        "sum": sum(last["dice"]),
        "success": last["success"],
        "open": story.open,
        "goods": faces(kept or story.declared.get("cards", ())),
        "to": who(snapshot, outcome.facts["seat"]) if outcome is not None and moved else None,
        "back": outcome is not None and outcome.kind == "unsold",
        "paid": faces(story.paid),
    }
    said = sayings.roll(snapshot, last, story.declared.get("cards", ()), outcome, again=story.open)
    return Moment(story.name, said, partial(_picture, **values), lasts=5)


def _siege(snapshot: MatchSnapshot, story: Story) -> Moment:
    struck = story.siege["seats"]
    rows = [
        {
            "who": who(snapshot, seat),
            "hand": faces(hand),
            "struck": seat in struck,
            "lost": faces(story.losses[seat].facts["cards"]) if seat in story.losses else (),
            "out": seat in story.losses and story.losses[seat].kind == "eliminated",
        }
        for seat, hand in story.siege["hands"]
    ]
    said = sayings.siege(snapshot, struck)
    return Moment(story.name, said, partial(_picture, kind="siege", rows=rows), lasts=8)
