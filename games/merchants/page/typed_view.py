"""What every part of the page starts from: the view of one viewer, and names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.utils.text import get_text_list

from chat.core.translation import gettext as _
from games.merchants.rules.view import MerchantsView, PlayerView
from games.page.presentation import who
from games.page.snapshot import MatchSnapshot


def view_of(snapshot: MatchSnapshot, seat: int | None) -> MerchantsView:
    return cast(MerchantsView, snapshot.view(seat))


def player_in(view: MerchantsView, seat: int | None) -> PlayerView | None:
    return next((player for player in view.players if player.seat == seat), None)


def named(snapshot: MatchSnapshot, seats: Sequence[int], viewer: int | None = None) -> str:
    """Names joined as in the middle of a sentence; the viewer is "you"."""
    names = [_("you") if seat == viewer else who(snapshot, seat).name for seat in seats]
    return get_text_list(names, _("and"))


def percent(per_mille: int) -> int:
    """Thousandths as whole hundredths. Never 0 or 100: no roll of the game is certain."""
    return min(99, max(1, round(per_mille / 10)))
