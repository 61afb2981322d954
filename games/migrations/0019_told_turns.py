"""Who is asked at a slow table is told by the clock, and the match says who has been.

Locks: games_match ACCESS EXCLUSIVE, for a moment: the new columns are empty, no row is rewritten.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0018_pause'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='tell_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='told',
            field=models.JSONField(null=True),
        ),
    ]
