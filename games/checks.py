"""A Django system check: no server starts with an incomplete game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.checks import CheckMessage, Error, register as register_check
from django.template import TemplateDoesNotExist, TemplateSyntaxError, engines
from django.utils.module_loading import import_string

from games.engine import codec
from games.page.presentation import pages_path

# --- Completeness of games
#
# Checked before the site starts: without this, a missing template would fail only when somebody
# opens the page, perhaps in the middle of a match.


REQUIRED = ("slug", "name", "tagline", "seats", "minutes", "bots")
PARTS = ("board", "seat", "result", "summary")


def faults() -> dict[str, list[str]]:
    """Return what each game of `settings.RIDOTTO_GAMES` lacks.

    Keys are slugs, or the dotted path of a game without one. A complete game has an empty list.
    """
    found: dict[str, list[str]] = {}
    for path in settings.RIDOTTO_GAMES:
        game, broken = _imported(path)
        slug = getattr(getattr(game, "title", None), "slug", path)
        lacks = [broken] if broken else list(_faults_of(game))
        if slug in found:
            lacks.append(f"another game of RIDOTTO_GAMES has the slug {slug} too")
        found[slug] = [*found.get(slug, []), *lacks]
    return found


def _imported(path: str) -> tuple[Any, str]:
    """Return the object at a dotted path, or the reason why it cannot be imported."""
    try:
        return import_string(path), ""
    except Exception as error:  # one broken module does not hide the faults of other games
        return None, f"{path} cannot be imported: {type(error).__name__}: {error}"


def _faults_of(game: Any) -> Iterator[str]:
    title = game.title
    lacking = [name for name in REQUIRED if not hasattr(title, name)]
    yield from (f"its title has no {name}" for name in lacking)
    if lacking:
        return
    yield from _title_faults(title)
    if hasattr(title, "engines"):
        yield from _page_faults(game)
    yield from _template_fault(f"games/{title.slug}/art/picture.svg", "its picture")
    yield from _template_fault(f"rules/{title.slug}.html", "its rules page")
    yield from _static_fault(f"games/{title.slug}/{title.slug}.css", "its style sheet")


def _title_faults(title: Any) -> Iterator[str]:
    if not re.fullmatch(r"[a-z][a-z0-9-]*", title.slug):
        yield f"its slug {title.slug!r} is not lower-case letters, digits and hyphens"
    if title.house_bot not in title.bots:
        yield f"its house_bot {title.house_bot!r} is none of its bots"
    if not title.presets:
        yield "its title has no preset, so no table is set by one click"
    for preset in title.presets:
        try:
            codec.build(dict(preset.options), title.options_type)
        except ValueError as error:
            yield f"its preset {preset.slug!r} has options that are none: {error}"


def _page_faults(game: Any) -> Iterator[str]:
    """Yield the faults of a game at a table, whose page the platform renders."""
    slug = game.title.slug
    _pages, broken = _imported(pages_path(slug, game))
    if broken:
        yield f"its page: {broken}"
    for part in PARTS:
        template = f"games/{slug}/{part}.jinja"
        yield from _template_fault(template, f"the template of its {part}", "jinja2")
    for script in game.scripts:
        yield from _static_fault(script, "its script")
    if game.sprite:
        yield from _template_fault(game.sprite, "its sprite")


def _template_fault(name: str, what: str, engine: str = "django") -> Iterator[str]:
    try:
        engines[engine].get_template(name)
    except TemplateDoesNotExist:
        yield f"{what} is missing: templates/{name}"
    except TemplateSyntaxError as error:
        yield f"{what} is broken: templates/{name}: {error}"


def _static_fault(name: str, what: str) -> Iterator[str]:
    if finders.find(name) is None:
        yield f"{what} is missing: static/{name}"


def complete_games(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for each thing that the site's games lack."""
    return [
        Error(fault, obj=slug, id="ridotto.E101")
        for slug, lacks in faults().items()
        for fault in lacks
    ]


def register() -> None:
    register_check(complete_games)
