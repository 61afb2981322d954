"""Bots that people run sit down where a table lets them in.

Locks: games_match, games_seat ACCESS EXCLUSIVE, for a moment: the new columns have a default, no row
is rewritten.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_told_turns"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="bot_accounts",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="program",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
