"""The index by which duplicates of a report are found.

Locks: chat_report SHARE UPDATE EXCLUSIVE, as long as it is read once. People report on meanwhile.
"""

from django.db import migrations, models

from chat.core.indexes import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("chat", "0006_reports_and_appeals")]

    operations = [
        AddIndexInUse(
            "report",
            models.Index(
                fields=["duplicate_of"],
                name="report_duplicates",
                condition=models.Q(duplicate_of__isnull=False),
            ),
        ),
    ]
