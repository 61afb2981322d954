"""The sum of rules 10.3 for an application, as it is paid and as it can be read."""

from __future__ import annotations

from games.engines.base import Value


class Partner(Value):
    """An interoperable service: an application of another player (rules 10.2).

    `protocols`: the common ones. `users`: its users. `reach`: users divided by the number of
    players, rounded down. `counts`: min(own users, reach), what it adds.
    """

    seat: int
    app: str
    protocols: tuple[str, ...]
    users: int
    reach: int
    counts: int


class Revenue(Value):
    """`users` and what each partner counts are `revenue_users`; times `bandwidth`: `money`."""

    app: str
    bandwidth: int
    users: int
    partners: tuple[Partner, ...]
    revenue_users: int
    money: int
