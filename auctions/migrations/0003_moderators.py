"""Lets the group of moderators look at the list of auctions.

Locks: nothing.
"""

from django.db import migrations

from auctions.rights import AUCTION_RIGHTS
from chat.moderation.permissions import grant, revoke


def give(apps, schema_editor):
    grant(apps, AUCTION_RIGHTS)


def take(apps, schema_editor):
    revoke(apps, AUCTION_RIGHTS)


class Migration(migrations.Migration):
    dependencies = [("auctions", "0002_telling"), ("chat", "0002_moderators")]
    operations = [migrations.RunPython(give, take)]
