"""Makes room for logs that are packed.

Locks: games_match ACCESS EXCLUSIVE, for a moment: the new column is empty and no row is rewritten.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_invitation_by")]

    operations = [
        migrations.CreateModel(
            name="PackedLog",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="packed_log",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("data", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="match",
            name="log_packed_at",
            field=models.DateTimeField(null=True),
        ),
    ]
