"""Statistics of a match: income by application and by protocol owner, and fees."""

from __future__ import annotations

from collections.abc import Sequence

from chat.core.translation import gettext as _
from games.interop.page.typed_view import name_of
from games.interop.rules.scoring import SEVERAL, Numbers, Owned
from games.page.charts import Bar, Kind, bar_picture
from games.page.presentation import Figure, Row, Who, who
from games.page.snapshot import MatchSnapshot

SHOWN = 10  # applications in the picture; the table lists all


def figures(snapshot: MatchSnapshot, counted: Numbers, seat: int | None) -> Sequence[Figure]:
    players = [who(snapshot, one.index, seat) for one in snapshot.seats]
    found = [
        _apps(counted, players) if counted.apps else None,
        _owned(counted, players) if counted.owned else None,
        _fees(counted, players) if counted.fees else None,
    ]
    return [one for one in found if one is not None]


def _apps(counted: Numbers, players: Sequence[Who]) -> Figure:
    title = _("Income by application")
    kinds = [Kind(_("from its own users")), Kind(_("through others’ applications"))]
    bars = [
        Bar(
            _("%(app)s, %(name)s") % {"app": name_of(app.app), "name": players[app.seat].name},
            (app.own, app.shared),
            str(app.money),
        )
        for app in counted.apps[:SHOWN]
    ]
    return Figure(
        name="apps",
        title=title,
        text=_("Total income of each application, highest first."),
        picture=bar_picture(bars, title, kinds=kinds),
        heads=(_("Application"), _("Player"), _("Own users"), _("Through others"), _("Total")),
        rows=tuple(
            Row((name_of(app.app), players[app.seat], app.own, app.shared, app.money))
            for app in counted.apps
        ),
        words=2,
    )


def _owned(counted: Numbers, players: Sequence[Who]) -> Figure:
    title = _("Income by owner of the protocols")
    owners: list[int | None] = [player.seat for player in players]
    if any(income.owner is SEVERAL for income in counted.owned):
        owners.append(SEVERAL)
    amounts = [[_on(counted.owned, player, owner) for owner in owners] for player in players]
    kinds = [
        Kind(_("several owners"), letter="+")
        if owner is SEVERAL
        else Kind(players[owner].name, players[owner].hue, players[owner].initial)
        for owner in owners
    ]
    bars = [
        Bar(player.name, tuple(of_player), str(sum(of_player)))
        for player, of_player in zip(players, amounts, strict=True)
    ]
    return Figure(
        name="owners",
        title=title,
        text=_(
            "Whose protocols each player’s income depends on. For an application’s "
            "own users, these are the protocols it runs on; for users of partners, "
            "the protocols that both run on."
        ),
        picture=bar_picture(bars, title, kinds=kinds),
        heads=(
            _("Of"),
            *("+" if owner is SEVERAL else players[owner] for owner in owners),
            _("Total"),
        ),
        rows=tuple(
            Row((player.name, *of_player, sum(of_player)), player)
            for player, of_player in zip(players, amounts, strict=True)
        ),
        note=_("+: the protocols of more than one player would have done."),
    )


def _on(owned: Sequence[Owned], player: Who, owner: int | None) -> int:
    return sum(
        income.money for income in owned if income.seat == player.seat and income.owner == owner
    )


def _fees(counted: Numbers, players: Sequence[Who]) -> Figure:
    title = _("Who paid whom")
    money = {(fee.payer, fee.owner): fee.money for fee in counted.fees}
    kinds = [Kind(player.name, player.hue, player.initial) for player in players]
    bars, rows = [], []
    for payer in players:
        paid = [money.get((payer.seat, owner.seat), 0) for owner in players]
        bars.append(Bar(payer.name, tuple(paid), str(sum(paid))))
        got = sum(money.get((other.seat, payer.seat), 0) for other in players)
        own = ["\u2013" if owner is payer else n for owner, n in zip(players, paid, strict=True)]
        rows.append(Row((payer.name, *own, sum(paid), got), payer))
    return Figure(
        name="fees",
        title=title,
        text=_("Adoption fees, by payer and recipient."),
        picture=bar_picture(bars, title, kinds=kinds),
        heads=(
            _("Paid by"),
            *players,
            _("Paid"),
            _("Received"),
        ),
        rows=tuple(rows),
    )
