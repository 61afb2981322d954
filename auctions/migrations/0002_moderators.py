"""Lets the group of moderators view the list of auctions."""

from django.db import migrations

from auctions.rights import AUCTION_RIGHTS
from chat.rights import grant


def give_rights(apps, schema_editor):
    grant(apps, AUCTION_RIGHTS)


class Migration(migrations.Migration):
    dependencies = [("auctions", "0001_initial"), ("chat", "0002_moderators")]
    operations = [migrations.RunPython(give_rights, migrations.RunPython.noop)]
