"""An index by which the last seats of somebody are found, however many there were.

Locks: games_seat SHARE UPDATE EXCLUSIVE, as long as it is read once. People play on meanwhile.
"""

from django.db import migrations, models

from chat.core.indexes import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0023_reliability")]

    operations = [
        AddIndexInUse(
            "seat", models.Index(fields=["user", "-id"], name="seats_of_user_lately")
        ),
    ]
