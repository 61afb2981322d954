"""Template filters of cards."""

from django import template

from games.engines.blanks.sentence import MARKER, alone

register = template.Library()
register.filter("alone", alone)


@register.filter
def between_blanks(text: str) -> list[str]:
    """The text of a black card, cut where its blanks are."""
    return text.split(MARKER)
