"""Acts of moderators hold no names, and the database refuses to change them.

Labels said the name that somebody had then; now they say what it was and its key. So do reasons, of
people who are named in them. SQLite refuses
changes alone: Django empties its tables row by row (tests), which PostgreSQL does otherwise.

Locks: chat_moderatoract SHARE ROW EXCLUSIVE, while its rows are read once. Moderators wait with
their acts, nobody else.
"""

import re

from django.conf import settings
from django.db import migrations

POSTGRESQL = """
CREATE FUNCTION chat_act_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'acts of moderators are never changed'; END $$;
CREATE TRIGGER chat_act_sealed BEFORE UPDATE OR DELETE ON chat_moderatoract
FOR EACH ROW EXECUTE FUNCTION chat_act_sealed();
"""
SQLITE = """
CREATE TRIGGER chat_act_sealed BEFORE UPDATE ON chat_moderatoract
BEGIN SELECT RAISE(ABORT, 'acts of moderators are never changed'); END
"""
OPENED = {
    "postgresql": "DROP TRIGGER chat_act_sealed ON chat_moderatoract; DROP FUNCTION chat_act_sealed",
    "sqlite": "DROP TRIGGER chat_act_sealed",
}


def seal(apps, schema_editor):
    acts = apps.get_model("chat", "ModeratorAct").objects
    names = _names(apps)
    for act in acts.iterator():
        label, reason = _neutral(apps, act)[:200], _unnamed(act.reason, names)
        acts.filter(pk=act.pk).update(target_label=label, reason=reason)
    postgresql = schema_editor.connection.vendor == "postgresql"
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(POSTGRESQL if postgresql else SQLITE)


def _names(apps):
    """Who is called so, the longest first: one name may be a part of another."""
    people = apps.get_model(settings.AUTH_USER_MODEL).objects.all()
    rows = people.values_list("pk", "username", "display_name").iterator()
    names = {name.casefold(): pk for pk, *both in rows for name in both if name}
    return dict(sorted(names.items(), key=lambda one: -len(one[0])))


def _unnamed(reason, names):
    said = reason.casefold()
    for name, pk in names.items():
        if name in said:
            whole = rf"(?<!\w){re.escape(name)}(?!\w)"
            reason = re.sub(whole, f"user {pk}", reason, flags=re.IGNORECASE)
    return reason if len(reason) <= 300 else reason[:300].rpartition(" ")[0]


def _neutral(apps, act):
    kind = act.target_kind.rpartition(".")[2]
    if kind == "blockedword":
        return f"{kind} {act.target_label}"
    told = {"room": "key", "match": "public_id"}.get(kind)
    row = _row(apps, act) if told else None
    return f"{kind} {getattr(row, told) if row else act.target_id}"


def _row(apps, act):
    try:
        return apps.get_model(act.target_kind).objects.filter(pk=act.target_id).first()
    except LookupError:  # of an app that this step of the schema does not know yet
        return None


def open_again(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(OPENED[schema_editor.connection.vendor])


class Migration(migrations.Migration):
    dependencies = [("chat", "0004_retention_indexes")]

    operations = [migrations.RunPython(seal, open_again)]
