"""The House Pack, what moderators may view of games, and how PostgreSQL compresses snapshots."""

import json
from pathlib import Path

from django.db import migrations
from django.utils import timezone

from chat.rights import grant
from games.rights import GAMES_RIGHTS

FILE = Path(__file__).resolve().parent.parent / "blanks" / "data" / "house-pack.json"
LZ4 = "SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression'"


def install(apps, schema_editor):
    """Install the whole pack, unless there is one of this name."""
    Pack = apps.get_model("games", "Pack")
    PackCard = apps.get_model("games", "PackCard")
    data = json.loads(FILE.read_text(encoding="utf-8"))
    at = timezone.now()
    pack, made = Pack.objects.get_or_create(
        slug=data["slug"],
        defaults={
            "name": data["name"],
            "language": data["language"],
            "description": data["description"],
            "author_line": data["author"],
            "licence": data["licence"],
            "min_age": data["min_age"],
            "house": True,
            "state": "approved",
            "created_at": at,
            "changed_at": at,
        },
    )
    if not made:
        return
    PackCard.objects.bulk_create(
        PackCard(
            pack=pack,
            colour=colour,
            place=place,
            name=card["id"],
            text=card["text"],
            pick=card.get("pick", 0),
            draw=card.get("draw", 0),
        )
        for colour in ("black", "white")
        for place, card in enumerate(data[colour])
    )


def give_rights(apps, schema_editor):
    grant(apps, GAMES_RIGHTS)


def compress_snapshots(apps, schema_editor):
    # A snapshot is written at every action, and PostgreSQL's own compression takes several times
    # as long as lz4, which not every server was built with.
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(LZ4)
        if cursor.fetchone() == (True,):
            cursor.execute("ALTER TABLE games_match ALTER COLUMN snapshot SET COMPRESSION lz4")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial"), ("chat", "0002_moderators")]
    operations = [
        migrations.RunPython(step, migrations.RunPython.noop)
        for step in (install, give_rights, compress_snapshots)
    ]
