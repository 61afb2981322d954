"""Building what a viewer may see (rules 16): made anew from what they may know, never stripped."""

from __future__ import annotations

from msgspec.structs import replace

from games.interop.rules import board, clock, scoring, terms
from games.interop.rules.box import USERS, era_of
from games.interop.rules.choices import choices
from games.interop.rules.game import TypedSetup
from games.interop.rules.refusals import kind_asked
from games.interop.rules.state import Phase, State
from games.interop.rules.view import DrawnView, FaceUpView, InteropView, UserCardView


class Views:
    """Of one match. The spectator's view of the last state is kept: all others begin with it.

    States are never changed, so the same one has the same view.
    """

    def __init__(self, game: TypedSetup) -> None:
        self._game = game
        self._last: tuple[State, InteropView] | None = None

    def view(self, state: State, seat: int | None) -> InteropView:
        """What this seat sees. Any seat that is nobody's sees what a spectator does."""
        public = self._public(state)
        if seat is None or not 0 <= seat < state.seats:
            return replace(public, seat=seat)
        over = state.phase is Phase.OVER
        return replace(
            public,
            seat=seat,
            mine=not over and seat == state.turn,
            choices=choices(state, seat),
            rows=tuple(terms.row(state, seat, row) for row in public.rows),
            protocols=tuple(terms.protocol(state, seat, one) for one in public.protocols),
            drawn=_drawn(state, seat),
            offers=board.offers(state, seat),
        )

    def _public(self, state: State) -> InteropView:
        last = self._last
        if last is None or last[0] is not state:
            last = self._last = (state, _spectators(self._game, state))
        return last[1]


def _spectators(game: TypedSetup, state: State) -> InteropView:
    kind = kind_asked(state)
    turn = state.turn if kind else None
    return InteropView(
        seat=None,
        phase=state.phase.value,
        decision=clock.decision_id(state),
        awaited=() if turn is None else (turn,),
        mine=False,
        choices=(),
        edition=game.content.edition,
        round=state.round,
        rounds=game.options.rounds,
        kind=kind,
        seconds=clock.SECONDS.get(kind, 0),
        first=state.first,
        turn=turn,
        used=state.used,
        done=state.done,
        kits=state.kits,
        players=board.players(game, state),
        rows=board.rows(state),
        protocols=board.protocols(state),
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
    """Both cards to the drawer, their number to all others."""
    drawn = state.drawn
    if drawn is None:
        return None
    cards = None
    if seat == state.turn:
        cards = tuple(
            FaceUpView(card=card, terms=terms.of_card(state, state.turn, card, now=True))
            for card in drawn.cards
        )
    return DrawnView(seat=state.turn, deck=drawn.deck, count=len(drawn.cards), cards=cards)
