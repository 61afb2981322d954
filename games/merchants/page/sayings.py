"""What is said of a moment, in one sentence: with everybody's name, for it is the same for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString

from chat.core.escaping import filled
from chat.core.translation import gettext as _, ngettext
from games.engine.base import Event
from games.merchants.page import naming
from games.merchants.page.log.telling import cards
from games.page.kit import Who, who
from games.page.naming import joined
from games.page.snapshot import MatchSnapshot

Facts = Mapping[str, Any]


def last_cards(few: int) -> str:
    text = _("%(n)d cards or fewer are left in the deck: this is likely the last round.")
    return text % {"n": few}


def seizure(buyer: Who, seizer: Who, facts: Facts) -> SafeString:
    """`facts`: the goods, what the buyer has to roll now, and had to `before`."""
    text = _("{who} seizes {cards}: {buyer} needs {value} now, not {before}.")
    return _laid(text, buyer, seizer, facts)


def answer(buyer: Who, by: Who, facts: Facts) -> SafeString:
    """A side of the duel has laid more; `facts`: these cards, and the rest as above."""
    if by == buyer:
        text = _("{who} answers with {cards} and needs {value} now, not {before}.")
    else:
        text = _("{who} answers with {cards}: {buyer} needs {value} now, not {before}.")
    return _laid(text, buyer, by, facts)


def _laid(text: str, buyer: Who, by: Who, facts: Facts) -> SafeString:
    values = {name: naming.number(facts[name]) for name in ("value", "before")}
    values["cards"] = cards(facts["cards"])
    return filled(text, who=by.tag, buyer=buyer.tag, **values)


def siege(snapshot: MatchSnapshot, struck: Sequence[int]) -> SafeString | str:
    if not struck:
        return _("Double one: the dragon comes, all hands are shown, and nobody is struck.")
    text = _("Double one: the dragon comes, all hands are shown. It strikes {names}.")
    return filled(text, names=joined([who(snapshot, seat).tag for seat in struck]))


def roll(
    snapshot: MatchSnapshot, thrown: Facts, goods: Sequence[str], outcome: Event | None,
    *, again: bool,
) -> SafeString:  # fmt: skip
    """What is needed, the dice, the sum, and what comes of it."""
    one, other = thrown["dice"]
    return filled(
        _template((one, other)),
        name=who(snapshot, thrown["seat"]).tag,
        target=naming.number(thrown["target"]),
        purpose=_purpose(thrown["what"], goods),
        one=one,
        other=other,
        sum=one + other,
        result=_result(snapshot, thrown, outcome, again=again),
    )


def _template(dice: tuple[int, int]) -> str:
    match dice:
        case (6, 6):
            return _("{name} needs {target} {purpose}: double six always succeeds, {result}.")
        case (1, 1):
            return _("{name} needs {target} {purpose}: double one always fails, {result}.")
    return _("{name} needs {target} {purpose}: {one} + {other} = {sum}, {result}.")


def _purpose(what: str, goods: Sequence[str]) -> SafeString | str:
    match what:
        case "buy":
            return filled(_("for {cards}"), cards=cards(goods)) if goods else _("to buy")
        case "visit":
            return _("to open a crate")
        case "callback":
            return _("to call an emblem back")
    return _("for the Cutpurse to get away")


def _result(
    snapshot: MatchSnapshot, thrown: Facts, outcome: Event | None, *, again: bool
) -> SafeString | str:
    if outcome is None:
        if again:
            return _("a doublet that may be rolled again")
        return _("success") if thrown["success"] else _("failure")
    match outcome.kind:
        case "bought":
            return _("bought")
        case "seized":
            return filled(_("seized by {name}"), name=who(snapshot, outcome.facts["seat"]).tag)
        case "unsold":
            return _("not bought")
        case "visited":
            count = outcome.facts["count"]
            drawn = ngettext("%(n)d card drawn", "%(n)d cards drawn", count)
            return drawn % {"n": count}
        case "visit_failed":
            return _("the crate stays shut")
        case "callback_failed":
            return _("the emblem stays where it lies")
        case "joker_back":
            return _("back into the deck")
    return _("the Cutpurse is caught and out of the game")
