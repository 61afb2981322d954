"""Logs have a chain.

Locks: games_logentry, games_match ACCESS EXCLUSIVE, for a moment: the new columns are empty and no
row is rewritten.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_contributions'),
    ]

    operations = [
        migrations.AddField(
            model_name='logentry',
            name='salt',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='match',
            name='head',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='match',
            name='shown_head',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
    ]
