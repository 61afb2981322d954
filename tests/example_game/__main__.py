"""`python -m tests.example_game SLUG NAME` copies the example to a new game.

It never overwrites existing files, and ends by saying what is left to do.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
HOUSE = HERE.parent.parent
# Target paths, with the game's slug and its module name.
PLACES = {
    "rules": "games/{module}/rules",
    "title.py": "games/{module}/title.py",
    "entry.py": "games/{module}/entry.py",
    "page.py": "games/{module}/page.py",
    "templates/games/example": "templates/games/{slug}",
    "templates/rules/example.html": "templates/rules/{slug}.html",
    "static/games/example/example.css": "static/games/{slug}/{slug}.css",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.example_game", description=__doc__)
    parser.add_argument("slug", help="lower-case letters, digits and hyphens: liars-dice")
    parser.add_argument("name", help="what people read: Liar’s Dice")
    given = parser.parse_args()
    if not re.fullmatch(r"[a-z][a-z0-9-]*", given.slug):
        parser.error(f"{given.slug} is no slug")
    copy(given.slug, given.name)


def copy(slug: str, name: str) -> None:
    """Create the files of the game."""
    module = slug.replace("-", "_")
    places = {
        HERE / old: HOUSE / new.format(slug=slug, module=module) for old, new in PLACES.items()
    }
    taken = [place for place in places.values() if place.exists()]
    if taken:
        sys.exit(f"these files already exist: {', '.join(map(str, taken))}")
    package = HOUSE / "games" / module / "__init__.py"
    package.parent.mkdir(exist_ok=True)
    package.write_text(f'"""{name}: its rules and page."""\n', encoding="utf-8")
    for old, new in places.items():
        new.parent.mkdir(parents=True, exist_ok=True)
        _copied(old, new)
        for path in sorted(new.rglob("*.*")) if new.is_dir() else [new]:
            path.write_text(renamed(path.read_text("utf-8"), slug, name), encoding="utf-8")
            say(f"made {path.relative_to(HOUSE)}")
    say(f'Add "games.{module}.entry.GAME" to RIDOTTO_GAMES in config/settings.py; then:')
    say(f"  make check; .venv/bin/python manage.py game_check {slug}")


def _copied(old: Path, new: Path) -> None:
    if old.is_dir():
        shutil.copytree(old, new, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copyfile(old, new)


def renamed(text: str, slug: str, name: str) -> str:
    """Return a file's text with this game's names in place of the example's."""
    module = slug.replace("-", "_")
    kind = "".join(word.title() for word in slug.split("-"))
    for old, new in (
        ("tests.example_game", f"games.{module}"),
        ('slug = "example"', f'slug = "{slug}"'),
        ('name = "Example"', f'name = "{name}"'),
        ("Rules of Example", f"Rules of {name}"),
        ('"Example"', f'"{name}"'),
        ("the example", name),
        ("The example", name),
        ("EXAMPLE", module.upper()),
        ("Example", kind),
        ("example", slug),
    ):
        text = text.replace(old, new)
    return text


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
