"""The group of moderators, with the rights it needs in chat and over users.

Locks: nothing.
"""

from django.conf import settings
from django.db import migrations

from chat.moderation.permissions import CHAT_RIGHTS, grant, revoke


def make(apps, schema_editor):
    grant(apps, CHAT_RIGHTS)


def unmake(apps, schema_editor):
    revoke(apps, CHAT_RIGHTS)


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("chat", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [migrations.RunPython(make, unmake)]
