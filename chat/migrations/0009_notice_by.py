"""Notices say whose doing they tell of, so that those of blocked people are hidden.

Locks: chat_notice ACCESS EXCLUSIVE, lobby_user SHARE ROW EXCLUSIVE, for a moment: a column without a
default, and its key.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0008_order_in_rooms'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='notice',
            name='by',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
    ]
