"""What hosts do in their own chat, and slow mode.

Locks: chat_mute, chat_room ACCESS EXCLUSIVE, as long as all rooms are read once, for the check that a
number is none below zero. They are few, and short.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0007_report_duplicates'),
    ]

    operations = [
        migrations.AddField(
            model_name='mute',
            name='by_host',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='room',
            name='host_closed',
            field=models.BooleanField(db_default=False, default=False, verbose_name='closed by the host'),
        ),
        migrations.AddField(
            model_name='room',
            name='slow_seconds',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name='slow mode'),
        ),
        migrations.AlterField(
            model_name='message',
            name='removed_by',
            field=models.CharField(blank=True, choices=[('author', 'its author'), ('moderator', 'a moderator'), ('host', 'the host')], max_length=9, verbose_name='removed by'),
        ),
    ]
