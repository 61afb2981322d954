"""Friends, and who has asked whom.

Locks: lobby_user SHARE ROW EXCLUSIVE, for a moment: the new table is empty.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0012_push_session'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Friendship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('asked', 'asked'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('friends', 'friends')], max_length=9)),
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
    ]
