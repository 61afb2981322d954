"""Money in templates: `{% load venice %}`, then `{{ amount|dollars }}`."""

from __future__ import annotations

from django import template

from auctions.pages.faces import Face, catalogue
from auctions.pages.words import bare, money

register = template.Library()


@register.filter
def dollars(amount: int) -> str:
    return money(amount)


@register.filter
def number(amount: int) -> str:
    """As `dollars`, without the sign of the currency."""
    return bare(amount)


@register.simple_tag
def week_catalogue() -> dict[str, list[Face]]:
    """All that can be sold in a week: `agendas` and `assets`."""
    return catalogue()
