"""What is open to all: deployments, rows, licences; and what the user card offers to whom."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from games.interop.rules import deployment, offering, revenue
from games.interop.rules.box import BOARD_FEATURES, CARDS
from games.interop.rules.cards import DECKS
from games.interop.rules.game import TypedSetup
from games.interop.rules.state import Licence, Phase, Player, Revenue, Running, State, licence_of
from games.interop.rules.view import (
    BOARD,
    AppView,
    FaceUpView,
    GainView,
    NeedView,
    OfferView,
    PlayerView,
    ProtocolView,
    RowView,
    StandingView,
)


def rows(state: State) -> tuple[RowView, ...]:
    """Face-up cards of each deck, and how many are left of it (rules 6.1)."""
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
    """Protocols that are deployed, with licence and fee (rules 6.6)."""
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
    """Everybody's deployment and money, which lie open (rules 16)."""
    return tuple(_player(game, state, player) for player in state.players)


def _player(game: TypedSetup, state: State, player: Player) -> PlayerView:
    sums = revenue.sums(state.players, player.seat)
    capacity, used = deployment.capacity(player), deployment.used(player)
    return PlayerView(
        seat=player.seat,
        bot=game.seats[player.seat].bot,
        money=player.money,
        account=player.account,
        income=player.income,
        history=player.history,
        paid=player.paid,
        prospect=revenue.income(sums),
        capacity=capacity,
        used=used,
        free=capacity - used,
        users=deployment.users_total(player),
        features=deployment.in_order(deployment.features(player.protocols)),
        cards=tuple(_standing(state, player)),
        links=player.links,
        protocols=player.protocols,
        apps=tuple(
            _app(player, running, one) for running, one in zip(player.apps, sums, strict=True)
        ),
    )


def _app(player: Player, running: Running, one: Revenue) -> AppView:
    return AppView(
        app=running.app,
        users=running.users,
        taken=running.users * one.bandwidth,
        runs_on=deployment.runs_on(running.app, player.protocols),
        revenue=one,
    )


def _standing(state: State, player: Player) -> Iterator[StandingView]:
    """The cards of a deployment from bottom to top."""
    every = (*player.links, *player.protocols, *(one.app for one in player.apps))
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
    """What provides each feature that a card needs: several providers, several edges."""
    return tuple(NeedView(feature=one, by=_by(protocols, one)) for one in CARDS[name].needs)


def _by(protocols: tuple[str, ...], feature: str) -> tuple[str, ...]:
    own = tuple(one for one in protocols if feature in CARDS[one].provides)
    return (BOARD, *own) if feature in BOARD_FEATURES else own


def offers(state: State, seat: int) -> tuple[OfferView, ...]:
    """For who has yet to allocate in this round."""
    order = state.order()
    if state.phase is not Phase.ALLOCATION or order.index(seat) < order.index(state.turn):
        return ()
    return tuple(_offer(state, state.players[seat], one) for one in state.players[seat].apps)


def _offer(state: State, player: Player, running: Running) -> OfferView:
    assert state.user_card is not None
    offer = offering.offer_to(running.app, state.user_card)
    most = offering.most_users(player, offer)
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
    """Own income only depends on own users and on those of others, who are as they are now."""
    capacity, used = deployment.capacity(player), deployment.used(player)
    before = revenue.sum_of(state.players, player.seat, running).money
    whole = revenue.income(revenue.sums(state.players, player.seat))
    for users in range(most + 1):
        more = replace(running, users=running.users + users)
        then = revenue.sum_of(state.players, player.seat, more)
        taken = used + users * then.bandwidth
        yield GainView(
            users=users,
            taken=taken,
            free=capacity - taken,
            revenue=then,
            income=whole + then.money - before,
            more=then.money - before,
        )
