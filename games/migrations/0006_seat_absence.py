"""Remembers from when to when the house played for a seat.

Locks: games_seat ACCESS EXCLUSIVE, for a moment: the new columns are empty and no row is rewritten.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_indexes_once'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='absent_from',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='absent_to',
            field=models.PositiveIntegerField(null=True),
        ),
    ]
