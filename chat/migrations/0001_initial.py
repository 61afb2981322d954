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
            name='LimitEntry',
            fields=[
                ('cache_key', models.CharField(max_length=255, primary_key=True, serialize=False)),
                ('value', models.TextField()),
                ('expires', models.DateTimeField(db_index=True)),
            ],
            options={
                'db_table': 'chat_limits',
            },
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
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500, verbose_name='text')),
                ('key', models.CharField(max_length=64)),
                ('at', models.DateTimeField(verbose_name='time')),
                ('removed_at', models.DateTimeField(null=True, verbose_name='removed at')),
                ('removed_by', models.CharField(blank=True, choices=[('author', 'the author'), ('moderator', 'a moderator'), ('host', 'the host')], max_length=9, verbose_name='removed by')),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('author', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
            },
        ),
        migrations.CreateModel(
            name='ModeratorAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('act', models.CharField(max_length=40, verbose_name='action')),
                ('target_kind', models.CharField(max_length=60, verbose_name='target type')),
                ('target_id', models.CharField(max_length=60, verbose_name='target ID')),
                ('target_label', models.CharField(max_length=200, verbose_name='target')),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('at', models.DateTimeField(verbose_name='time')),
                ('moderator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'moderator action',
                'verbose_name_plural': 'moderator actions',
                'permissions': [('moderate', 'Can act as a moderator')],
                'default_permissions': ('view',),
                'base_manager_name': 'objects',
            },
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500, verbose_name='appeal')),
                ('at', models.DateTimeField(verbose_name='time')),
                ('answer', models.CharField(blank=True, max_length=500, verbose_name='answer')),
                ('granted', models.BooleanField(null=True, verbose_name='granted')),
                ('answered_at', models.DateTimeField(null=True, verbose_name='answered at')),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appeals', to=settings.AUTH_USER_MODEL)),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='appeal', to='chat.moderatoract')),
            ],
            options={
                'verbose_name': 'appeal',
                'verbose_name_plural': 'appeals',
            },
        ),
        migrations.CreateModel(
            name='ModeratorNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500, verbose_name='note')),
                ('at', models.DateTimeField(verbose_name='time')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
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
                ('on_site', models.BooleanField(default=True)),
                ('by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='NoticePreferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('choices', models.JSONField(default=dict)),
                ('quiet_from', models.PositiveSmallIntegerField(null=True)),
                ('quiet_to', models.PositiveSmallIntegerField(null=True)),
                ('digest_hour', models.PositiveSmallIntegerField(null=True)),
                ('sound', models.BooleanField(default=True)),
                ('vibration', models.BooleanField(default=True)),
                ('dead_address', models.EmailField(blank=True, default='', max_length=254)),
                ('dead_since', models.DateTimeField(null=True)),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('quiet_from__isnull', True), ('quiet_from__lt', 24), _connector='OR'), models.Q(('quiet_to__isnull', True), ('quiet_to__lt', 24), _connector='OR'), models.Q(('digest_hour__isnull', True), ('digest_hour__lt', 24), _connector='OR')), name='hours_of_notices')],
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
        ),
        migrations.CreateModel(
            name='PushDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000)),
                ('host', models.CharField(max_length=1000)),
                ('public_key', models.CharField(blank=True, max_length=100)),
                ('secret', models.CharField(max_length=43)),
                ('name', models.CharField(max_length=80)),
                ('session', models.CharField(max_length=32)),
                ('made_at', models.DateTimeField()),
                ('gone_at', models.DateTimeField(null=True)),
                ('timeouts', models.PositiveSmallIntegerField(default=0)),
                ('rests_until', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('way', models.CharField(choices=[('mail', 'E-mail'), ('push', 'Push'), ('hook', 'Webhook')], max_length=4)),
                ('due_at', models.DateTimeField()),
                ('until', models.DateTimeField(null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('fate', models.CharField(blank=True, choices=[('', 'waiting'), ('sent', 'sent'), ('refused', 'refused'), ('gave up', 'given up'), ('late', 'not sent: too late'), ('unwanted', 'not sent: no longer needed')], default='', max_length=10)),
                ('fault', models.CharField(blank=True, default='', max_length=30)),
                ('ended_at', models.DateTimeField(null=True)),
                ('notice', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='chat.notice')),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='chat.pushdevice')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20, verbose_name='kind')),
                ('subject', models.CharField(max_length=300, verbose_name='subject')),
                ('subject_id', models.CharField(blank=True, max_length=60)),
                ('place', models.CharField(blank=True, max_length=200)),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('at', models.DateTimeField(verbose_name='time')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided at')),
                ('decision', models.CharField(blank=True, choices=[('dismissed', 'dismissed'), ('removed', 'removed'), ('muted here', 'removed, author muted there'), ('muted', 'removed, author muted everywhere'), ('suspended', 'removed, author suspended'), ('handled', 'dealt with elsewhere')], max_length=10, verbose_name='decision')),
                ('decision_reason', models.CharField(blank=True, max_length=300, verbose_name='reason for the decision')),
                ('removed', models.BooleanField(default=False)),
                ('notify_at', models.DateTimeField(null=True)),
                ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('act', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='chat.moderatoract')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('duplicate_of', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='duplicates', to='chat.report')),
                ('message', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='chat.message')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='reporter')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
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
        migrations.CreateModel(
            name='Room',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80, unique=True, verbose_name='key')),
                ('closed', models.BooleanField(default=False, verbose_name='closed')),
                ('host_closed', models.BooleanField(default=False, verbose_name='closed by the host')),
                ('slow_seconds', models.PositiveSmallIntegerField(default=0, verbose_name='slow mode')),
            ],
            options={
                'verbose_name': 'room',
                'verbose_name_plural': 'rooms',
                'constraints': [models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='room_has_key')],
            },
        ),
        migrations.AddField(
            model_name='report',
            name='room',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='chat.room'),
        ),
        migrations.CreateModel(
            name='ReadMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('message_id', models.PositiveBigIntegerField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='chat.room')),
            ],
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('at', models.DateTimeField(verbose_name='time')),
                ('by_host', models.BooleanField(default=False)),
                ('act', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='mutes', to='chat.moderatoract')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('room', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to='chat.room')),
            ],
            options={
                'verbose_name': 'mute',
                'verbose_name_plural': 'mutes',
            },
        ),
        migrations.AddField(
            model_name='message',
            name='room',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='chat.room'),
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
            name='FormerName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('user', 'name'), name='former_name_once')],
            },
        ),
        migrations.CreateModel(
            name='Friendship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('asked', 'requested'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('friends', 'friends')], max_length=9)),
                ('since', models.DateTimeField(null=True)),
                ('asked_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('high', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('low', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('low', 'high'), name='one_friendship_a_pair'), models.CheckConstraint(condition=models.Q(('low__lt', models.F('high'))), name='friends_in_order'), models.CheckConstraint(condition=models.Q(('asked_by', models.F('low')), ('asked_by', models.F('high')), _connector='OR'), name='friendship_asked_by_one_of_them'), models.CheckConstraint(condition=models.Q(models.Q(('since__isnull', False), ('state', 'friends')), models.Q(models.Q(('state', 'friends'), _negated=True), ('since__isnull', True)), _connector='OR'), name='friends_since')],
            },
        ),
        migrations.AddIndex(
            model_name='moderatoract',
            index=models.Index(fields=['-at'], name='act_by_time'),
        ),
        migrations.AddIndex(
            model_name='moderatoract',
            index=models.Index(fields=['target_kind', 'target_id'], name='act_on_target'),
        ),
        migrations.AddConstraint(
            model_name='moderatoract',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='act_has_reason'),
        ),
        migrations.AddIndex(
            model_name='appeal',
            index=models.Index(condition=models.Q(('answered_at__isnull', True)), fields=['-id'], name='appeal_open'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True), ('granted__isnull', True)), models.Q(('answered_at__isnull', False), ('granted__isnull', False), models.Q(('answer', ''), _negated=True)), _connector='OR'), name='appeal_answered_or_open'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['user', '-id'], name='notice_of_user'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('seen_at__isnull', True)), fields=['user', '-id'], name='notice_open'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['seen_at'], name='notice_seen'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('seen_at__isnull', True)), fields=['at'], name='notice_unseen_by_age'),
        ),
        migrations.AddIndex(
            model_name='presence',
            index=models.Index(fields=['room', 'seen_at'], name='presence_in_room'),
        ),
        migrations.AddConstraint(
            model_name='pushdevice',
            constraint=models.UniqueConstraint(condition=models.Q(('public_key', ''), _negated=True), fields=('endpoint',), name='one_device_a_browser'),
        ),
        migrations.AddConstraint(
            model_name='pushdevice',
            constraint=models.UniqueConstraint(condition=models.Q(('public_key', '')), fields=('user', 'session'), name='one_webhook_a_token'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('fate', '')), fields=['due_at'], name='delivery_due'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(condition=models.Q(('device__isnull', True)), fields=('notice', 'way'), name='delivery_once'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('notice', 'device'), name='delivery_once_a_device'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('device__isnull', True), ('way', 'mail')), models.Q(('device__isnull', False), ('way__in', ['push', 'hook'])), _connector='OR'), name='push_has_device'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('decided_at__isnull', True)), fields=['-id'], name='report_open'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('duplicate_of__isnull', False)), fields=['duplicate_of'], name='report_duplicates'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('notify_at__isnull', False)), fields=['notify_at'], name='report_to_tell'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('message__isnull', False)), fields=('message', 'reporter'), name='message_reported_once'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decision', '')), models.Q(('decided_at__isnull', False), models.Q(('decision', ''), _negated=True)), _connector='OR'), name='report_decided_or_open'),
        ),
        migrations.AddConstraint(
            model_name='readmark',
            constraint=models.UniqueConstraint(fields=('user', 'room'), name='one_mark_a_room'),
        ),
        migrations.AddIndex(
            model_name='mute',
            index=models.Index(fields=['user', 'until'], name='mute_of_user'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['room', 'id'], name='message_in_room'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['at'], name='message_by_age'),
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
