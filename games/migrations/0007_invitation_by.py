"""Remembers who made an invitation.

Locks: games_invitation ACCESS EXCLUSIVE, as long as it takes to read all invitations once, for the
index; lobby_user SHARE ROW EXCLUSIVE meanwhile.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('games', '0006_seat_absence'),
    ]

    operations = [
        migrations.AddField(
            model_name='invitation',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='invitations_made', to=settings.AUTH_USER_MODEL),
        ),
    ]
