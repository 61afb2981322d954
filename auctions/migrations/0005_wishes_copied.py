"""Copies who asked for e-mails about auctions to where all wishes for notices stand.

Locks: nothing.
"""

from django.db import migrations

ROWS = {"results": "result", "reminders": "reminder"}


def copy(apps, editor):
    wishes = apps.get_model("auctions", "MailWish")
    preferences = apps.get_model("chat", "NoticePreferences")
    copied = [
        preferences(
            user_id=wish.user_id,
            choices={row: ["mail", "push", "site"] for name, row in ROWS.items() if getattr(wish, name)},
        )
        for wish in wishes.objects.iterator()
    ]
    preferences.objects.bulk_create(copied, ignore_conflicts=True, batch_size=1000)


class Migration(migrations.Migration):

    dependencies = [
        ("auctions", "0004_done_marks"),
        ("chat", "0010_deliveries"),
    ]

    operations = [migrations.RunPython(copy, migrations.RunPython.noop, elidable=True)]
