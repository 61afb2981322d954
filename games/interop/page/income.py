"""Revenue as sums that can be read (rules 10.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.core.translation import gettext as _, ngettext
from games.interop.page.viewer import name_of
from games.interop.rules.state import Partner, Revenue
from games.page.kit import who
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Sum:
    """What one application earns. `terms`: own users and what partners add, as words; `shared`: how
    much of `money` comes from partners.
    """

    app: str
    art: str
    bandwidth: int
    terms: tuple[str, ...]
    counted: int
    money: int
    shared: int

    @property
    def line(self) -> str:
        """In one line: "1 × (9 users + 3 through SMTP from Lantern of Bea) = 12"."""
        inner = " + ".join(self.terms)
        return f"{self.bandwidth} × ({inner}) = {self.money}"


def sums(snapshot: MatchSnapshot, paid: Sequence[Revenue]) -> tuple[Sum, ...]:
    return tuple(sum_of(snapshot, one) for one in paid)


def sum_of(snapshot: MatchSnapshot, one: Revenue) -> Sum:
    own = ngettext("%(n)d own user", "%(n)d own users", one.users) % {"n": one.users}
    partners = [partner for partner in one.partners if partner.counts]
    return Sum(
        app=name_of(one.app),
        art=one.app,
        bandwidth=one.bandwidth,
        terms=(own, *(_partner(snapshot, partner) for partner in partners)),
        counted=one.revenue_users,
        money=one.money,
        shared=one.bandwidth * (one.revenue_users - one.users),
    )


def _partner(snapshot: MatchSnapshot, one: Partner) -> str:
    text = _("%(n)d from %(app)s of %(name)s")
    values = {"n": one.counts, "app": name_of(one.app), "name": who(snapshot, one.seat).name}
    return text % values
