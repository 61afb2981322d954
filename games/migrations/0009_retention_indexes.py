"""Indexes by which old keys, and logs to pack, are found.

Locks: games_acceptedkey, games_match SHARE UPDATE EXCLUSIVE, as long as each is read once. People
play on meanwhile.
"""

from django.db import migrations, models

from chat.core.indexes import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0008_packed_log")]

    operations = [
        AddIndexInUse("acceptedkey", models.Index(fields=["at"], name="key_by_age")),
        AddIndexInUse(
            "match",
            models.Index(
                fields=["ended_at"],
                name="match_log_to_pack",
                condition=models.Q(ended_at__isnull=False, log_packed_at__isnull=True),
            ),
        ),
    ]
