"""Views (rules 16), built only from what a viewer may know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from games.engine.base import Chance
from games.interop.rules import decisions, deployment, purchases, scoring
from games.interop.rules.actions import decision_id, kind_asked
from games.interop.rules.box import BOARD_FEATURES, CARDS, USERS, era_of
from games.interop.rules.cards import DECKS
from games.interop.rules.decisions import choices
from games.interop.rules.decks import canonical
from games.interop.rules.options import TypedSetup
from games.interop.rules.purchases import price, purchase_code
from games.interop.rules.state import (
    Drawn,
    Licence,
    Phase,
    Pile,
    Player,
    Revenue,
    Running,
    State,
    licence_of,
)
from games.interop.rules.view import (
    BOARD,
    AppView,
    DrawnView,
    FaceUpView,
    GainView,
    InteropView,
    NeedView,
    OfferView,
    PlayerView,
    ProtocolView,
    RowView,
    StandingView,
    TermsView,
    UserCardView,
)

# --- Public parts of a view, and offers of the user card


def rows(state: State) -> tuple[RowView, ...]:
    """Return the face-up cards of each deck, and the sizes of the deck (rules 6.1)."""
    return tuple(
        RowView(
            deck=pile.deck,
            cards=tuple(FaceUpView(card=card) for card in pile.row),
            left=pile.left,
            discards=len(pile.discards),
        )
        for pile in state.piles
    )


def protocols(state: State) -> tuple[ProtocolView, ...]:
    """Return the deployed protocols with licence and fee (rules 6.6)."""
    return tuple(_protocol(state, licence) for licence in state.licences)


def _protocol(state: State, licence: Licence) -> ProtocolView:
    having = [player.seat for player in state.players if licence.protocol in player.protocols]
    return ProtocolView(
        card=licence.protocol,
        deployer=licence.deployer,
        licence=licence.licence,
        fee=licence.fee,
        since=licence.since,
        adopters=tuple(seat for seat in having if seat != licence.deployer),
    )


def players(game: TypedSetup, state: State) -> tuple[PlayerView, ...]:
    """Return everybody's deployment and money, which are public (rules 16)."""
    return tuple(_player(game, state, player) for player in state.players)


def _player(game: TypedSetup, state: State, player: Player) -> PlayerView:
    sums = deployment.sums(state.players, player.seat)
    capacity, used = deployment.capacity(player), deployment.used(player)
    return PlayerView(
        seat=player.seat,
        bot=game.seats[player.seat].bot,
        money=player.money,
        account=player.account,
        income=player.income,
        history=player.history,
        paid=player.paid,
        prospect=deployment.income(sums),
        capacity=capacity,
        used=used,
        free=capacity - used,
        users=deployment.users_total(player),
        features=deployment.in_order(deployment.features(player.protocols)),
        cards=tuple(_standing(state, player)),
        links=player.links,
        protocols=player.protocols,
        apps=tuple(
            _app(player, running, revenue)
            for running, revenue in zip(player.apps, sums, strict=True)
        ),
    )


def _app(player: Player, running: Running, revenue: Revenue) -> AppView:
    return AppView(
        app=running.app,
        users=running.users,
        taken=running.users * revenue.bandwidth,
        runs_on=deployment.runs_on(running.app, player.protocols),
        revenue=revenue,
    )


def _standing(state: State, player: Player) -> Iterator[StandingView]:
    """Yield the cards of a deployment from bottom to top."""
    every = (*player.links, *player.protocols, *(app.app for app in player.apps))
    for name in sorted(every, key=lambda card: DECKS.index(CARDS[card].deck)):
        card = CARDS[name]
        licence = licence_of(state, name) if card.kind == "protocol" else None
        yield StandingView(
            card=name,
            deck=card.deck,
            needs=_needs(name, player.protocols),
            deployer=licence.deployer if licence else None,
            licence=licence.licence if licence else None,
            fee=licence.fee if licence else 0,
        )


