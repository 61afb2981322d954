"""Who wants to hear of it when a table of a game opens.

Locks: lobby_user SHARE ROW EXCLUSIVE, for a moment: a foreign key to it is made, of a table that is
new and empty.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0015_chain_linked'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                'indexes': [models.Index(fields=['game', 'told_at'], name='alerts_of_game')],
                'constraints': [models.UniqueConstraint(fields=('user', 'game'), name='alert_once'), models.CheckConstraint(condition=models.Q(models.Q(('hour_from__isnull', True), ('hour_to__isnull', True)), models.Q(('hour_from__lt', 24), ('hour_to__lt', 24)), _connector='OR'), name='alert_hours')],
            },
        ),
    ]
