"""Who does not want to stand in lists of the best.

Locks: lobby_user ACCESS EXCLUSIVE, for a moment: the new column has a default, no row is rewritten.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0007_bot_accounts"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="best_listed",
            field=models.BooleanField(
                db_default=True, default=True, verbose_name="may stand among the best of a game"
            ),
        ),
    ]
