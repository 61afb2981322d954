"""Matches say how much of their log is in its chain.

Locks: games_match ACCESS EXCLUSIVE, for a moment: the new column is empty and no row is rewritten.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_tastes'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='linked',
            field=models.PositiveIntegerField(null=True),
        ),
    ]
