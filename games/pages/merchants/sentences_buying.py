"""Purchases, crates and call-backs in sentences."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext

from games.live.telling import NameTag
from games.pages.merchants.telling import Facts, card, cards, listed, one_or_own


def _declared(facts: Facts, names: NameTag) -> SafeString:
    parts = {"name": names(facts["seat"]), "cards": cards(facts["cards"]), "value": facts["value"]}
    if facts["owner"] is not None:
        told = _("{name} declared {cards} in front of {owner}")
        parts["owner"] = names.many([facts["owner"]])
    else:
        told = _("{name} declared {cards}")
    if facts["commit"]:
        parts["commit"] = cards(facts["commit"])
        return format_html(told + _(", committing {commit}: value {value}."), **parts)
    return format_html(told + _(": value {value}."), **parts)


def _bids(facts: Facts, names: NameTag) -> SafeString:
    bids = listed(
        format_html(_("{name} {total} ({cards})"), name=name, cards=cards(laid), total=total)
        for name, laid, total in (
            (names.many([seat]), laid, total) for seat, laid, total in facts["bids"] if laid
        )
    )
    return format_html(_("The bids are opened: {bids}."), bids=bids)


def _no_bids(facts: Facts, names: NameTag) -> str:
    return _("Nobody seizes.")


def _seizer(facts: Facts, names: NameTag) -> SafeString:
    other, own = _("{name} seizes: value {value}."), _("{name} seize: value {value}.")
    return one_or_own(names, facts["seat"], other, own, value=facts["value"])


def _committed(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} committed {cards}: value {value}.")
    shown = cards(facts["cards"])
    return format_html(text, name=names(facts["seat"]), cards=shown, value=facts["value"])


def _passed(facts: Facts, names: NameTag) -> SafeString:
    return format_html(_("{name} passed."), name=names(facts["seat"]))


def _rolled(facts: Facts, names: NameTag) -> SafeString:
    one, other = facts["dice"]
    if facts["success"]:
        text = _("{name} rolled {one} and {other} against {target}: success.")
    else:
        text = _("{name} rolled {one} and {other} against {target}: failure.")
    name = names(facts["seat"])
    return format_html(text, name=name, one=one, other=other, target=facts["target"])


def _bought(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} bought {cards}.")
    return format_html(text, name=names(facts["seat"]), cards=cards(facts["cards"]))


def _seized(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} seized {cards}.")
    return format_html(text, name=names(facts["seat"]), cards=cards(facts["cards"]))


def _unsold(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} failed to buy {cards}, which went back.")
    return format_html(text, name=names(facts["seat"]), cards=cards(facts["cards"]))


def _to_stocks(facts: Facts, names: NameTag) -> SafeString:
    return format_html(_("Paid to the stalls: {cards}."), cards=cards(facts["cards"]))


def _visited(facts: Facts, names: NameTag) -> SafeString:
    text = ngettext(
        "{name} opened crate {number} and drew {n} card.",
        "{name} opened crate {number} and drew {n} cards.",
        facts["count"],
    )
    return format_html(text, name=names(facts["seat"]), number=facts["market"], n=facts["count"])


def _visit_failed(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} could not open crate {number}.")
    return format_html(text, name=names(facts["seat"]), number=facts["market"])


def _forfeited(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} forfeited {card} at crate {number}.")
    shown = card(facts["card"])
    return format_html(text, name=names(facts["seat"]), card=shown, number=facts["market"])


def _callback_failed(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} could not call {card} back.")
    return format_html(text, name=names(facts["seat"]), card=card(facts["card"]))


def _called_back(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} called {card} back to the hand.")
    return format_html(text, name=names(facts["seat"]), card=card(facts["card"]))


def _left_there(facts: Facts, names: NameTag) -> SafeString:
    text = _("{name} left {card} where it lies.")
    return format_html(text, name=names(facts["seat"]), card=card(facts["card"]))


TELLERS: dict[str, Callable[[Facts, NameTag], SafeString | str]] = {
    "declared": _declared,
    "bids": _bids,
    "no_bids": _no_bids,
    "seizer": _seizer,
    "committed": _committed,
    "passed": _passed,
    "rolled": _rolled,
    "bought": _bought,
    "seized": _seized,
    "unsold": _unsold,
    "to_stocks": _to_stocks,
    "visited": _visited,
    "visit_failed": _visit_failed,
    "forfeited": _forfeited,
    "callback_failed": _callback_failed,
    "called_back": _called_back,
    "left_there": _left_there,
}