@lru_cache(maxsize=8192)
def _needs(name: str, protocols: tuple[str, ...]) -> tuple[NeedView, ...]:
    """Return the providers of each feature that a card needs, one edge for each."""
    return tuple(NeedView(feature=need, by=_by(protocols, need)) for need in CARDS[name].needs)


def _by(protocols: tuple[str, ...], feature: str) -> tuple[str, ...]:
    own = tuple(protocol for protocol in protocols if feature in CARDS[protocol].provides)
    return (BOARD, *own) if feature in BOARD_FEATURES else own


def offers(state: State, seat: int) -> tuple[OfferView, ...]:
    """Return the offers to a seat that has yet to allocate in this round."""
    order = state.order()
    if state.phase is not Phase.ALLOCATION or order.index(seat) < order.index(state.turn):
        return ()
    return tuple(_offer(state, state.players[seat], app) for app in state.players[seat].apps)


def _offer(state: State, player: Player, running: Running) -> OfferView:
    assert state.user_card is not None
    offer = deployment.offer_to(running.app, state.user_card)
    most = deployment.most_users(player, offer)
    code = "" if most else "no_bandwidth" if offer.users else "wrong_features"
    return OfferView(
        app=running.app,
        line=offer.line,
        offer=offer.users,
        most=most,
        code=code,
        gains=tuple(_gains(state, player, running, most)),
    )


def _gains(state: State, player: Player, running: Running, most: int) -> Iterator[GainView]:
    """Yield the effect of each possible number of users on an application."""
    capacity, used = deployment.capacity(player), deployment.used(player)
    # Income depends only on the player's users and on those of others, which do not change here.
    before = deployment.sum_of(state.players, player.seat, running).money
    whole = deployment.income(deployment.sums(state.players, player.seat))
    for users in range(most + 1):
        more = replace(running, users=running.users + users)
        then = deployment.sum_of(state.players, player.seat, more)
        taken = used + users * then.bandwidth
        yield GainView(
            users=users,
            taken=taken,
            free=capacity - taken,
            revenue=then,
            income=whole + then.money - before,
            more=then.money - before,
        )


# --- Terms of cards, decks and protocols for a viewer (rules 6)


def of_card(
    state: State, seat: int, card: str, *, now: bool, licence: Licence | None = None, code: str = ""
) -> TermsView:
    """Return the price of a card and the obstacles to it, for a seat.

    `now` is True if nothing but the card itself can be an obstacle. `code` is an obstacle that
    comes before those of the card.
    """
    player, title = state.players[seat], CARDS[card]
    code = code or purchase_code(player, title, licence)
    cost = price(title, licence)
    return TermsView(
        now=now and not code,
        code=code,
        price=cost,
        missing=deployment.missing(player.protocols, title),
        short=max(0, cost - player.money),
    )


def row(state: State, seat: int, shown: RowView) -> RowView:
    """Return a row as this seat sees it, with terms for each card (rules 6.2)."""
    invests = seat == state.turn and kind_asked(state) == "invest"
    used = seat == state.turn and shown.deck in state.used
    code = "deck_used" if used else ""
    cards = tuple(
        FaceUpView(card=card.card, terms=of_card(state, seat, card.card, now=invests, code=code))
        for card in shown.cards
    )
    return replace(shown, cards=cards, draw_code=code or ("" if shown.left else "deck_empty"))


def protocol(state: State, seat: int, shown: ProtocolView) -> ProtocolView:
    """Return a protocol as this seat sees it: the terms to adopt or to relax it."""
    licence = licence_of(state, shown.card)
    assert licence is not None
    invests = seat == state.turn and kind_asked(state) == "invest"
    shown = replace(shown, terms=of_card(state, seat, shown.card, now=invests, licence=licence))
    if licence.deployer != seat:
        return shown
    return replace(
        shown,
        relax=purchases.less_restrictive(licence),
        relax_code=purchases.relax_code(state, licence),
    )


