"""Keeps how far players were told apart from the auction.

Locks: auctions_auction ACCESS EXCLUSIVE, for a moment: columns are dropped and no row is rewritten.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('auctions', '0001_venice'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='auction',
            name='reminded_to',
        ),
        migrations.RemoveField(
            model_name='auction',
            name='told_to',
        ),
        migrations.CreateModel(
            name='Telling',
            fields=[
                ('auction', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='telling', serialize=False, to='auctions.auction')),
                ('remind_at', models.DateTimeField(null=True)),
                ('reminded_to', models.PositiveIntegerField(default=0)),
                ('reminded', models.BooleanField(default=False)),
                ('told_to', models.PositiveIntegerField(default=0)),
                ('told', models.BooleanField(default=False)),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(condition=models.Q(('told', False)), fields=['auction'], name='results_to_tell'), models.Index(condition=models.Q(('reminded', False)), fields=['remind_at'], name='reminders_to_give')],
            },
        ),
    ]
