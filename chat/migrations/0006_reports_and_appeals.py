"""Duplicates of a report, what was said around it, and appeals.

Locks: chat_report, chat_mute ACCESS EXCLUSIVE, chat_moderatoract, lobby_user SHARE ROW EXCLUSIVE,
for a moment: columns without a default and keys of tables that are new and empty.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from chat.moderation.permissions import APPEAL_RIGHTS, grant, revoke


def make(apps, schema_editor):
    grant(apps, APPEAL_RIGHTS)


def unmake(apps, schema_editor):
    revoke(apps, APPEAL_RIGHTS)


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0005_acts_sealed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500, verbose_name='what they say')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('answer', models.CharField(blank=True, max_length=500, verbose_name='answer')),
                ('granted', models.BooleanField(null=True, verbose_name='granted')),
                ('answered_at', models.DateTimeField(null=True, verbose_name='answered at')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='appeal', to='chat.moderatoract')),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appeals', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'appeal',
                'verbose_name_plural': 'appeals',
                'indexes': [models.Index(condition=models.Q(('answered_at__isnull', True)), fields=['-id'], name='appeal_open')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True), ('granted__isnull', True)), models.Q(('answered_at__isnull', False), ('granted__isnull', False), models.Q(('answer', ''), _negated=True)), _connector='OR'), name='appeal_answered_or_open')],
            },
        ),
        migrations.CreateModel(
            name='ReportLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=60)),
                ('text', models.CharField(max_length=500)),
                ('at', models.DateTimeField()),
                ('reported', models.BooleanField(default=False)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='chat.report')),
            ],
        ),
        migrations.AddField(
            model_name='mute',
            name='act',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='mutes', to='chat.moderatoract'),
        ),
        migrations.AddField(
            model_name='report',
            name='duplicate_of',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='duplicates', to='chat.report'),
        ),
        migrations.RunPython(make, unmake),
    ]
