"""A player's goods, what they would bring, and why agendas are left out (8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from auctions.page.faces import Face, face
from auctions.page.own_seat import Own
from auctions.page.words import REALIZED, RESOURCE_KEYS, RESOURCES, item_name, joined, money
from auctions.rules.catalogue import ASSET, Agenda, Points
from auctions.rules.realization import Realization, agenda_order, realize, resources_of
from chat.core.templates import render
from chat.core.translation import gettext as _, ngettext


@dataclass(frozen=True)
class Held:
    """Units of an item that the viewer holds."""

    face: Face
    units: int
    taken: int = 0  # copies of an agenda that would be realized
    why: str = ""  # the reason if not all of them would

    @property
    def left_out(self) -> int:
        return self.units - self.taken


@dataclass(frozen=True)
class Resource:
    """The viewer's points of one resource.

    Widths are per cent of the larger of have and need.
    """

    key: str
    name: str
    have: int
    need: int  # the cost of all agendas held
    used: int  # the part that the best combination uses

    @property
    def missing(self) -> int:
        return max(0, self.need - self.have)

    @property
    def scale(self) -> int:
        return max(self.have, self.need, 1)

    @property
    def have_width(self) -> int:
        return 100 * self.have // self.scale

    @property
    def used_width(self) -> int:
        return 100 * self.used // self.scale

    @property
    def need_width(self) -> int:
        return 100 * self.need // self.scale


@dataclass(frozen=True)
class Goods:
    """The viewer's agendas and assets, and their points by resource."""

    agendas: tuple[Held, ...]
    assets: tuple[Held, ...]
    resources: tuple[Resource, ...]
    would: int  # dollars that the best combination brings

    @property
    def any(self) -> bool:
        return bool(self.agendas or self.assets)


def goods_of(own: Own) -> Goods:
    order = agenda_order(own.mine.frame.lineup)
    held, would = own.mine.holdings.items, own.mine.would
    assets = {item: units for item, units in held.items() if item in ASSET}
    have = resources_of(assets)
    counts = [held.get(agenda.id, 0) for agenda in order]
    agendas = [_agenda(order, counts, place, have, would) for place, n in enumerate(counts) if n]
    return Goods(
        agendas=tuple(agendas),
        assets=tuple(Held(face(item), n) for item, n in assets.items()),
        resources=_resources(order, counts, have, would),
        would=would.value,
    )


def goods_html(goods: Goods, *, over: bool) -> SafeString:
    """Render the goods and what they bring."""
    return render("games/venice/goods.jinja", goods=goods, over=over, realized=REALIZED[1])


def _resources(
    order: Sequence[Agenda], counts: Sequence[int], have: Points, would: Realization
) -> tuple[Resource, ...]:
    return tuple(
        Resource(
            key=RESOURCE_KEYS[j],
            name=str(RESOURCES[j]),
            have=have[j],
            need=sum(a.cost[j] * n for a, n in zip(order, counts, strict=True)),
            used=have[j] - would.left[j],
        )
        for j in range(3)
    )


def _agenda(
    order: Sequence[Agenda], counts: Sequence[int], place: int, have: Points, would: Realization
) -> Held:
    agenda, held, taken = order[place], counts[place], would.counts[place]
    why = "" if taken == held else why_left_out(order, counts, place, have, would)
    return Held(face(agenda.id), held, taken, why)


def why_left_out(
    order: Sequence[Agenda], counts: Sequence[int], place: int, have: Points, would: Realization
) -> str:
    """Return a sentence that says why one more copy of this agenda is not realized."""
    agenda, taken = order[place], would.counts[place]
    lacking = _lacking(agenda.cost, taken + 1, have)
    if lacking:
        return _("Your assets don't cover it: %(points)s short.") % {"points": lacking}
    # Take one copy more than the best combination does, and the best rest beside it.
    forced = [have[j] - agenda.cost[j] * (taken + 1) for j in range(3)]
    rest = [n if p != place else 0 for p, n in enumerate(counts)]
    best = realize(order, rest, (forced[0], forced[1], forced[2]))
    value = best.value + agenda.value * (taken + 1)
    instead = _instead(order, best.counts, would.counts, place)
    if value == would.value:
        text = _("It would bring no more than %(others)s, which come first.")
        return text % {"others": instead}
    text = _("The same points bring %(less)s more through %(others)s.")
    return text % {"less": money(would.value - value), "others": instead}


def _lacking(cost: Points, copies: int, have: Points) -> str:
    """Return the points missing for this many copies alone; "" if there are enough."""
    short = [max(0, cost[j] * copies - have[j]) for j in range(3)]
    return joined([f"{n} {RESOURCES[j]}" for j, n in enumerate(short) if n])


def _instead(
    order: Sequence[Agenda], forced: Sequence[int], best: Sequence[int], place: int
) -> str:
    """Return the names of the agendas that are realized instead."""
    names = [
        item_name(agenda.id) for p, agenda in enumerate(order) if p != place and best[p] > forced[p]
    ]
    return joined(names) or _("the others")


def realized_in_words(goods: Goods) -> str:
    """Return a text like "2 of 3 agendas"."""
    taken, held = (sum(getattr(one, n) for one in goods.agendas) for n in ("taken", "units"))
    text = ngettext("%(taken)s of %(held)s agenda", "%(taken)s of %(held)s agendas", held)
    return text % {"taken": taken, "held": held}
