"""The catalogue of Venice for the rules page: `{% load venice %}`."""

from __future__ import annotations

from django import template

from auctions.page.faces import Face, catalogue

register = template.Library()


@register.simple_tag
def week_catalogue() -> dict[str, list[Face]]:
    """Return everything that a week can sell, as lists of `agendas` and `assets`."""
    return catalogue()
