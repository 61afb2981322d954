"""An index of the guests who are still there, in place of one of all that ever were.

Locks: lobby_user SHARE UPDATE EXCLUSIVE, as long as it is read once, while people come and go; then
lobby_user ACCESS EXCLUSIVE, for a moment.
"""

from django.db import migrations, models

from chat.core.indexes import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("lobby", "0001_initial")]

    operations = [
        AddIndexInUse(
            "user",
            models.Index(
                fields=["seen_on"],
                name="guests_to_tidy",
                condition=models.Q(is_guest=True, deleted_at__isnull=True),
            ),
        ),
        migrations.RemoveIndex("user", "guests_by_day"),
    ]
