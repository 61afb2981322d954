"""Installs The House Pack.

Locks: nothing.
"""

import json
from pathlib import Path

from django.db import migrations
from django.utils import timezone

FILE = Path(__file__).resolve().parent.parent / "data" / "blanks-house-pack.json"


def install(apps, schema_editor):
    """Once, and whole: a pack of this name that is there already stays as it is."""
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


def remove(apps, schema_editor):
    apps.get_model("games", "Pack").objects.filter(slug="house-pack", house=True).delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
