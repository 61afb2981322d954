"""Players add to the chance of a match.

Locks: games_match ACCESS EXCLUSIVE, for a moment: the new column is empty and no row is rewritten;
games_seat SHARE ROW EXCLUSIVE, for a moment: a foreign key to it is made, of a table that is new.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_snapshot_compression'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='sealed_secret',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.CreateModel(
            name='Contribution',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='contribution', serialize=False, to='games.seat')),
                ('commitment', models.CharField(max_length=64)),
                ('opening', models.CharField(blank=True, max_length=64)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contributions', to='games.match')),
            ],
            options={
                'ordering': ['seat_id'],
                'default_permissions': (),
            },
        ),
    ]
