"""Lets a player ask for hints.

Locks: games_seat ACCESS EXCLUSIVE, for a moment: the value is the same for all, and no row is
rewritten.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_moderators_permissions'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='guided',
            field=models.BooleanField(default=False),
        ),
    ]
