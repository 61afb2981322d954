"""Renders the icons of an installed site: `python -m tests.support.icons`.

They are made from the favicon in the fixed sizes that phones need. The badge is the mask alone, of
which only the shape is visible.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.browser import chromium

ART = Path(__file__).resolve().parents[2] / "static" / "art"


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


if __name__ == "__main__":
    main()
