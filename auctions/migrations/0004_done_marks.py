"""Who is done with an auction.

Locks: auctions_account, auctions_auction SHARE ROW EXCLUSIVE, for a moment: foreign keys to them
are made, of tables that are new and empty.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('auctions', '0003_moderators'),
    ]

    operations = [
        migrations.CreateModel(
            name='DoneMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('back_at', models.DateTimeField(null=True)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='auctions.account')),
                ('auction', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='auctions.auction')),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(fields=['account'], name='done_marks_of_account')],
                'constraints': [models.UniqueConstraint(fields=('auction', 'account'), name='done_mark_once')],
            },
        ),
    ]
