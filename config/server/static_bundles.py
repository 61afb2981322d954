"""Bundles: scripts and style sheets that collected files join, so that a page loads few of them.

In development and tests a page loads the sources.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import template
from django.conf import settings
from django.core.files.base import ContentFile
from django.templatetags.static import static
from servestatic.storage import CompressedManifestStaticFilesStorage

# The sources of each bundle, in the order of their effect: all other style sheets use the tokens.
# Scripts do not import each other: they communicate through document events (and js/decision.js).
BUNDLES = {
    "css/page.css": (
        "css/tokens.css", "css/base.css", "css/components.css", "css/forms.css", "css/site.css",
        "css/cards.css", "css/frame.css", "css/moments.css", "css/chat.css", "css/motion.css",
    ),
    "js/page.js": (
        "js/fallbacks.js", "js/swap-events.js", "js/press-guard.js", "js/announcer.js",
        "js/part-swaps.js", "js/motion.js", "js/connection.js", "js/confirm.js",
        "js/late-answers.js", "js/forms.js", "js/chance.js", "js/errors.js", "js/unsent-forms.js",
        "js/clock.js", "js/times.js", "js/page-title.js", "js/zone.js", "js/push-renewal.js",
        "js/picker.js", "js/dock.js", "js/menus.js", "js/copy.js", "js/keyboard-scroll.js",
        "js/terms.js", "js/theme.js",
    ),
    "js/match-page.js": (
        "js/decision.js", "js/match.js", "js/updates.js", "js/decision-scroll.js",
        "js/seat-shortcut.js", "js/closing-view.js", "js/in-time.js", "js/saved-checkboxes.js",
        "js/moment.js", "js/catch-up.js",
    ),
}  # fmt: skip

# A block has names of its own, as a module has, and an error in it leaves the others working.
PARTS = {
    "css": "/* {name} */\n{text}\n",
    "js": "try {{ // {name}\n{text}\n}} catch (error) {{ reportError(error); }}\n",
}

register = template.Library()


@register.inclusion_tag("components/bundle.html")
def bundle(name: str) -> dict[str, Any]:
    """Render the tag of a bundle, or those of its sources: `{% bundle "js/page.js" %}`."""
    files = BUNDLES[name] if settings.SERVED_FROM_SOURCES else [name]
    return {"kind": _kind(name), "files": [static(file) for file in files]}


class BundledStorage(CompressedManifestStaticFilesStorage):
    """Hashed and compressed static files, with their bundles."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Write the bundles, which are then hashed and compressed as other files are."""
        if not dry_run:
            for name, sources in BUNDLES.items():
                part = PARTS[_kind(name)]
                text = "".join(part.format(name=one, text=_text(*paths[one])) for one in sources)
                self.delete(name)  # or the new one would be saved under another name
                self.save(name, ContentFile(text.encode()))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def _text(storage: Any, path: str) -> str:
    with storage.open(path) as file:
        return str(file.read().decode())


def _kind(name: str) -> str:
    return name.rpartition(".")[2]
