"""What holdings would bring if they were realized now: equal holdings are worked out once.

Holdings are public once won, and nothing else enters here. What they would bring is shown to their
owner only until the end (rules 11); anybody could work it out.
"""

from __future__ import annotations

from functools import lru_cache

from auctions.rules.catalogue import Agenda, Points
from auctions.rules.realize import Counts, Realization, agenda_order, realize
from auctions.selectors.frame import Frame
from auctions.selectors.results import Holdings

KEPT = 4096  # holdings; what was asked for least lately is worked out anew


def worth_of(frame: Frame, holdings: Holdings) -> Realization:
    """The best combination of these agendas with these assets."""
    agendas = agenda_order(frame.lineup)
    counts = tuple(holdings.items.get(agenda.id, 0) for agenda in agendas)
    return _worth(agendas, counts, holdings.resources)


@lru_cache(maxsize=KEPT)
def _worth(agendas: tuple[Agenda, ...], counts: Counts, resources: Points) -> Realization:
    return realize(agendas, counts, resources)
