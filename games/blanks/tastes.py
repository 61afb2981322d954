"""The table of tastes (Blanks 25), learnt from matches that anybody could watch.

Only counts that every record of such a match shows go into it. Ballots are never read.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from django.db import transaction
from django.db.models import F, Q, QuerySet, Sum

from chat.core.batched_jobs import claimed
from chat.core.machine_faults import is_of_machine
from games.blanks.rules.content import Content
from games.blanks.rules.record import round_part
from games.blanks.rules.tastes import Counts, mean_of, smoothed
from games.engine.record import replay
from games.models import CardTaste, CountedMatch, Match, Pack
from games.services.locks import in_turn
from games.services.match_engine import engine_of
from games.services.record import lines_of

log = logging.getLogger(__name__)


def learn_one() -> bool:
    """Count the votes of one finished match, and return True if there was one."""
    with in_turn(), transaction.atomic(durable=True):
        match = _to_count().first() if claimed("blanks.tastes") else None
        if match is None:
            return False
        if _learnable(match):
            _learn(match)
        CountedMatch.objects.create(match=match)
    return True


def more_to_learn() -> bool:
    """Return True if a finished match has not been counted yet."""
    return _to_count().exists()


def _to_count() -> QuerySet[Match]:
    """Return the finished matches to count, oldest first."""
    over = Match.objects.filter(game="blanks", status=Match.Status.FINISHED, counted=None)
    return over.order_by("created_at", "pk")


def _learnable(match: Match) -> bool:
    """Return True if everybody could watch the match and no bot ever sat in it."""
    watched = match.settings.access == "open" and match.settings.spectators
    return watched and not match.seats.filter(~Q(bot="") | Q(program=True)).exists()


def _learn(match: Match) -> None:
    try:
        counts, content = Counts(), engine_of(match).setup.content
        parts = (round_part(one) for one in replay(engine_of(match), lines_of(match)))
        counts.add(part for part in parts if part is not None)
    except Exception as error:
        if is_of_machine(error):
            raise
        log.exception("match %s: nothing can be learnt from it", match.pk)
        return
    _add(counts, content)


def _add(counts: Counts, content: Content) -> None:
    packs = {pack.slug: pack for pack in Pack.objects.filter(slug__in=_slugs(content))}
    for card in content.white:
        if counts.possible[card.id] and card.pack in packs:
            got, possible = counts.got[card.id], counts.possible[card.id]
            row, made = CardTaste.objects.get_or_create(
                pack=packs[card.pack],
                text=card.text,
                defaults={"got": got, "possible": possible},
            )
            if not made:
                CardTaste.objects.filter(pk=row.pk).update(
                    got=F("got") + got, possible=F("possible") + possible
                )


def tastes_for(content: Content) -> Mapping[str, float]:
    """Return how much each white card is liked, from 0 to 1, by the card's id.

    Empty if nothing has been learnt about any of the packs. A card without votes counts as liked as
    its pack, and an unknown pack as liked as the average pack.
    """
    rows = CardTaste.objects.filter(pack__slug__in=_slugs(content))
    known = {
        (slug, text): (got, possible)
        for slug, text, got, possible in rows.values_list("pack__slug", "text", "got", "possible")
    }
    if not known:
        return {}
    sums = rows.values("pack__slug").annotate(all_got=Sum("got"), all_possible=Sum("possible"))
    means = {one["pack__slug"]: mean_of(one["all_got"], one["all_possible"]) for one in sums}
    usual = sum(means.values()) / len(means)
    return {
        card.id: smoothed(*known.get((card.pack, card.text), (0, 0)), means.get(card.pack, usual))
        for card in content.white
    }


def _slugs(content: Content) -> set[str]:
    return {card.pack for card in content.white}
