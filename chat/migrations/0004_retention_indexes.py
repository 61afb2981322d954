"""Indexes by which old messages and notices are found.

Locks: chat_message, chat_notice SHARE UPDATE EXCLUSIVE, as long as each is read once. People talk
on meanwhile.
"""

from django.db import migrations, models

from chat.core.indexes import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("chat", "0003_limits")]

    operations = [
        AddIndexInUse("message", models.Index(fields=["at"], name="message_by_age")),
        AddIndexInUse(
            "notice",
            models.Index(
                fields=["at"],
                name="notice_unseen_by_age",
                condition=models.Q(seen_at__isnull=True),
            ),
        ),
    ]
