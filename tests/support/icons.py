"""Renders the site's pictures in fixed sizes: `python -m tests.support.icons`.

The icons that phones need are made from the favicon. The badge is the mask alone, of which only the
shape is visible. Each game's picture becomes the preview of a link to one of its tables.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.browser import chromium

ROOT = Path(__file__).resolve().parents[2]
ART = ROOT / "static" / "art"
WIDTH, HEIGHT = 600, 315  # of a preview


def main() -> None:
    drawing = (ART / "favicon.svg").read_text("utf-8")
    whole = drawing.replace('rx="7"', 'rx="0"')  # the phone crops a maskable icon
    far = whole.replace('viewBox="-4 -4 32 32"', 'viewBox="-8 -8 40 40"').replace(
        '<rect x="-4" y="-4" width="32" height="32"', '<rect x="-8" y="-8" width="40" height="40"'
    )
    shape = re.sub(r"<rect[^>]*/>|<path d=\"M5.8[^>]*/>", "", drawing)
    shape = shape.replace('viewBox="-4 -4 32 32"', 'viewBox="0 0 24 24"')
    pictures = (
        ("icon-192.png", drawing, 192),
        ("icon-512.png", drawing, 512),
        ("icon-maskable-512.png", far, 512),
        ("badge-96.png", shape, 96),
    )
    with chromium() as browser:
        for name, picture, size in pictures:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>*{{margin:0}}svg{{display:block;width:{size}px}}</style>{picture}"
            )
            page.screenshot(path=ART / name, omit_background=True)
            page.close()
        tokens = (ROOT / "static" / "css" / "tokens.css").read_text("utf-8")
        for source in ROOT.glob("templates/games/*/art/picture.svg"):
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.set_content(
                f"<style>{tokens} *{{margin:0}} body{{background:var(--felt)}}"
                f"svg{{display:block;height:{HEIGHT - 40}px;margin:20px auto}}</style>"
                + source.read_text("utf-8")
            )
            game = source.parents[1].name
            page.screenshot(path=ROOT / "static" / "games" / game / "invitation.png")
            page.close()


if __name__ == "__main__":
    main()
