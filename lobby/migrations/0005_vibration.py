"""Whether an open page lets the phone vibrate when it is one's move.

Locks: lobby_user ACCESS EXCLUSIVE, for a moment: a column with a default of the database.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("lobby", "0004_skeletons")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="vibration",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="vibrate when it is my move"
            ),
        ),
    ]
