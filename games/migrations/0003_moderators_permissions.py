"""Gives the group of moderators what it needs of games.

Locks: nothing.
"""

from django.db import migrations

from chat.moderation.permissions import grant, revoke
from games.rights import GAMES_RIGHTS


def give(apps, schema_editor):
    grant(apps, GAMES_RIGHTS)


def take(apps, schema_editor):
    revoke(apps, GAMES_RIGHTS)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_house_pack"), ("chat", "0002_moderators")]
    operations = [migrations.RunPython(give, take)]
