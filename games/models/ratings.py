"""Ratings of players in each game, and the matches they come from."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.match import Match


class Rating(models.Model):
    """A player's rating in a game (`games.selectors.ratings`)."""

    # The constraint below serves as its index.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    game = models.CharField(max_length=30)
    mu = models.FloatField()  # the estimate
    sigma = models.FloatField()  # its uncertainty
    sure = models.FloatField()  # a cautious estimate, by which leaderboards are sorted
    matches = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()  # when the last of them ended

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="rating_once")]
        indexes = [models.Index(fields=["game", "-sure"], name="ratings_best")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.game}"


class RatedMatch(models.Model):
    """A match that has been counted for ratings. A recount follows the order of keys."""

    # A row is made while the ratings of all its players are locked. So of two matches with a
    # player in common, the one that was counted first has the lower key.
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="rated_match")
    game = models.CharField(max_length=30)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.match_id} counted"


class RatedResult(models.Model):
    """The effect of a counted match on the rating of one player."""

    counted = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="results")
    # The index below serves as its index.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    game = models.CharField(max_length=30)
    place = models.PositiveIntegerField()  # among the rated players, from 1; equal for ties
    players = models.PositiveIntegerField()  # how many of them were rated
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
    """A player's rating after their last counted match of a month."""

    # The constraint below serves as its index.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    game = models.CharField(max_length=30)
    month = models.DateField()  # its first day, in UTC
    mu = models.FloatField()
    sigma = models.FloatField()
    sure = models.FloatField()
    matches = models.PositiveIntegerField(default=0)  # in that month

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "month"], name="month_rating_once")
        ]
        indexes = [models.Index(fields=["game", "month", "-sure"], name="ratings_best_of_month")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.game} in {self.month:%Y-%m}"
