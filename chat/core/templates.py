"""The Jinja2 templates of fragments, rendered again and again for live pages.

Whole pages (which extend `base.html`), the pages of allauth and the admin, and mails are templates
of Django's engine. A fragment is a `.jinja` file beside them in `templates/`, rendered by `render`.
A page includes one with `{% jinja "components/avatar.jinja" name=... %}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, MutableMapping
from datetime import datetime
from functools import cache, lru_cache
from html import escape
from typing import Any

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import intcomma, ordinal
from django.template import engines
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from jinja2 import Environment, StrictUndefined, Template
from jinja2.ext import Extension
from jinja2.runtime import Context

from chat.core.translation import language, plural, rendered_in, rendering_in, text, text_in_context

# Marks where a form in a fragment needs its token if there is no script; pages with script send a
# header. The token itself must not be in a fragment: it differs each time, so the fragment would
# always seem changed.
CSRF = SafeString("<!--csrf-->")

_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


def render(template: str, /, **values: Any) -> SafeString:
    """Render a Jinja2 template in the viewer's language. Plain text is escaped.

    Raise `jinja2.UndefinedError` if a name is missing, `TemplateNotFound` if there is no such file.
    """
    # Jinja2's own template, since Django's wrapper is created again each time, for requests and
    # debug pages that a fragment does not have. Autoescape is on: what is not marked safe is
    # escaped.
    loaded = _environment().get_template(template) if settings.DEBUG else _template(template)
    if rendered_in.get() is not None:
        return SafeString(loaded.render(values))
    with rendering_in(language()):
        return SafeString(loaded.render(values))


def kept(template: str, /, **values: Hashable) -> SafeString:
    """Render like `render`, with a cache for each language and set of values.

    Also for use in templates: `{{ kept("games/blanks/answer.jinja", answer=answer) }}`. The
    template must not show a time of day, since that depends on the time zone.
    """
    return _kept(language(), template, *values, *values.values())


@lru_cache(maxsize=2048, typed=True)  # a text renders differently if it is marked safe
def _kept(_language: str | None, template: str, *given: Any) -> SafeString:
    """Render a template. `given`: the names, then the values."""
    # Not pairs, which would take more memory than the rendered HTML.
    half = len(given) // 2
    return render(template, **dict(zip(given[:half], given[half:], strict=True)))


@cache
def _environment() -> Environment:
    made: Environment = engines["jinja2"].env  # type: ignore[attr-defined]  # of this kind of engine
    return made


@cache
def _template(name: str) -> Template:
    """Return a template; unlike Jinja2, never check its file for changes."""
    return _environment().get_template(name)


def compile_all() -> None:
    """Compile all templates that no page has used so far."""
    # Otherwise the first viewer of a fragment would wait for it, and everybody who acts meanwhile
    # would wait too. All of them take most of a second.
    for name in _environment().list_templates(extensions=["jinja"]):
        _environment().get_template(name)


@cache
def icon(name: str) -> SafeString:
    """Return the SVG `templates/components/icons/<name>.svg`."""
    return render_to_string(f"components/icons/{name}.svg")


@cache
def picture(name: str) -> SafeString:
    """Return an SVG of `templates/components/art`, or a game's by `<game>/<name>`."""
    game, _, file = name.rpartition("/")
    folder = f"games/{game}" if game else "components"
    return mark_safe(render_to_string(f"{folder}/art/{file}.svg").strip())  # a file of the site


@lru_cache(maxsize=4096)
def url(name: str, /, *args: Any) -> str:
    """Return the path of a named page. Raise `NoReverseMatch` if there is none."""
    return reverse(name, args=args)


def date(at: datetime, form: str) -> str:
    """Format a time in the viewer's time zone: `{{ at | date("j M H:i") }}`.

    The letters are those of Django's `date` filter.
    """
    return date_format(localtime(at), form)


@lru_cache(maxsize=4096)
def _grouped(_language: str | None, number: int) -> str:
    return str(intcomma(number))


def grouped(number: int) -> str:
    """Format a number as Django's `intcomma` does, with a cache."""
    return _grouped(language(), number)


class Dedent(Extension):
    """An extension that drops the indentation of template lines."""

    # Browsers show none of it, and sockets would carry it.

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _INDENT.sub("", source)


class PartsContext(Context):
    """A context that calls a template's functions directly."""

    # Jinja2 checks twice per call whether the function wants the context, which takes longer than
    # most of the functions. None of ours does.

    def call(
        self,
        function: Callable[..., Any],
        /,
        *given: Any,
        _loop_vars: object = None,
        _block_vars: object = None,
        **named: Any,
    ) -> Any:
        return function(*given, **named)


class PartsEnvironment(Environment):
    """An environment whose templates share one plain dictionary of globals."""

    # All globals are known from the start. Jinja2 chains two dictionaries, which it copies for each
    # rendering and compares for each import.

    context_class = PartsContext

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def environment(*, filters: Mapping[str, str], **options: Any) -> Environment:
    """Return the environment of all `.jinja` templates (`settings.TEMPLATES`).

    `filters`: the filters of the apps, by name, as dotted paths.
    """
    made = PartsEnvironment(
        **{**options, "undefined": StrictUndefined},  # even with DEBUG, which is lenient
        trim_blocks=True,
        lstrip_blocks=True,
        cache_size=-1,  # unbounded: a bounded cache is searched at each import
        extensions=["jinja2.ext.i18n", Dedent],
    )
    # A text may be broken over lines, joined by a space as `blocktranslate trimmed` does.
    made.policies["ext.i18n.trimmed"] = True
    made.newstyle_gettext = True  # type: ignore[attr-defined]  # an attribute of the i18n extension
    made.globals.update(_=text, gettext=text, ngettext=plural, pgettext=text_in_context)
    made.globals.update(csrf=CSRF, icon=icon, kept=kept, picture=picture, static=static, url=url)
    made.filters.update(date=date, intcomma=grouped, localtime=localtime, ordinal=ordinal)
    made.filters.update({name: import_string(path) for name, path in filters.items()})
    return made


# --- HTML without a template


def safe(text: object) -> str:
    """Escape a text unless it is marked safe."""
    # Like Django's `conditional_escape`, without the costly wrapper that keeps lazy texts lazy.
    if not isinstance(text, SafeString):
        text = str(text)  # a lazy text may turn out to be safe
    return text if isinstance(text, SafeString) else escape(text)


def filled(text: object, /, **names: object) -> SafeString:
    """Fill values into a text, escaped unless they are marked safe.

    Like Django's `format_html`, but for texts only. `text` itself is not escaped.
    """
    return SafeString(str(text).format(**{name: safe(value) for name, value in names.items()}))
