"""How well people play each game, by the matches that count."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.match import Match


class Rating(models.Model):
    """How well somebody plays a game: `mu`, give or take `sigma` (`games.selectors.ratings`).

    `sure`: what they play at least, as good as certainly; the best are listed by it.
    """

    # The constraint below serves its look-ups.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    game = models.CharField(max_length=30)
    mu = models.FloatField()
    sigma = models.FloatField()
    sure = models.FloatField()
    matches = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()  # when the last of them ended

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="rating_once")]
        indexes = [models.Index(fields=["game", "-sure"], name="ratings_best")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.game}"


class RatedMatch(models.Model):
    """A match that has been counted. In the order of their keys they are counted anew.

    A key is drawn while the ratings of all who played are locked, so of two matches with a player
    in common the one that was counted first has the lower one.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="rated_match")
    game = models.CharField(max_length=30)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.match_id} counted"


class RatedResult(models.Model):
    """What a match that counted has made of the rating of one who played.

    `place`: among the `players` who are rated, from 1; those who came in together have the same.
    """

    counted = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="results")
    # The index below serves its look-ups.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    game = models.CharField(max_length=30)
    place = models.PositiveIntegerField()
    players = models.PositiveIntegerField()
    mu_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["counted", "user"], name="rated_once")]
        indexes = [models.Index(fields=["user", "game", "-id"], name="rated_results_of")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.counted_id}"


class MonthRating(models.Model):
    """Where somebody's rating stood after their last match of a month that counted.

    `month`: its first day, in UTC. `matches`: those of that month.
    """

    # The constraint below serves its look-ups.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    game = models.CharField(max_length=30)
    month = models.DateField()
    mu = models.FloatField()
    sigma = models.FloatField()
    sure = models.FloatField()
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "month"], name="month_rating_once")
        ]
        indexes = [models.Index(fields=["game", "month", "-sure"], name="ratings_best_of_month")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.game} in {self.month:%Y-%m}"
