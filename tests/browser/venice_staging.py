"""Creates weeks of Venice in a site's database; runs inside a site."""

from __future__ import annotations

import random
from collections.abc import Sequence

from django.contrib.auth import get_user_model

from chat.core import clock
from tests.auctions import weeks
from tests.auctions.bidders import bid_all, lend
from tests.auctions.moves import say_done


def stage(names: Sequence[str], *, auctions: int = 7) -> str:
    """Create a week of which some auctions are played; return its id.

    These people have placed many equal bids. The second one has declared every auction done in
    time. The week lies in the site's future, so that the site does nothing about it meanwhile.
    """
    users, people, chance = get_user_model(), [], random.Random(7)
    for name in names:
        people.append(users.objects.get_or_create(username=name)[0])
    week = weeks.Play(weeks.begin(weeks.open_match(people, options=dict(weeks.FAST))), people)
    lend(week, chance)
    for auction in range(7):
        bid_all(week, auction, chance, most=6)
    for auction in range(auctions):
        say_done(user=people[1], public_id=week.id, auction=auction)
        week.run(auction)
    clock.reset()
    return week.id
