"""Makes room for what the house learns of cards, and for what bots of a match copy of it.

Locks: games_match, games_pack SHARE ROW EXCLUSIVE, for a moment: foreign keys to them are made, of
tables that are new and empty.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_chain"),
    ]

    operations = [
        migrations.CreateModel(
            name="BotNotes",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="bot_notes",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("data", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="CountedMatch",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="counted",
                        serialize=False,
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CardTaste",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=200)),
                ("got", models.PositiveIntegerField()),
                ("possible", models.PositiveIntegerField()),
                (
                    "pack",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tastes",
                        to="games.pack",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("pack", "text"), name="taste_once")
                ],
            },
        ),
    ]
