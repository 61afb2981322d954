"""What a card would bring: cards it opens, applications it would work together with."""

from __future__ import annotations

from collections.abc import Iterator

from chat.core.translation import gettext as _, ngettext
from games.interop.page import words
from games.interop.page.viewer import mine_in, name_of
from games.interop.rules.box import CARDS
from games.interop.rules.cards import SERVICE_FEATURES, Card
from games.interop.rules.deployment import runs_on
from games.interop.rules.view import AppView, InteropView, PlayerView
from games.page.kit import who
from games.page.snapshot import MatchSnapshot


def prospects(snapshot: MatchSnapshot, view: InteropView, card: str) -> tuple[str, ...]:
    """Sentences for its panel, from the viewer's side; none for spectators."""
    mine = mine_in(view)
    if mine is None:
        return ()
    found = CARDS[card]
    if found.kind == "application":
        return tuple(_application(snapshot, view, mine, found))
    if found.kind == "protocol":
        return (*_opens(view, mine, found), *_joins(snapshot, view, mine, found))
    return tuple(_link(mine, found))


def _link(mine: PlayerView, card: Card) -> Iterator[str]:
    text = _("%(now)d units are free now, %(then)d would be.")
    yield text % {"now": mine.free, "then": mine.free + card.adds}


def _opens(view: InteropView, mine: PlayerView, card: Card) -> Iterator[str]:
    """Face-up cards whose missing features it would bring, all of them."""
    opened = [
        name_of(one.card)
        for row in view.rows
        for one in row.cards
        if one.terms is not None
        and one.terms.missing
        and set(one.terms.missing) <= set(card.provides)
    ]
    if opened:
        yield _("It would open: %(names)s.") % {"names": words.several(opened)}
    elif set(card.provides) <= set(mine.features):
        yield _("You already have what it gives; it can only join you with applications of others.")


def _joins(
    snapshot: MatchSnapshot, view: InteropView, mine: PlayerView, card: Card
) -> Iterator[str]:
    """What adopting it would add to the income of the viewer's applications, as users are now."""
    wanted = set(card.provides) & set(SERVICE_FEATURES)
    for app in mine.apps:
        if wanted & set(CARDS[app.app].needs):
            for seat, other in _others(view, card.id):
                if (seat, other.app) not in _partners(app):
                    yield _joined(snapshot, view, app, (seat, other))


def _joined(
    snapshot: MatchSnapshot, view: InteropView, app: AppView, partner: tuple[int, AppView]
) -> str:
    seat, other = partner
    counts = min(app.users, other.users // len(view.players))
    gain = counts * CARDS[app.app].bandwidth
    text = ngettext(
        "Your %(mine)s would work together with %(theirs)s of %(name)s: %(n)d money a round now.",
        "Your %(mine)s would work together with %(theirs)s of %(name)s: %(n)d money a round now.",
        gain,
    )
    return text % {
        "mine": name_of(app.app),
        "theirs": name_of(other.app),
        "name": who(snapshot, seat).name,
        "n": gain,
    }


def _partners(app: AppView) -> set[tuple[int, str]]:
    return {(partner.seat, partner.app) for partner in app.revenue.partners}


def _others(view: InteropView, protocol: str) -> list[tuple[int, AppView]]:
    """Applications of others that run on this protocol."""
    return [
        (player.seat, app)
        for player in view.players
        if player.seat != view.seat
        for app in player.apps
        if protocol in app.runs_on
    ]


def _application(
    snapshot: MatchSnapshot, view: InteropView, mine: PlayerView, card: Card
) -> Iterator[str]:
    below = runs_on(card.id, mine.protocols)
    if not below:
        return
    yield _("It would run on %(names)s.") % {"names": words.several(map(name_of, below))}
    found = {pair for protocol in below for pair in _pairs(view, protocol)}
    if found:
        partners = [
            _("%(app)s of %(name)s") % {"app": name_of(app), "name": who(snapshot, seat).name}
            for seat, app in sorted(found)
        ]
        yield _("There it meets %(names)s.") % {"names": words.several(partners)}


def _pairs(view: InteropView, protocol: str) -> list[tuple[int, str]]:
    return [(seat, app.app) for seat, app in _others(view, protocol)]
