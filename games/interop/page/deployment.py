"""A deployment on the page: its picture, and the same as a list (rules 7, 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString

from chat.core.translation import gettext as _, ngettext
from games.interop.page import words
from games.interop.page.tree import Block, Flow, Look, draw, lay_out
from games.interop.page.typed_view import name_of, view_of
from games.interop.rules.box import CARDS
from games.interop.rules.view import BOARD, InteropView, NeedView, PlayerView, StandingView
from games.page.html_cache import cached_html
from games.page.presentation import Who, who
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Entry:
    """A card in the list."""

    name: str
    art: str
    facts: tuple[str, ...]  # everything the picture shows of it, in short phrases


@dataclass(frozen=True)
class Layer:
    """The cards of one layer in the list; the top layer comes first."""

    label: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Site:
    """A player and their deployment, as shown in one place."""

    who: Who
    player: PlayerView
    tree: SafeString
    layers: tuple[Layer, ...]
    first: bool
    turn: bool


def sites(snapshot: MatchSnapshot, seat: int | None) -> list[Site]:
    """Return all deployments, by seat."""
    view = view_of(snapshot, seat)
    return [site(snapshot, view, player.seat) for player in view.players]


def site(snapshot: MatchSnapshot, view: InteropView, index: int, *, moves: bool = False) -> Site:
    """Return the deployment of a seat.

    `moves` is True if cards move into this tree: one of a page at most.
    """
    player = view.players[index]
    return Site(
        who=who(snapshot, index, view.seat),
        player=player,
        tree=_tree(snapshot, player, moves=moves),
        layers=_layers(
            player.seat,
            player.cards,
            {app.app: app.users for app in player.apps},
            [who(snapshot, one.seat).name for one in view.players],
        ),
        first=index == view.first,
        turn=index == view.turn,
    )


def _tree(snapshot: MatchSnapshot, player: PlayerView, *, moves: bool) -> SafeString:
    """Render a tree, cached by what it looks like."""
    users = {app.app: app.users for app in player.apps}
    looks = {
        card.card: _look(snapshot, player, card, users.get(card.card)) for card in player.cards
    }
    flow = Flow(player.used, player.capacity)
    key = ("interop-tree", tuple(looks.items()), player.links, flow, moves)
    return cached_html(key, partial(_render_tree, player, looks, flow, moves=moves))


def _render_tree(
    player: PlayerView, looks: dict[str, Look], flow: Flow, *, moves: bool
) -> SafeString:
    blocks = [
        Block(card.card, card.deck, CARDS[card.card].needs, CARDS[card.card].provides)
        for card in player.cards
        if card.deck != "LINK"
    ]
    return draw(lay_out(blocks, player.links), looks, flow, moves=moves)


def _look(
    snapshot: MatchSnapshot, player: PlayerView, standing: StandingView, users: int | None
) -> Look:
    card = CARDS[standing.card]
    if card.kind == "link":
        return Look(f"+{card.adds}")
    if standing.deployer is None or standing.deployer == player.seat:
        return Look(_(card.name), users, standing.licence or "", standing.fee)
    owner = who(snapshot, standing.deployer)
    return Look(_(card.name), users, hue=owner.hue, owner=owner.name)


def _layers(
    seat: int,
    cards: tuple[StandingView, ...],
    running: Mapping[str, int],
    names: Sequence[str],
) -> tuple[Layer, ...]:
    found = []
    for deck in ("APP", "SERVICE", "CORE", "LINK"):
        entries = [_entry(seat, card, running, names) for card in cards if card.deck == deck]
        if deck == "LINK":
            entries.append(_board())
        if entries:
            found.append(Layer(str(words.DECKS[deck]), tuple(entries)))
    return tuple(found)


def _board() -> Entry:
    facts = (_("gives routing and stream"), _("6 units of bandwidth"))
    return Entry(_("The board: IP and TCP"), "routing", facts)


def _entry(
    seat: int, standing: StandingView, users: Mapping[str, int], names: Sequence[str]
) -> Entry:
    card = CARDS[standing.card]
    if card.kind == "link":
        units = ngettext("adds %(n)d unit", "adds %(n)d units", card.adds) % {"n": card.adds}
        return Entry(_(card.name), card.id, (units,))
    gives = words.several(map(words.feature, card.provides))
    facts = [_("gives %(names)s") % {"names": gives}, *map(_need, standing.needs)]
    if card.kind == "application":
        return Entry(
            _(card.name), card.provides[0], (*_running(standing.card, users[standing.card]), *facts)
        )
    return Entry(_(card.name), card.provides[0], (*facts, _standing(seat, standing, names)))


def _need(need: NeedView) -> str:
    servers = words.several(_("the board") if one == BOARD else name_of(one) for one in need.by)
    values = {"feature": words.feature(need.feature), "servers": servers}
    return _("needs %(feature)s, from %(servers)s") % values


def _running(app: str, users: int) -> list[str]:
    bandwidth = CARDS[app].bandwidth
    count = ngettext("%(n)d user", "%(n)d users", users) % {"n": users}
    units = ngettext("%(n)d unit each", "%(n)d units each", bandwidth) % {"n": bandwidth}
    return [count, units]


def _standing(seat: int, standing: StandingView, names: Sequence[str]) -> str:
    """Return the owner and the licence of a protocol, in words."""
    terms = words.licence(standing.licence or "open", standing.fee)
    if standing.deployer is None or standing.deployer == seat:
        return terms
    return _("adopted from %(name)s") % {"name": names[standing.deployer]}
