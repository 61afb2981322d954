"""The group of moderators with its rights, and a trigger that keeps their acts from being changed.

On SQLite the trigger refuses changes but not deletions: Django's tests empty tables there row by
row, and on PostgreSQL with TRUNCATE.
"""

from django.conf import settings
from django.db import migrations

from chat.rights import CHAT_RIGHTS, grant

SEAL = {
    "postgresql": """
CREATE OR REPLACE FUNCTION chat_act_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'acts of moderators are never changed'; END $$;
CREATE TRIGGER chat_act_sealed BEFORE UPDATE OR DELETE ON chat_moderatoract
FOR EACH ROW EXECUTE FUNCTION chat_act_sealed();
""",
    "sqlite": """
CREATE TRIGGER chat_act_sealed BEFORE UPDATE ON chat_moderatoract
BEGIN SELECT RAISE(ABORT, 'acts of moderators are never changed'); END
""",
}


def make_group(apps, schema_editor):
    grant(apps, CHAT_RIGHTS)


def seal_acts(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(SEAL[schema_editor.connection.vendor])


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("chat", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RunPython(make_group, migrations.RunPython.noop),
        migrations.RunPython(seal_acts, migrations.RunPython.noop),
    ]