class Views:
    """The views of one match."""

    def __init__(self, game: TypedSetup) -> None:
        self._game = game
        # The last public view is cached, as all other views build on it.
        self._last: tuple[State, InteropView] | None = None

    def view(self, state: State, seat: int | None) -> InteropView:
        """Return the view of a seat; any number that is no seat gets a spectator's view."""
        public = self._public(state)
        if seat is None or not 0 <= seat < state.seats:
            return replace(public, seat=seat)
        over = state.phase is Phase.OVER
        return replace(
            public,
            seat=seat,
            mine=not over and seat == state.turn,
            choices=choices(state, seat),
            rows=tuple(row(state, seat, shown) for shown in public.rows),
            protocols=tuple(protocol(state, seat, shown) for shown in public.protocols),
            drawn=_drawn(state, seat),
            offers=offers(state, seat),
        )

    def _public(self, state: State) -> InteropView:
        last = self._last
        # States are immutable: the same state always has the same view.
        if last is None or last[0] is not state:
            last = self._last = (state, _spectators(self._game, state))
        return last[1]


def _spectators(game: TypedSetup, state: State) -> InteropView:
    kind = kind_asked(state)
    turn = state.turn if kind else None
    return InteropView(
        seat=None,
        phase=state.phase.value,
        decision=decision_id(state),
        awaited=() if turn is None else (turn,),
        mine=False,
        choices=(),
        edition=game.content.edition,
        round=state.round,
        rounds=game.options.rounds,
        kind=kind,
        seconds=decisions.SECONDS.get(kind, 0),
        first=state.first,
        turn=turn,
        used=state.used,
        done=state.done,
        kits=state.kits,
        players=players(game, state),
        rows=rows(state),
        protocols=protocols(state),
        era=era_of(max(state.round, 1), game.options.rounds),
        user_card=_user_card(state),
        seen=state.seen,
        drawn=_drawn(state, None),
        outcome=scoring.outcome(state),
    )


def _user_card(state: State) -> UserCardView | None:
    if state.user_card is None:
        return None
    card = USERS[state.user_card]
    return UserCardView(id=card.id, name=card.name, era=card.era, lines=card.lines)


def _drawn(state: State, seat: int | None) -> DrawnView | None:
    """Return both drawn cards for the drawer, and their number for all others."""
    drawn = state.drawn
    if drawn is None:
        return None
    cards = None
    if seat == state.turn:
        cards = tuple(
            FaceUpView(card=card, terms=of_card(state, state.turn, card, now=True))
            for card in drawn.cards
        )
    return DrawnView(seat=state.turn, deck=drawn.deck, count=len(drawn.cards), cards=cards)


# --- Scrambled states, on which the secrecy tests depend


def scramble(state: State, seat: int | None, chance: Chance) -> State:
    """Return a state with everything face down for the viewer dealt again.

    Each deck keeps its cards, and each place its number of cards.
    """
    drawn = state.drawn
    unseen = drawn if drawn is not None and seat != state.turn else None
    piles = []
    for pile in state.piles:
        waiting = unseen if unseen is not None and unseen.deck == pile.deck else None
        pile, other = _other(pile, waiting, chance)
        piles.append(pile)
        drawn = other or drawn
    return replace(state, piles=tuple(piles), drawn=drawn)


def _other(pile: Pile, waiting: Drawn | None, chance: Chance) -> tuple[Pile, Drawn | None]:
    hidden = [card for layer in pile.layers for card in layer]
    hidden += [*pile.discards, *(waiting.cards if waiting else ())]
    left = list(chance.shuffle(pile.deck, canonical(hidden)))

    def take(count: int) -> tuple[str, ...]:
        taken = tuple(left[:count])
        del left[:count]
        return taken

    layers = tuple(canonical(take(len(layer))) for layer in pile.layers)
    changed = replace(pile, layers=layers, discards=canonical(take(len(pile.discards))))
    return changed, replace(waiting, cards=take(len(waiting.cards))) if waiting else None
