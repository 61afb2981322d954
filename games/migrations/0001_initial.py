import django.db.models.deletion
import games.models.door
import games.models.match
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('access', models.CharField(choices=[('open', 'Everybody'), ('password', 'With a password'), ('invite', 'By invitation only')], default='open', max_length=8)),
                ('least', models.PositiveIntegerField(default=2)),
                ('most', models.PositiveIntegerField(default=4)),
                ('pace', models.CharField(choices=[('live', 'Live'), ('slow', 'Slow')], default='live', max_length=4)),
                ('pace_percent', models.PositiveIntegerField(default=100)),
                ('pace_hours', models.PositiveIntegerField(default=12)),
                ('absent_bot', models.BooleanField(default=False)),
                ('host_pauses', models.BooleanField(default=False)),
                ('rating', models.CharField(choices=[('auto', 'Rated if only members play and the table is public'), ('rated', 'Rated if only members play'), ('friendly', 'Never (friendly match)')], default='auto', max_length=8)),
                ('reliable', models.PositiveIntegerField(choices=[(0, 'Any'), (80, 'At least 80%'), (90, 'At least 90%'), (95, 'At least 95%')], default=0)),
                ('late_join', models.BooleanField(default=False)),
                ('kick_in_play', models.BooleanField(default=False)),
                ('guests', models.BooleanField(default=True)),
                ('bot_accounts', models.BooleanField(default=False)),
                ('spectators', models.BooleanField(default=True)),
                ('watchers_heard', models.BooleanField(default=True)),
                ('public_id', models.CharField(default=games.models.match.new_public_id, max_length=10, unique=True)),
                ('game', models.CharField(max_length=30)),
                ('engine_version', models.PositiveIntegerField(default=0)),
                ('name', models.CharField(max_length=60)),
                ('status', models.CharField(choices=[('open', 'open'), ('running', 'running'), ('finished', 'finished'), ('aborted', 'aborted'), ('stalled', 'stalled')], default='open', max_length=10)),
                ('password', models.CharField(blank=True, max_length=200)),
                ('options', models.JSONField(default=dict)),
                ('rematch_votes', models.JSONField(default=list)),
                ('lesson', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('end_reason', models.CharField(blank=True, max_length=40)),
                ('outcome', models.JSONField(null=True)),
                ('practice', models.BooleanField(default=False)),
                ('version', models.PositiveIntegerField(default=0)),
                ('snapshot', models.BinaryField(null=True)),
                ('chapter', models.PositiveIntegerField(default=0)),
                ('decision_id', models.CharField(blank=True, max_length=60)),
                ('decision_kind', models.CharField(blank=True, max_length=30)),
                ('asked', models.JSONField(default=list)),
                ('streams', models.JSONField(default=dict)),
                ('seal', models.CharField(max_length=64)),
                ('secret', models.CharField(max_length=64)),
                ('sealed_secret', models.CharField(blank=True, max_length=64)),
                ('entries', models.PositiveIntegerField(default=0)),
                ('head', models.CharField(blank=True, max_length=64)),
                ('shown_head', models.CharField(blank=True, max_length=64)),
                ('log_packed_at', models.DateTimeField(null=True)),
                ('due_at', models.DateTimeField(db_index=True, null=True)),
                ('asked_at', models.DateTimeField(null=True)),
                ('deadline', models.DateTimeField(null=True)),
                ('bots_due', models.JSONField(default=dict)),
                ('deserted_at', models.DateTimeField(null=True)),
                ('tell_at', models.DateTimeField(null=True)),
                ('told', models.JSONField(default=list)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('fault', models.CharField(blank=True, max_length=200)),
                ('stop_votes', models.JSONField(default=list)),
                ('pause_asked', models.DateTimeField(null=True)),
                ('pause_votes', models.JSONField(default=list)),
                ('paused_until', models.DateTimeField(null=True)),
                ('rated', models.BooleanField(default=False)),
                ('rated_at', models.DateTimeField(null=True)),
                ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tables_owned', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch', to='games.match')),
            ],
            options={
                'verbose_name_plural': 'matches',
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveIntegerField()),
                ('bot', models.CharField(blank=True, max_length=30)),
                ('program', models.BooleanField(default=False)),
                ('name', models.CharField(blank=True, max_length=40)),
                ('hue', models.PositiveSmallIntegerField(default=0)),
                ('status', models.CharField(choices=[('seated', 'seated'), ('left', 'left'), ('kicked', 'kicked')], default='seated', max_length=10)),
                ('missed', models.PositiveIntegerField(default=0)),
                ('away', models.BooleanField(default=False)),
                ('stand_in', models.CharField(blank=True, max_length=30)),
                ('auto', models.JSONField(default=dict)),
                ('guided', models.BooleanField(default=False)),
                ('absent_from', models.PositiveIntegerField(null=True)),
                ('absent_to', models.PositiveIntegerField(null=True)),
                ('joined_at', models.DateTimeField()),
                ('rank', models.PositiveIntegerField(null=True)),
                ('score', models.IntegerField(null=True)),
                ('winner', models.BooleanField(default=False)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.match')),
                ('user', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['match_id', 'index'],
            },
        ),
        migrations.CreateModel(
            name='HousePulse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField(db_index=True)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='SharedContent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.BinaryField(max_length=32, unique=True)),
                ('data', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='SweepPulse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('scheduled_at', models.DateTimeField(null=True)),
                ('by', models.CharField(blank=True, max_length=32)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='TaskFailure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, verbose_name='task')),
                ('kind', models.CharField(max_length=100, verbose_name='kind of error')),
                ('at', models.DateTimeField(db_index=True, verbose_name='at')),
            ],
            options={
                'verbose_name': 'failed task',
                'verbose_name_plural': 'failed tasks',
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='BotNotes',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='bot_notes', serialize=False, to='games.match')),
                ('data', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='CountedMatch',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='counted', serialize=False, to='games.match')),
            ],
        ),
        migrations.CreateModel(
            name='MatchToCount',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='to_count', serialize=False, to='games.match')),
                ('ended_at', models.DateTimeField(db_index=True)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='PackedLog',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='packed_log', serialize=False, to='games.match')),
                ('data', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='Ban',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('by_moderator', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='table_bans', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bans', to='games.match')),
            ],
        ),
        migrations.CreateModel(
            name='AcceptedKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='accepted_keys', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='keys', to='games.match')),
            ],
        ),
        migrations.CreateModel(
            name='Deadline',
            fields=[
            ],
            options={
                'verbose_name': 'deadline',
                'verbose_name_plural': 'deadlines',
                'proxy': True,
                'default_permissions': ('view',),
                'indexes': [],
                'constraints': [],
            },
            bases=('games.match',),
        ),
        migrations.CreateModel(
            name='BotPlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveIntegerField()),
                ('decision', models.CharField(max_length=60)),
                ('answer', models.BinaryField()),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='bot_plans', to='games.match')),
            ],
        ),
        migrations.CreateModel(
            name='Contribution',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='contribution', serialize=False, to='games.seat')),
                ('commitment', models.CharField(max_length=64)),
                ('opening', models.CharField(blank=True, max_length=64)),
            ],
            options={
                'ordering': ['seat_id'],
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='invitations_made', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='InviteLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=games.models.door.new_token, max_length=40, unique=True)),
                ('at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(null=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='games.match')),
            ],
        ),
        migrations.CreateModel(
            name='Admission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by_password', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='admissions', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='admissions', to='games.match')),
                ('link', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='games.invitelink')),
            ],
        ),
        migrations.CreateModel(
            name='LogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('seat', models.PositiveIntegerField(null=True)),
                ('kind', models.CharField(max_length=30)),
                ('action', models.BinaryField()),
                ('drawn', models.BinaryField()),
                ('events', models.BinaryField()),
                ('chapter', models.PositiveIntegerField(default=0)),
                ('decision', models.CharField(blank=True, max_length=60)),
                ('streams', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('salt', models.CharField(blank=True, max_length=64)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='log', to='games.match')),
            ],
            options={
                'verbose_name_plural': 'log entries',
            },
        ),
        migrations.CreateModel(
            name='MatchReliability',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(choices=[('live', 'Live'), ('slow', 'Slow')], max_length=4)),
                ('month', models.DateField(db_index=True)),
                ('answered', models.PositiveIntegerField(default=0)),
                ('missed', models.PositiveIntegerField(default=0)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reliability_counted', to='games.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='MissedDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('seat', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('late', 'Late'), ('played', 'Played'), ('left', 'Left')], max_length=6)),
                ('asked_at', models.DateTimeField(null=True)),
                ('due', models.DateTimeField(null=True)),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='missed_decisions', to='games.match')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='MonthRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30)),
                ('month', models.DateField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('sure', models.FloatField()),
                ('matches', models.PositiveIntegerField(default=0)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Pack',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('language', models.CharField(default='en', max_length=30, verbose_name='language')),
                ('description', models.CharField(blank=True, max_length=500)),
                ('author_line', models.CharField(blank=True, max_length=100)),
                ('licence', models.CharField(blank=True, max_length=100)),
                ('min_age', models.PositiveSmallIntegerField(default=13)),
                ('house', models.BooleanField(default=False)),
                ('state', models.CharField(choices=[('private', 'private'), ('submitted', 'submitted'), ('approved', 'approved'), ('rejected', 'rejected'), ('retired', 'retired')], default='private', max_length=10, verbose_name='state')),
                ('state_reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('blocked', models.BooleanField(default=False, verbose_name='blocked')),
                ('created_at', models.DateTimeField(verbose_name='made')),
                ('changed_at', models.DateTimeField(verbose_name='changed')),
                ('submitted_at', models.DateTimeField(blank=True, null=True, verbose_name='submitted')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='packs', to=settings.AUTH_USER_MODEL, verbose_name='author')),
            ],
            options={
                'verbose_name': 'card pack',
                'verbose_name_plural': 'card packs',
            },
        ),
        migrations.CreateModel(
            name='CardTaste',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=200)),
                ('got', models.PositiveIntegerField()),
                ('possible', models.PositiveIntegerField()),
                ('pack', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tastes', to='games.pack')),
            ],
        ),
        migrations.CreateModel(
            name='PackBar',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pack_bar', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'barred author',
                'verbose_name_plural': 'barred authors',
            },
        ),
        migrations.CreateModel(
            name='PackCard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('colour', models.CharField(choices=[('black', 'black'), ('white', 'white')], max_length=5, verbose_name='colour')),
                ('place', models.PositiveIntegerField()),
                ('name', models.TextField()),
                ('text', models.CharField(max_length=250, verbose_name='text')),
                ('pick', models.PositiveSmallIntegerField(default=0)),
                ('draw', models.PositiveSmallIntegerField(default=0)),
                ('hidden', models.BooleanField(default=False, verbose_name='hidden')),
                ('pack', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cards', to='games.pack')),
            ],
            options={
                'verbose_name': 'card',
                'verbose_name_plural': 'cards',
                'ordering': ['pack_id', 'colour', 'place'],
            },
        ),
        migrations.CreateModel(
            name='PasswordTry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=32)),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tries', to='games.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='password_tries', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='RatedMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rated_match', to='games.match')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='RatedResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30)),
                ('place', models.PositiveIntegerField()),
                ('players', models.PositiveIntegerField()),
                ('mu_before', models.FloatField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('at', models.DateTimeField()),
                ('counted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='games.ratedmatch')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('sure', models.FloatField()),
                ('matches', models.PositiveIntegerField(default=0)),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Reliability',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(choices=[('live', 'Live'), ('slow', 'Slow')], max_length=4)),
                ('month', models.DateField(db_index=True)),
                ('answered', models.PositiveIntegerField(default=0)),
                ('missed', models.PositiveIntegerField(default=0)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='TableAlert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30)),
                ('pace', models.CharField(blank=True, choices=[('live', 'Live'), ('slow', 'Slow')], max_length=4)),
                ('hour_from', models.PositiveSmallIntegerField(null=True)),
                ('hour_to', models.PositiveSmallIntegerField(null=True)),
                ('told_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='table_alerts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='MatchSetup',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='setup', serialize=False, to='games.match')),
                ('data', models.BinaryField()),
                ('content', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.sharedcontent')),
            ],
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['status', '-created_at'], name='match_list'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['game', 'status', '-created_at'], name='match_by_game'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('log_packed_at__isnull', True)), fields=['ended_at'], name='match_log_to_pack'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('rated', True), ('rated_at__isnull', True)), fields=['ended_at'], name='match_to_count'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('least__lte', models.F('most'))), name='match_seats'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'running'), _negated=True), ('started_at__isnull', False), _connector='OR'), name='match_running_has_state'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('access', 'password'), _negated=True), models.Q(('password', ''), _negated=True), _connector='OR'), name='match_password_set'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status__in', ['finished', 'aborted']), _negated=True), ('ended_at__isnull', False), _connector='OR'), name='match_ended_at'),
        ),
        migrations.AddConstraint(
            model_name='ban',
            constraint=models.UniqueConstraint(fields=('match', 'user'), name='banned_once'),
        ),
        migrations.AddIndex(
            model_name='acceptedkey',
            index=models.Index(fields=['at'], name='key_by_age'),
        ),
        migrations.AddConstraint(
            model_name='acceptedkey',
            constraint=models.UniqueConstraint(fields=('user', 'key'), name='key_once'),
        ),
        migrations.AddConstraint(
            model_name='botplan',
            constraint=models.UniqueConstraint(fields=('match', 'seat'), name='plan_once'),
        ),
        migrations.AddField(
            model_name='contribution',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contributions', to='games.match'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['user', 'status'], name='seats_of_user'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['user', '-id'], name='seats_of_user_lately'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'index'), name='seat_number_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'seated')), fields=('match', 'user'), name='one_seat_a_user'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('hue__lt', 12)), name='seat_hue'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(fields=('match', 'user'), name='invited_once'),
        ),
        migrations.AddConstraint(
            model_name='admission',
            constraint=models.UniqueConstraint(fields=('match', 'user'), name='admitted_once'),
        ),
        migrations.AddConstraint(
            model_name='logentry',
            constraint=models.UniqueConstraint(fields=('match', 'seq'), name='log_in_order'),
        ),
        migrations.AddConstraint(
            model_name='matchreliability',
            constraint=models.UniqueConstraint(fields=('match', 'user'), name='match_reliability_once'),
        ),
        migrations.AddIndex(
            model_name='monthrating',
            index=models.Index(fields=['game', 'month', '-sure'], name='ratings_best_of_month'),
        ),
        migrations.AddConstraint(
            model_name='monthrating',
            constraint=models.UniqueConstraint(fields=('user', 'game', 'month'), name='month_rating_once'),
        ),
        migrations.AddIndex(
            model_name='pack',
            index=models.Index(fields=['state', 'name'], name='packs_by_state'),
        ),
        migrations.AddIndex(
            model_name='pack',
            index=models.Index(fields=['-changed_at'], name='packs_by_change'),
        ),
        migrations.AddConstraint(
            model_name='pack',
            constraint=models.CheckConstraint(condition=models.Q(('min_age__lte', 18)), name='pack_age'),
        ),
        migrations.AddConstraint(
            model_name='pack',
            constraint=models.CheckConstraint(condition=models.Q(('blocked', True), ('state', 'approved'), _negated=True), name='pack_blocked_not_approved'),
        ),
        migrations.AddConstraint(
            model_name='pack',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'submitted'), ('submitted_at', None), _negated=True), name='pack_submitted_at'),
        ),
        migrations.AddConstraint(
            model_name='cardtaste',
            constraint=models.UniqueConstraint(fields=('pack', 'text'), name='taste_once'),
        ),
        migrations.AddConstraint(
            model_name='packcard',
            constraint=models.UniqueConstraint(fields=('pack', 'colour', 'place'), name='card_place_once'),
        ),
        migrations.AddIndex(
            model_name='passwordtry',
            index=models.Index(fields=['match', 'user', 'at'], name='tries_of_user'),
        ),
        migrations.AddIndex(
            model_name='ratedresult',
            index=models.Index(fields=['user', 'game', '-id'], name='rated_results_of'),
        ),
        migrations.AddConstraint(
            model_name='ratedresult',
            constraint=models.UniqueConstraint(fields=('counted', 'user'), name='rated_once'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['game', '-sure'], name='ratings_best'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('user', 'game'), name='rating_once'),
        ),
        migrations.AddConstraint(
            model_name='reliability',
            constraint=models.UniqueConstraint(fields=('user', 'pace', 'month'), name='reliability_once'),
        ),
        migrations.AddIndex(
            model_name='tablealert',
            index=models.Index(fields=['game', 'told_at'], name='alerts_of_game'),
        ),
        migrations.AddConstraint(
            model_name='tablealert',
            constraint=models.UniqueConstraint(fields=('user', 'game'), name='alert_once'),
        ),
        migrations.AddConstraint(
            model_name='tablealert',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('hour_from__isnull', True), ('hour_to__isnull', True)), models.Q(('hour_from__lt', 24), ('hour_to__lt', 24)), _connector='OR'), name='alert_hours'),
        ),
    ]
