"""What is sold in a week, for the rules page: `{% load venice %}`."""

from __future__ import annotations

from django import template

from auctions.page.faces import Face, catalogue

register = template.Library()


@register.simple_tag
def week_catalogue() -> dict[str, list[Face]]:
    """All that can be sold in a week: `agendas` and `assets`."""
    return catalogue()
