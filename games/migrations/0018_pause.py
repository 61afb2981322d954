"""People at a slow table may agree to stop its clock.

Locks: games_match ACCESS EXCLUSIVE, for a moment: the new columns are empty, no row is rewritten.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0017_bot_plans'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='pause_asked',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='pause_votes',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='paused_until',
            field=models.DateTimeField(null=True),
        ),
    ]
