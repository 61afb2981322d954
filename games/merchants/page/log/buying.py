"""Purchases, crates and call-backs in sentences."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.safestring import SafeString

from chat.core.escaping import filled
from chat.core.translation import gettext as _, ngettext
from games.merchants.page import naming
from games.merchants.page.log.telling import Facts, cards, listed, one_or_own
from games.page.log import NameTag


def _declared(facts: Facts, names: NameTag) -> SafeString:
    value = naming.number(facts["value"])
    parts = {"name": names(facts["seat"]), "cards": cards(facts["cards"]), "value": value}
    if facts["owner"] is not None:
        told = _("{name} declared {cards} in front of {owner}")
        parts["owner"] = names.many([facts["owner"]])
    else:
        told = _("{name} declared {cards}")
    if facts["commit"]:
        parts["commit"] = cards(facts["commit"])
        return filled(told + _(", committing {commit}: value {value}."), **parts)
    return filled(told + _(": value {value}."), **parts)


def _bids(facts: Facts, names: NameTag) -> SafeString:
    bids = listed(
        filled(_("{name} {total} ({cards})"), name=name, cards=cards(laid), total=total)
        for name, laid, total in (
            (names.many([seat]), laid, total) for seat, laid, total in facts["bids"] if laid
        )
    )
    return filled(_("The bids are opened: {bids}."), bids=bids)


def _seizer(facts: Facts, names: NameTag) -> SafeString:
    other, own = _("{name} seizes: value {value}."), _("{name} seize: value {value}.")
    return one_or_own(names, facts["seat"], other, own, value=naming.number(facts["value"]))


def _rolled(facts: Facts, names: NameTag) -> SafeString:
    one, other = facts["dice"]
    if facts["success"]:
        text = _("{name} rolled {one} and {other} against {target}: success.")
    else:
        text = _("{name} rolled {one} and {other} against {target}: failure.")
    name = names(facts["seat"])
    return filled(text, name=name, one=one, other=other, target=naming.number(facts["target"]))


def _visited(facts: Facts, names: NameTag) -> SafeString:
    text = ngettext(
        "{name} opened crate {number} and drew {n} card.",
        "{name} opened crate {number} and drew {n} cards.",
        facts["count"],
    )
    return filled(text, name=names(facts["seat"]), number=facts["market"], n=facts["count"])


TELLERS: dict[str, Callable[[Facts, NameTag], SafeString | str]] = {
    "declared": _declared,
    "bids": _bids,
    "seizer": _seizer,
    "rolled": _rolled,
    "visited": _visited,
}
