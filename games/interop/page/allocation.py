"""Placing users: the offer to each application, and the income from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from chat.core.translation import gettext as _, ngettext
from games.interop.page import words
from games.interop.page.card_faces import Face, Trait, face
from games.interop.page.typed_view import mine_in, name_of
from games.interop.rules.box import CARDS, USERS
from games.interop.rules.cards import Demand
from games.interop.rules.state import Partner, Revenue
from games.interop.rules.view import GainView, InteropView, OfferView
from games.page.presentation import who
from games.page.snapshot import MatchSnapshot

# --- Revenue as readable sums (rules 10.3)


@dataclass(frozen=True)
class Sum:
    """The income of one application as a sum."""

    app: str
    art: str
    bandwidth: int
    terms: tuple[str, ...]  # the application's own users and the additions of partners, in words
    counted: int
    money: int
    shared: int  # the part of `money` through partners

    @property
    def line(self) -> str:
        """The sum in one line: "1 × (9 own users + 3 from Bea’s Lantern) = 12"."""
        inner = " + ".join(self.terms)
        return f"{self.bandwidth} × ({inner}) = {self.money}"


def sums(snapshot: MatchSnapshot, paid: Sequence[Revenue]) -> tuple[Sum, ...]:
    return tuple(sum_of(snapshot, revenue) for revenue in paid)


def sum_of(snapshot: MatchSnapshot, one: Revenue) -> Sum:
    own = ngettext("%(n)d own user", "%(n)d own users", one.users) % {"n": one.users}
    partners = [partner for partner in one.partners if partner.counts]
    return Sum(
        app=name_of(one.app),
        art=one.app,
        bandwidth=one.bandwidth,
        terms=(own, *(_partner(snapshot, partner) for partner in partners)),
        counted=one.revenue_users,
        money=one.money,
        shared=one.bandwidth * (one.revenue_users - one.users),
    )


def _partner(snapshot: MatchSnapshot, partner: Partner) -> str:
    text = _("%(n)d from %(name)s’s %(app)s")
    values = {
        "n": partner.counts,
        "app": name_of(partner.app),
        "name": who(snapshot, partner.seat).name,
    }
    return text % values


@dataclass(frozen=True)
class Wish:
    """A line of the user card."""

    traits: tuple[Trait, ...]
    users: int


@dataclass(frozen=True)
class Crowd:
    """A user card, as shown on the page."""

    name: str
    lines: tuple[Wish, ...]


@dataclass(frozen=True)
class Gain:
    """The effect of placing `users` more users."""

    users: int
    taken: int
    free: int
    income: int
    more: int
    sum: Sum


@dataclass(frozen=True)
class Room:
    """An application on which users may be placed."""

    face: Face
    users: int
    line: Wish | None
    most: int
    why: str  # the reason why none can be placed
    limit: str
    gains: tuple[Gain, ...]
    data: str
    capacity: int

    @property
    def best(self) -> Gain:
        return self.gains[-1]


def crowd(view: InteropView) -> Crowd | None:
    """Return the user card of this round, or None if there is none."""
    return None if view.user_card is None else crowd_of(view.user_card.id)


def crowd_of(card: str) -> Crowd:
    return Crowd(_(USERS[card].name), tuple(_wish(line) for line in USERS[card].lines))


def _wish(line: Demand) -> Wish:
    return Wish(tuple(Trait(name, words.feature(name)) for name in line.wants), line.users)


def rooms(snapshot: MatchSnapshot, view: InteropView) -> tuple[Room, ...]:
    """Return the viewer's applications, the most profitable first.

    Applications that can take no users come last.
    """
    mine, card = mine_in(view), view.user_card
    if mine is None or card is None:
        return ()
    found = [_room(snapshot, view, offer) for offer in view.offers]
    return tuple(sorted(found, key=lambda room: -room.gains[-1].more if room.most else 1))


def _room(snapshot: MatchSnapshot, view: InteropView, offer: OfferView) -> Room:
    mine, card = mine_in(view), view.user_card
    assert mine is not None
    assert card is not None
    line = None if offer.line is None else _wish(card.lines[offer.line])
    gains = tuple(_gain(snapshot, gain) for gain in offer.gains if gain.users)
    return Room(
        face=face(offer.app),
        users=next(app.users for app in mine.apps if app.app == offer.app),
        line=line,
        most=offer.most,
        why=_why_not(offer, mine.free),
        limit=_limit(offer, mine.free),
        gains=gains,
        data=json.dumps([_plain(gain) for gain in gains]),
        capacity=mine.capacity,
    )


def _gain(snapshot: MatchSnapshot, gain: GainView) -> Gain:
    summed = sum_of(snapshot, gain.revenue)
    return Gain(gain.users, gain.taken, gain.free, gain.income, gain.more, summed)


def _plain(gain: Gain) -> dict[str, int | str]:
    """Return the values that the slider's script shows."""
    return {
        "users": gain.users,
        "taken": gain.taken,
        "free": gain.free,
        "income": gain.income,
        "more": gain.more,
        "sum": gain.sum.line,
    }


def _why_not(offer: OfferView, free: int) -> str:
    if offer.code == "wrong_features":
        return _("No users on this card want what it provides.")
    if offer.code == "no_bandwidth":
        each = CARDS[offer.app].bandwidth
        text = ngettext(
            "Each user takes %(each)d unit, and you have %(n)d free. Buy a link next round.",
            "Each user takes %(each)d units, and you have %(n)d free. Buy a link next round.",
            each,
        )
        return text % {"each": each, "n": free}
    return ""


def _limit(offer: OfferView, free: int) -> str:
    """Return what limits the number of users, in words."""
    if offer.most == offer.offer:
        most = ngettext(
            "This card offers it at most %(n)d user.",
            "This card offers it at most %(n)d users.",
            offer.most,
        )
        return most % {"n": offer.most}
    each = CARDS[offer.app].bandwidth
    text = _(
        "Your free bandwidth of %(free)d is enough for %(n)d of the %(offer)d users,"
        " at %(each)d each."
    )
    return text % {"free": free, "each": each, "n": offer.most, "offer": offer.offer}
