"""An index by which matches that wait to be counted for ratings are found.

Locks: games_match SHARE UPDATE EXCLUSIVE, as long as it is read once. People play on meanwhile.
"""

from django.db import migrations, models

from chat.core.indexes import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0021_ratings")]

    operations = [
        AddIndexInUse(
            "match",
            models.Index(
                fields=["ended_at"],
                name="match_to_count",
                condition=models.Q(rated=True, rated_at__isnull=True, ended_at__isnull=False),
            ),
        ),
    ]
