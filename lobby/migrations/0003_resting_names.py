"""Names given back by deletion, which rest for a while.

Locks: nothing.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("lobby", "0002_guests_to_tidy")]

    operations = [
        migrations.CreateModel(
            name="RestingName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=200, unique=True)),
                ("until", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
