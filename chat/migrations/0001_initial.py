"""Rooms, messages, presence, notices and moderation.

Locks: lobby_user SHARE ROW EXCLUSIVE, for a moment: foreign keys to it are made, of tables that are
new and empty.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('lobby', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Allowance',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('full_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='BlockedWord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('word', models.CharField(max_length=60, verbose_name='word')),
                ('key', models.CharField(editable=False, max_length=120, unique=True)),
            ],
            options={
                'verbose_name': 'blocked word',
                'verbose_name_plural': 'blocked words',
                'constraints': [models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='blocked_word_has_key')],
            },
        ),
        migrations.CreateModel(
            name='Room',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80, unique=True, verbose_name='key')),
                ('title', models.CharField(blank=True, max_length=100, verbose_name='title')),
                ('closed', models.BooleanField(default=False, verbose_name='closed')),
            ],
            options={
                'verbose_name': 'room',
                'verbose_name_plural': 'rooms',
                'constraints': [models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='room_has_key')],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500, verbose_name='text')),
                ('key', models.CharField(max_length=64)),
                ('at', models.DateTimeField(verbose_name='at')),
                ('removed_at', models.DateTimeField(null=True, verbose_name='removed at')),
                ('removed_by', models.CharField(blank=True, choices=[('author', 'its author'), ('moderator', 'a moderator')], max_length=9, verbose_name='removed by')),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('author', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to=settings.AUTH_USER_MODEL)),
                ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='chat.room')),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('blocker', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('blocker', 'blocked'), name='blocked_once'), models.CheckConstraint(condition=models.Q(('blocker', models.F('blocked')), _negated=True), name='nobody_blocks_themselves')],
            },
        ),
        migrations.CreateModel(
            name='ModeratorAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('act', models.CharField(max_length=40, verbose_name='act')),
                ('target_kind', models.CharField(max_length=60, verbose_name='kind of target')),
                ('target_id', models.CharField(max_length=60, verbose_name='id of target')),
                ('target_label', models.CharField(max_length=200, verbose_name='target')),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('moderator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'act of a moderator',
                'verbose_name_plural': 'acts of moderators',
                'permissions': [('moderate', 'Can act as a moderator')],
                'default_permissions': ('view',),
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['-at'], name='act_by_time'), models.Index(fields=['target_kind', 'target_id'], name='act_on_target')],
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='act_has_reason')],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('text', models.CharField(max_length=300)),
                ('url', models.CharField(blank=True, max_length=300)),
                ('at', models.DateTimeField()),
                ('seen_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-id'], name='notice_of_user'), models.Index(condition=models.Q(('seen_at__isnull', True)), fields=['user', '-id'], name='notice_open'), models.Index(fields=['seen_at'], name='notice_seen')],
            },
        ),
        migrations.CreateModel(
            name='Presence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(max_length=150, unique=True)),
                ('room', models.CharField(max_length=80)),
                ('seen_at', models.DateTimeField(db_index=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['room', 'seen_at'], name='presence_in_room')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20, verbose_name='kind')),
                ('subject', models.CharField(max_length=300, verbose_name='subject')),
                ('place', models.CharField(blank=True, max_length=200, verbose_name='where')),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
                ('decision', models.CharField(blank=True, choices=[('dismissed', 'dismissed'), ('removed', 'removed'), ('muted', 'removed, author muted'), ('handled', 'dealt with elsewhere')], max_length=10, verbose_name='decision')),
                ('decision_reason', models.CharField(blank=True, max_length=300, verbose_name='reason of the decision')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('message', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='chat.message')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'indexes': [models.Index(condition=models.Q(('decided_at__isnull', True)), fields=['-id'], name='report_open')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('message__isnull', False)), fields=('message', 'reporter'), name='message_reported_once'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decision', '')), models.Q(('decided_at__isnull', False), models.Q(('decision', ''), _negated=True)), _connector='OR'), name='report_decided_or_open')],
            },
        ),
        migrations.CreateModel(
            name='ReadMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('message_id', models.PositiveBigIntegerField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='chat.room')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'room'), name='one_mark_a_room')],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('room', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to='chat.room')),
            ],
            options={
                'verbose_name': 'mute',
                'verbose_name_plural': 'mutes',
                'indexes': [models.Index(fields=['user', 'until'], name='mute_of_user')],
            },
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['room', 'id'], name='message_in_room'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('removed_at__isnull', False)), fields=['room', 'id'], name='message_removed'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(fields=('author', 'key'), name='message_sent_once'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='message_has_text'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('removed_at__isnull', True), ('removed_by', '')), models.Q(('removed_at__isnull', False), models.Q(('removed_by', ''), _negated=True)), _connector='OR'), name='message_removed_by_somebody'),
        ),
    ]
