"""Pages of a match that is over, for whoever may see its record."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from chat.live.parts import Denied
from games.page.viewing import Viewing, viewing_of
from games.records import check_opened
from games.refusals import Refusal


def opened_for(user: Any, public_id: str) -> Viewing:
    """This user at the match. Raises `Http404` where its record is not open, or not to them."""
    try:
        viewing = viewing_of(user, public_id, {})
        viewing.check()
        check_opened(viewing.match)
    except (Denied, Refusal) as refusal:
        raise Http404(refusal.message) from refusal
    return viewing
