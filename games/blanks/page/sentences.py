"""The sentences of the log, with names in their colours and "you" for the viewer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from chat.core.templates import filled
from games.blanks.page.board import in_words
from games.engine.base import Event
from games.page.log import NameTag

# Sentences about one seat: about another player, and to the viewer ("you").
_OF_ONE = {
    "played": (gettext_lazy("{name} has played."), gettext_lazy("{name} have played.")),
    "voted": (gettext_lazy("{name} has voted."), gettext_lazy("{name} have voted.")),
    "away": (gettext_lazy("{name} is away."), gettext_lazy("{name} are away.")),
    "back": (
        gettext_lazy("{name} is back and plays from the next round."),
        gettext_lazy("{name} are back and play from the next round."),
    ),
    "joined": (
        gettext_lazy("{name} joined and plays from the next round."),
        gettext_lazy("{name} joined and play from the next round."),
    ),
    "left": (gettext_lazy("{name} left."), gettext_lazy("{name} left.")),
    "kicked": (
        gettext_lazy("{name} was removed by the host."),
        gettext_lazy("{name} were removed by the host."),
    ),
    "removed": (
        gettext_lazy("{name} was removed by a moderator."),
        gettext_lazy("{name} were removed by a moderator."),
    ),
}

_WHY = {
    "target_score": gettext_lazy("the target was reached"),
    "round_limit": gettext_lazy("the last round was played"),
    "too_few_players": gettext_lazy("too few players were left"),
    "black_deck_empty": gettext_lazy("no black card was left"),
    "aborted": gettext_lazy("it was aborted"),
}


def sentence(event: Event, names: NameTag) -> SafeString | str:
    if event.once:
        return ""
    if event.kind in _OF_ONE:
        return _of_one(event, names)
    tell = _TELLERS.get(event.kind)
    return tell(event.facts, names) if tell else ""


def _of_one(event: Event, names: NameTag) -> SafeString:
    seat = event.facts["seat"]
    other, own = _OF_ONE[event.kind]
    return filled(own if seat == names.viewer else other, name=names(seat))


def _started(facts: Mapping[str, Any], names: NameTag) -> str:
    return _("The match has begun.")


def _round(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    text = _("Round {number}: {black}")
    return filled(text, number=facts["round"], black=facts["text"])


def _voting(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    count = facts["plays"]
    text = ngettext("Voting begins: {n} answer.", "Voting begins: {n} answers.", count)
    return filled(text, n=count)


def _discarded(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    seat, count = facts["seat"], facts["count"]
    text = ngettext(
        "{name} paid 1 point to discard {n} card.",
        "{name} paid 1 point to discard {n} cards.",
        count,
    )
    return filled(text, name=names(seat), n=count)


def _withdrawn(facts: Mapping[str, Any], names: NameTag) -> str:
    return _("An answer was withdrawn.")


def _time_up(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    text = _("Time ran out for {names}.")
    return filled(text, names=names.many(facts["seats"]))


def _break_begun(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    text = _("A break of {time} began: waiting for {names} to come back.")
    return filled(text, time=in_words(facts["seconds"]), names=names.many(facts["seats"]))


def _break_ended(facts: Mapping[str, Any], names: NameTag) -> str:
    return _("The break ended.")


def _result(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    text = ngettext(
        "Round {number} is over: a point for {names}.",
        "Round {number} is over: a point each for {names}.",
        len(facts["seats"]),
    )
    return filled(text, number=facts["round"], names=names.many(facts["seats"]))


def _no_points(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    if facts["voted"]:
        text = _("Round {number} is over: no votes, no point.")
    else:
        text = _("Round {number} is over without a vote: too few answers.")
    return filled(text, number=facts["round"])


def _finished(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    text = _("The match is over: {why}. Won by {names}.")
    return filled(text, why=_WHY[facts["reason"]], names=names.many(facts["seats"]))


def _nobody(facts: Mapping[str, Any], names: NameTag) -> SafeString:
    text = _("The match is over: {why}. Nobody won.")
    return filled(text, why=_WHY[facts["reason"]])


_TELLERS: dict[str, Callable[[Mapping[str, Any], NameTag], SafeString | str]] = {
    "started": _started,
    "round": _round,
    "voting": _voting,
    "discarded": _discarded,
    "withdrawn": _withdrawn,
    "time_up": _time_up,
    "break_begun": _break_begun,
    "break_ended": _break_ended,
    "result": _result,
    "no_points": _no_points,
    "finished": _finished,
    "finished_nobody": _nobody,
}
