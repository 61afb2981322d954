"""Makes room for what bots that search have thought out, until their moment comes.

Locks: games_match SHARE ROW EXCLUSIVE, for a moment: a foreign key to it is made, of a table that
is new and empty.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_table_alerts"),
    ]

    operations = [
        migrations.CreateModel(
            name="BotPlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveIntegerField()),
                ("decision", models.CharField(max_length=60)),
                ("answer", models.BinaryField()),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bot_plans",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "seat"), name="plan_once")]
            },
        ),
    ]
