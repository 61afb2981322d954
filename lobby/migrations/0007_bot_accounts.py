"""Accounts of bots.

Locks: lobby_user ACCESS EXCLUSIVE, for a moment: the new column has a default, no row is rewritten.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0006_access_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_bot",
            field=models.BooleanField(
                db_default=False, default=False, editable=False, verbose_name="bot"
            ),
        ),
    ]
