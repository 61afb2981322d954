"""Makes room for contents that many ended matches share.

Locks: games_matchsetup ACCESS EXCLUSIVE, for a moment: the new column is empty and no row is
rewritten.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_retention_indexes")]

    operations = [
        migrations.CreateModel(
            name="SharedContent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("data", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="matchsetup",
            name="content",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.sharedcontent",
            ),
        ),
    ]
