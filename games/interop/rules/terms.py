"""What a viewer can buy, draw, adopt or relax, and what is in the way (rules 6)."""

from __future__ import annotations

from msgspec.structs import replace

from games.interop.rules import deployment, licensing
from games.interop.rules.box import CARDS
from games.interop.rules.purchases import price, purchase_code
from games.interop.rules.refusals import kind_asked
from games.interop.rules.state import Licence, State, licence_of
from games.interop.rules.view import FaceUpView, ProtocolView, RowView, TermsView


def of_card(
    state: State, seat: int, card: str, *, now: bool, licence: Licence | None = None, code: str = ""
) -> TermsView:
    """`now`: nothing but the card itself is in the way. `code`: what comes before its own."""
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
    """The row as this seat sees it: what each card costs, or why it cannot be had (rules 6.2)."""
    invests = seat == state.turn and kind_asked(state) == "invest"
    used = seat == state.turn and shown.deck in state.used
    code = "deck_used" if used else ""
    cards = tuple(
        FaceUpView(card=one.card, terms=of_card(state, seat, one.card, now=invests, code=code))
        for one in shown.cards
    )
    return replace(shown, cards=cards, draw_code=code or ("" if shown.left else "deck_empty"))


def protocol(state: State, seat: int, shown: ProtocolView) -> ProtocolView:
    """The protocol as this seat sees it: what adopting it costs, or how it may be relaxed."""
    licence = licence_of(state, shown.card)
    assert licence is not None
    invests = seat == state.turn and kind_asked(state) == "invest"
    shown = replace(shown, terms=of_card(state, seat, shown.card, now=invests, licence=licence))
    if licence.deployer != seat:
        return shown
    return replace(
        shown,
        relax=licensing.less_restrictive(licence),
        relax_code=licensing.relax_code(state, licence),
    )
