"""What each person wants to be told and how, browsers that are pushed to, and the outbox.

Locks: chat_notice ACCESS EXCLUSIVE, for a moment: a column with a default of the database, and a
foreign key to it. lobby_user SHARE ROW EXCLUSIVE, for a moment: foreign keys to it are made, of
tables that are new and empty.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0009_notice_by'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='notice',
            name='on_site',
            field=models.BooleanField(db_default=True, default=True),
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
            name='PushDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('public_key', models.CharField(max_length=100)),
                ('secret', models.CharField(max_length=30)),
                ('name', models.CharField(max_length=80)),
                ('made_at', models.DateTimeField()),
                ('gone_at', models.DateTimeField(null=True)),
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
                ('way', models.CharField(choices=[('mail', 'E-mail'), ('push', 'Push')], max_length=4)),
                ('due_at', models.DateTimeField()),
                ('until', models.DateTimeField(null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('fate', models.CharField(blank=True, choices=[('', 'waits'), ('sent', 'sent'), ('refused', 'refused'), ('gave up', 'given up'), ('late', 'left out: it was too late'), ('unwanted', 'left out: no longer wanted')], default='', max_length=10)),
                ('fault', models.CharField(blank=True, default='', max_length=30)),
                ('ended_at', models.DateTimeField(null=True)),
                ('notice', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='chat.notice')),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='chat.pushdevice')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'default_permissions': (),
                'indexes': [models.Index(condition=models.Q(('fate', '')), fields=['due_at'], name='delivery_due')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('device__isnull', True)), fields=('notice', 'way'), name='delivery_once'), models.UniqueConstraint(fields=('notice', 'device'), name='delivery_once_a_device'), models.CheckConstraint(condition=models.Q(models.Q(('device__isnull', False), ('way', 'push')), models.Q(('device__isnull', True), ('way', 'mail')), _connector='OR'), name='push_has_device')],
            },
        ),
    ]
