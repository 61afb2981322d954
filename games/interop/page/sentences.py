"""The log in sentences, with coloured names. The viewer is addressed as "you"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from chat.core.templates import filled
from chat.core.translation import gettext as _, ngettext
from games.engine.base import Event
from games.interop.page import words
from games.interop.page.typed_view import name_of
from games.page.log import NameTag

# One text about another player, and one for the viewer.
_OF_ONE: dict[str, tuple[Promise, Promise]] = {
    "founded": (
        gettext_lazy("{name} founds a network on {protocol} ({licence}) with {app}."),
        gettext_lazy("{name} found a network on {protocol} ({licence}) with {app}."),
    ),
    "round": (
        gettext_lazy("Round {round} of {rounds}. {name} is first."),
        gettext_lazy("Round {round} of {rounds}. {name} are first."),
    ),
    "grant": (
        gettext_lazy("{name} is down to {money} and receives a grant of {amount}."),
        gettext_lazy("{name} are down to {money} and receive a grant of {amount}."),
    ),
    "bought": (
        gettext_lazy("{name} buys {card} for {paid}."),
        gettext_lazy("{name} buy {card} for {paid}."),
    ),
    "bought_drawn": (
        gettext_lazy("{name} keeps {card} from the drawn cards for {paid}."),
        gettext_lazy("{name} keep {card} from the drawn cards for {paid}."),
    ),
    "deployed": (
        gettext_lazy("{name} buys {card} for {paid} and deploys it ({licence})."),
        gettext_lazy("{name} buy {card} for {paid} and deploy it ({licence})."),
    ),
    "deployed_drawn": (
        gettext_lazy(
            "{name} keeps {card} from the drawn cards for {paid} and deploys it ({licence})."
        ),
        gettext_lazy(
            "{name} keep {card} from the drawn cards for {paid} and deploy it ({licence})."
        ),
    ),
    "adopted": (
        gettext_lazy("{name} adopts {protocol} for {paid}."),
        gettext_lazy("{name} adopt {protocol} for {paid}."),
    ),
    "adopted_fee": (
        gettext_lazy("{name} adopts {protocol} for {paid} and pays {fee} to {to}."),
        gettext_lazy("{name} adopt {protocol} for {paid} and pay {fee} to {to}."),
    ),
    "relicensed": (
        gettext_lazy("{name} changes the licence of {protocol} to {licence}."),
        gettext_lazy("{name} change the licence of {protocol} to {licence}."),
    ),
    "user_card": (
        gettext_lazy("{name} reveals {users}: {lines}."),
        gettext_lazy("{name} reveal {users}: {lines}."),
    ),
    "passed": (
        gettext_lazy("{name} places no users."),
        gettext_lazy("{name} place no users."),
    ),
    "no_allocation": (
        gettext_lazy("{name} has no place for these users."),
        gettext_lazy("{name} have no place for these users."),
    ),
    "revenue": (
        gettext_lazy("{name} earns {amount}."),
        gettext_lazy("{name} earn {amount}."),
    ),
}

_WHY = {
    "rounds_over": gettext_lazy("the last round has been played"),
    "aborted": gettext_lazy("it was aborted"),
}


def sentence(event: Event, names: NameTag) -> SafeString | str:
    """Return the sentence of an event, or "" for an event that has none."""
    if event.kind in _OF_ONE:
        return _of_one(event, names)
    # A draw has no sentence: the event of its result covers both.
    tell = _TELLERS.get(event.kind)
    return tell(event.facts, names) if tell else ""


def _of_one(event: Event, names: NameTag) -> SafeString:
    seat = event.facts["seat"]
    other, own = _OF_ONE[f"{event.kind}_drawn" if event.facts.get("kept") else event.kind]
    text = str(own if seat == names.viewer else other)
    return filled(text, name=names(seat), **_values(event.facts, names))


def _values(facts: Mapping[str, Any], names: NameTag) -> dict[str, Any]:
    """Return the facts as words: names of cards, licences, coloured names of players."""
    found = dict(facts)
    for key in ("protocol", "app", "card"):
        if facts.get(key) and "lines" not in facts:
            found[key] = name_of(facts[key])
    if "licence" in facts:
        found["licence"] = words.licence(facts["licence"], facts["fee"])
    if "to" in facts:
        found["to"] = names.many([facts["to"]])
    if "lines" in facts:
        found |= {"users": facts["name"], "lines": _lines(facts["lines"])}
        del found["name"]
    return found


def _lines(lines: list[dict[str, Any]]) -> str:
    said = [
        f"{' + '.join(words.feature(want) for want in line['wants'])} {line['users']}"
        for line in lines
    ]
    return ", ".join(said)


def _discarded(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    seat, count = facts["seat"], facts["count"]
    if seat == names.viewer:
        text = ngettext(
            "{name} draw {n} card from {deck} and keep none.",
            "{name} draw {n} cards from {deck} and keep none.",
            count,
        )
    else:
        text = ngettext(
            "{name} draws {n} card from {deck} and keeps none.",
            "{name} draws {n} cards from {deck} and keeps none.",
            count,
        )
    return filled(text, name=names(seat), n=count, deck=words.DECKS[facts["deck"]])


def _drew_cards(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    cards = words.several(map(name_of, facts["cards"]))
    return filled(_("{name} drew: {cards}."), name=names(facts["seat"]), cards=cards)


def _allocated(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    seat, users = facts["seat"], facts["users"]
    if seat == names.viewer:
        text = ngettext("{name} put {n} user on {app}.", "{name} put {n} users on {app}.", users)
    else:
        text = ngettext("{name} puts {n} user on {app}.", "{name} puts {n} users on {app}.", users)
    return filled(text, name=names(seat), n=users, app=name_of(facts["app"]))


def _over(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    shared = len(facts["seats"]) > 1
    text = (
        _("The match is over: {why}. {names} share the win with {money}.")
        if shared
        else _("The match is over: {why}. {names} won with {money}.")
    )
    who = names.many(facts["seats"])
    return filled(text, why=_WHY[facts["reason"]], names=who, money=facts["money"])


def _nobody(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    text = _("The match is over: {why}. Nobody won.")
    return filled(text, why=_WHY[facts["reason"]])


_TELLERS: dict[str, Callable[[Mapping[str, Any], NameTag], SafeString | str]] = {
    "discarded": _discarded,
    "drew_cards": _drew_cards,
    "allocated": _allocated,
    "over": _over,
    "over_nobody": _nobody,
}
