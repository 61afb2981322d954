"""The highlights of Merchant Kings: seizures, rolls, sieges and the last cards.

They are made of public events, so all viewers see the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from chat.core.templates import filled, render
from chat.core.translation import gettext as _, language, ngettext
from games.engine.base import Event
from games.merchants.page import card_faces
from games.merchants.page.card_faces import faces
from games.merchants.page.sentences import cards, in_a_row
from games.merchants.page.typed_view import view_of
from games.merchants.rules import cards as deck, rolls
from games.page.log import joined
from games.page.presentation import Moment, Who, fold_public_log, who
from games.page.snapshot import MatchSnapshot

# --- Sentences of highlights. They are in the past tense, which suits names and "You".


def last_cards(few: int) -> str:
    text = _("%(n)d cards or fewer are left in the deck: this is likely the last round.")
    return text % {"n": few}


def seizure(seizer: Who, facts: Facts) -> SafeString:
    """Describe a seizure.

    `facts` has the cards bid, the target `before` the seizure and the current `value`.
    """
    return _laid(
        _("{who} seized with {cards}: the target rose from {before} to {value}."), seizer, facts
    )


def answer(by: Who, facts: Facts) -> SafeString:
    """Describe a further commitment in a duel.

    `facts` has the cards added, the target `before` them and the current `value`.
    """
    return _laid(
        _("{who} responded with {cards}: the target is {value} instead of {before}."), by, facts
    )


def _laid(text: str, by: Who, facts: Facts) -> SafeString:
    values = {name: card_faces.number(facts[name]) for name in ("value", "before")}
    return filled(text, who=by.subject, cards=cards(facts["cards"]), **values)


def siege(struck: Sequence[Who]) -> SafeString | str:
    if not struck:
        return _("Double one: the dragon comes, all hands are shown, and nobody is struck.")
    text = _("Double one: the dragon comes, all hands are shown. It strikes {names}.")
    return filled(text, names=joined([one.tag for one in struck]))


def roll(
    by: Who, thrown: Facts, goods: Sequence[str], outcome: Event | None, to: Who | None,
    *, again: bool,
) -> SafeString:  # fmt: skip
    """Describe a roll: its target, the dice, the sum and the outcome.

    `to`: who gets the goods, if somebody does.
    """
    one, other = thrown["dice"]
    text = filled(
        _attempt(thrown["what"], goods),
        name=by.subject,
        target=card_faces.number(thrown["target"]),
        cards=cards(goods),
        one=one,
        other=other,
        sum=one + other,
    )
    result = _result(thrown, outcome, to, again=again)
    if (one, other) in CERTAIN:
        result = in_a_row(CERTAIN[one, other], result)
    return in_a_row(text, result)


CERTAIN = {
    (6, 6): gettext_lazy("Double six always succeeds."),
    (1, 1): gettext_lazy("Double one always fails."),
}


def _attempt(what: str, goods: Sequence[str]) -> str:
    match what:
        case "buy" if goods:
            return _("{name} rolled {one} + {other} = {sum} and needed {target} to buy {cards}.")
        case "buy":
            return _("{name} rolled {one} + {other} = {sum} and needed {target} to buy.")
        case "visit":
            return _("{name} rolled {one} + {other} = {sum} and needed {target} to open a crate.")
        case "callback":
            return _(
                "{name} rolled {one} + {other} = {sum} and needed {target} to call an emblem back."
            )
    return _(
        "{name} rolled {one} + {other} = {sum} and needed {target} for the Cutpurse to get away."
    )


def _result(
    thrown: Facts, outcome: Event | None, to: Who | None, *, again: bool
) -> SafeString | str:
    if outcome is None:
        if again:
            return _("This doublet can be rolled again.")
        return _("Success.") if thrown["success"] else _("Failure.")
    match outcome.kind:
        case "bought":
            return _("The goods are bought.")
        case "seized":
            assert to is not None
            return filled(_("The goods go to {name}."), name=to.tag)
        case "unsold":
            return _("The goods are not bought.")
        case "visited":
            count = outcome.facts["count"]
            drawn = ngettext("%(n)d card is drawn.", "%(n)d cards are drawn.", count)
            return drawn % {"n": count}
        case "visit_failed":
            return _("The crate stays shut.")
        case "callback_failed":
            return _("The emblem stays in place.")
        case "joker_back":
            return _("The Cutpurse goes back into the deck.")
    return _("The Cutpurse is caught and out of the game.")


Facts = Mapping[str, Any]
Named = Callable[[int], Who]
OUTCOMES = frozenset(
    {
        "bought", "seized", "unsold", "visited", "visit_failed", "callback_failed", "joker_back",
        "joker_gone",
    }
)  # fmt: skip
LOSSES = frozenset({"siege_loss", "eliminated"})
SIDES = ("buyer", "seizer")
SHOWN = 3  # the number of highlights shown at once
FEW = 5  # with this few cards in the deck, the round is likely the last


@dataclass(frozen=True)
class Story:
    """The events that lead to a highlight, in their order."""

    kind: str = ""
    name: str = ""
    declared: Facts = field(default_factory=dict)
    bids: Sequence[Any] = ()
    seizer: Facts | None = None
    before: int = 0  # the target before the last commitment
    needs: int = 0  # the current target of the buyer
    # The cards both sides added in the duel.
    added: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(SIDES, ()))
    answer: Facts | None = None  # the last addition, described instead of the seizure
    throws: tuple[Facts, ...] = ()
    outcome: Event | None = None
    paid: Sequence[str] = ()
    siege: Facts = field(default_factory=dict)
    losses: Mapping[int, Event] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """True if the last roll is a doublet that may be rolled again."""
        return self.outcome is None and rolls.may_reroll(tuple(self.throws[-1]["dice"]))

    @property
    def shown(self) -> Stories:
        return (self,) if self.kind else ()


Stories = tuple[Story, ...]


def moments(snapshot: MatchSnapshot, seat: int | None) -> Sequence[Moment]:
    """Return the highlights, which name the viewer "you"."""
    return snapshot.shared(("moments", language(), seat), partial(_moments, snapshot, seat))


def _moments(snapshot: MatchSnapshot, viewer: int | None) -> tuple[Moment, ...]:
    begin: Stories = (Story(),)
    *before, last = fold_public_log(snapshot, begin, _add_event)
    found = [*before, *last.shown][-SHOWN:]
    return (*_last_cards(snapshot), *(_moment(snapshot, story, viewer) for story in found))


def _add_event(stories: Stories, name: str, event: Event) -> Stories:
    """Return the last finished stories and, at the end, the current one."""
    *before, story = stories
    added = _continued(story, name, event)
    return (*before[-SHOWN:], *added) if len(added) > 1 else (*before, *added)


def _continued(story: Story, name: str, event: Event) -> Stories:
    """Return the story with this event in it, or the story and a new one."""
    facts = event.facts
    match event.kind:
        case "declared":
            return (*story.shown, Story(name=name, declared=facts, needs=facts["value"]))
        case "bids":
            return (replace(story, bids=facts["bids"]),)
        case "seizer":
            values = {"kind": "duel", "before": story.needs, "needs": facts["value"]}
            return (replace(story, name=name, seizer=facts, **values),)
        case "committed":
            return (*story.shown, _answered(story, name, facts))
        case "rolled":
            return _rolled(story, name, facts)
        case kind if kind in OUTCOMES and story.kind == "roll":
            return (replace(story, outcome=event, name=f"{story.name}-{name}"),)
        case "to_stocks" if story.outcome is not None:
            return (replace(story, paid=facts["cards"]),)
        case "siege":
            return (*story.shown, Story("siege", name, siege=facts))
        case kind if kind in LOSSES and story.kind == "siege":
            return (replace(story, losses={**story.losses, facts["seat"]: event}),)
    return (story,)


def _answered(story: Story, name: str, facts: Facts) -> Story:
    """Add a commitment of one side of the duel."""
    added = {**story.added, facts["side"]: (*story.added[facts["side"]], *facts["cards"])}
    values = {"before": story.needs, "needs": facts["value"]}
    return replace(story, name=name, added=added, answer=facts, **values)


def _rolled(story: Story, name: str, facts: Facts) -> Stories:
    """Add a roll: a doublet rolled again continues its story, any other begins one."""
    if story.kind == "roll" and story.open:
        return (replace(story, name=name, throws=(*story.throws, facts)),)
    fresh = Story("roll", name, throws=(facts,))
    if facts["what"] == "buy":
        fresh = replace(fresh, declared=story.declared, seizer=story.seizer)
    return (*story.shown, fresh)


def _last_cards(snapshot: MatchSnapshot) -> Iterator[Moment]:
    view = view_of(snapshot, None)
    if not snapshot.match.over and view.piles.deck <= FEW:
        said = last_cards(FEW)
        yield Moment("last-cards", said, partial(_picture, kind="deck", few=range(FEW)), lasts=4)


def _moment(snapshot: MatchSnapshot, story: Story, viewer: int | None) -> Moment:
    named = partial(who, snapshot, viewer=viewer)
    match story.kind:
        case "duel":
            return _duel(named, story)
        case "siege":
            return _siege(named, story)
    return _roll(named, story)


def _picture(**values: Any) -> SafeString:
    return render("games/merchants/moment.jinja", **values)


def _duel(named: Named, story: Story) -> Moment:
    assert story.seizer is not None
    buyer, seizer = (named(facts["seat"]) for facts in (story.declared, story.seizer))
    values = {
        "kind": "duel",
        "buyer": buyer,
        "seizer": seizer,
        "goods": faces(story.declared["cards"]),
        "paid": faces((*story.declared["commit"], *story.added["buyer"])),
        "bid": faces((*story.seizer["cards"], *story.added["seizer"])),
        "total": deck.total((*story.seizer["cards"], *story.added["seizer"])),
        "before": card_faces.number(story.before),
        "needs": card_faces.number(story.needs),
        "others": [(named(seat), total) for seat, _laid, total in story.bids
                   if seat != story.seizer["seat"]],
    }  # fmt: skip
    lays = {"cards": story.declared["cards"], "value": story.needs, "before": story.before}
    if story.answer is None:
        said = seizure(seizer, lays)
    else:
        lays["cards"] = story.answer["cards"]
        said = answer(named(story.answer["seat"]), lays)
    return Moment(story.name, said, partial(_picture, **values), lasts=4)


def _roll(named: Named, story: Story) -> Moment:
    last = story.throws[-1]
    outcome = story.outcome
    kept = () if outcome is None else outcome.facts.get("cards", ())
    moved = outcome is not None and outcome.kind in ("bought", "seized")
    values = {
        "kind": "roll",
        "who": named(last["seat"]),
        "needs": card_faces.number(last["target"]),
        "throws": [throw["dice"] for throw in story.throws],
        "sum": sum(last["dice"]),
        "success": last["success"],
        "open": story.open,
        "goods": faces(kept or story.declared.get("cards", ())),
        "to": named(outcome.facts["seat"]) if outcome is not None and moved else None,
        "back": outcome is not None and outcome.kind == "unsold",
        "paid": faces(story.paid),
    }
    goods = story.declared.get("cards", ())
    said = roll(values["who"], last, goods, outcome, values["to"], again=story.open)
    return Moment(story.name, said, partial(_picture, **values), lasts=5)


def _siege(named: Named, story: Story) -> Moment:
    struck = story.siege["seats"]
    rows = [_in_siege(named, story, seat, hand) for seat, hand in story.siege["hands"]]
    said = siege([named(seat) for seat in struck])
    return Moment(story.name, said, partial(_picture, kind="siege", rows=rows), lasts=8)


def _in_siege(named: Named, story: Story, seat: int, hand: Sequence[str]) -> Mapping[str, Any]:
    """Return a player's hand in a siege, and the cards lost from it."""
    # Lost eggs go to the nest; the event has only their number.
    eggs, loss = [card for card in hand if deck.is_egg(card)], story.losses.get(seat)
    return {
        "who": named(seat),
        "hand": faces(hand),
        "eggs": bool(eggs),
        "struck": seat in story.siege["seats"],
        "lost": faces((*eggs, *loss.facts["cards"])) if loss else (),
        "out": loss is not None and loss.kind == "eliminated",
    }
