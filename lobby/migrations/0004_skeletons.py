"""Everybody who is there holds the keys of their names as UTS 39 sees them.

Of two people whose names have come to look the same the first one holds the key, and both keep their
names. Keys of before stay until a name is changed: webs of the version before look for them. A thousand
people at a time, each thousand in a transaction of its own.

Locks: nothing.
"""

from django.db import migrations, transaction

from lobby.lookalikes import name_keys

STEP = 1000


def fill(apps, schema_editor):
    people = apps.get_model("lobby", "User").objects.using(schema_editor.connection.alias)
    rows = people.order_by("pk").values_list("pk", "username", "display_name")
    last = 0
    while step := list(rows.filter(pk__gt=last)[:STEP]):
        _hold(apps.get_model("lobby", "Name"), schema_editor.connection.alias, step)
        last = step[-1][0]


def _hold(model, alias, people):
    keys = [
        model(key=key, user_id=pk)
        for pk, *names in people
        for key in sorted(frozenset().union(*map(name_keys, names)))
    ]
    with transaction.atomic(using=alias):
        model.objects.using(alias).bulk_create(keys, ignore_conflicts=True)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("lobby", "0003_resting_names")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
