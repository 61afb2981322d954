"""What the house asks of a match that is played through an engine: to begin, and to stop."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.engine.base import Abort, SeatSetup, Setup
from games.engine.dealer import Dealer
from games.engine.record import made_from
from games.models import Match, MatchSetup, Seat
from games.refusals import HouseCode, Refusal
from games.rules import engine_of, options_of
from games.selectors.titles import title_of
from games.services.advance import advance, write_step
from games.services.chaining import begin_chain
from games.setups import encode_setup


def check_content(*, match: Match, content: Any) -> Any:
    """The content itself. Raises `Refusal` with the code of what it lacks for this table."""
    fault = title_of(match).start_fault(content, match.most)
    if fault:
        raise Refusal(HouseCode(fault))
    return content


def begin_engine(*, match: Match, seats: Sequence[Seat], content: Any, at: datetime) -> None:
    """Freezes what the match is made from, and deals. The seats are numbered already."""
    match.engine_version = max(title_of(match).engines)
    match.save(update_fields=["engine_version"])
    setup = Setup(
        seats=tuple(SeatSetup(bot=seat.is_bot) for seat in seats),
        options=options_of(match),
        content=content,
    )
    MatchSetup.objects.create(match=match, data=encode_setup(setup))
    engine, dealer = engine_of(match), Dealer(match.secret, 1)
    begin_chain(match, made_from(title_of(match), engine))
    step = engine.begin(dealer)
    write_step(
        match=match,
        engine=engine,
        step=step,
        seat=None,
        action={"action": "begin"},
        drawn=dealer.drawn,
        at=at,
        seats=seats,
    )


def stop_engine(*, match: Match, why: Any, at: datetime) -> None:
    """The end without result."""
    advance(match=match, seat=None, action=Abort(why=why), at=at)
