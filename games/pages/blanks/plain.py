"""What of Blanks is drawn with nearly every action, written without a template.

A template takes five to ten times as long. Texts of cards stand only where they are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext

from chat.core.escaping import safe
from chat.core.templates import CSRF
from games.engines.base import Choice
from games.pages.blanks.plays import Answer
from games.pages.blanks.wording import Piece, prompt_of

Own = Mapping[str, Any]


def seat_html(own: Own, match_id: str, asks_twice: bool) -> str:
    """What one player holds and may do now: `own` is the context of the seat."""
    do, form = own["do"], partial(_form, match_id)
    if "back" in do:
        return _away(form("back-form", do["back"], ' class="frame-actions"'), own)
    if "play" in do:
        return _play(form("play-form", do["play"], ' class="play"'), own, match_id, asks_twice)
    if own["view"].phase == "vote" and own["answers"]:
        return _vote(own, match_id, asks_twice)
    if own["player"] is not None and own["player"].status == "waiting":
        return f'<p class="why">{_("You get your cards when the next round begins.")}</p>'
    mine = ""
    if own["my_play"]:
        answer = _("Your answer")
        mine = f'<p class="label">{answer}</p><p class="own-play">{_pieces(own["my_play"])}</p>'
    return f"{mine}{_hand(own)}{_report(own, match_id)}"


@lru_cache(maxsize=256)
def prompt_html(text: str, pick: int) -> SafeString:
    """A black card whose blanks picker.js fills: the same for all at a table."""
    prompt, gaps = prompt_of(text, pick), []
    for gap in prompt.gaps:
        upper = " data-upper" if gap.upper else ""
        gaps.append(f'<span class="blank" data-blank="{gap.number}"{upper}>____</span>')
        if gap.stop:
            gaps.append(f'<span data-blank-stop="{gap.number}">{safe(gap.stop)}</span>')
        gaps.append(safe(gap.after))
    inner = "".join(gaps)
    if prompt.question:
        inner = f'<span class="prompt-answers">{inner}</span>'
    return SafeString(f"{safe(prompt.before)}{inner}")


def answers_html(
    answers: Iterable[Answer], choice: Choice | None = None, hold: str = ""
) -> SafeString:
    """Plays as sentences; with `choice` they hold the buttons of a form around them."""
    items = "".join(_answer(answer, choice, hold) for answer in answers)
    return SafeString(f'<ol class="answers">{items}</ol>')


def _answer(answer: Answer, choice: Choice | None, hold: str) -> str:
    marks = {
        "is-mine": answer.mine,
        "is-withdrawn": answer.withdrawn,
        "is-chosen": answer.chosen,
        "is-winner": answer.best,
    }
    kind = " ".join(("answer", *(name for name, on in marks.items() if on)))
    number = f'<span class="visually-hidden">{_("Answer")} </span>{answer.number}'
    foot = [f'<span class="answer-number">{number}</span>']
    if answer.author is not None and not answer.mine:
        foot.append(f"<span>{_('by')} {answer.author.tag}</span>")
    if answer.mine:
        foot.append(f"<span>{_('your own')}</span>")
    if answer.withdrawn:
        foot.append(f"<span>{_('withdrawn: its player is gone')}</span>")
    if answer.chosen:
        foot.append(f'<span class="badge brass">{_("your vote")}</span>')
    if answer.votes is not None:
        votes = ngettext("%(n)s vote", "%(n)s votes", answer.votes) % {"n": answer.votes}
        foot.append(f'<span class="answer-votes">{votes}</span>')
    if choice is not None and answer.votable:
        said = f'<span class="visually-hidden">: {safe(answer.sentence)}</span>'
        foot.append(
            f'<button class="button small" name="handle" value="{safe(answer.handle)}"{hold}>'
            f"{_('Vote for this')}{said}</button>"
        )
    return (
        f'<li><article class="{kind}"><p class="answer-text">{_pieces(answer.pieces)}</p>'
        f'<div class="answer-foot">{"".join(foot)}</div></article></li>'
    )


def _pieces(pieces: Iterable[Piece]) -> str:
    """A filled sentence."""
    return "".join(
        f'<span class="filled">{safe(piece.text)}</span>' if piece.filled else safe(piece.text)
        for piece in pieces
    )


def _form(match_id: str, form_id: str, choice: Choice, more: str = "") -> str:
    """The beginning of a form that sends this choice."""
    act = _url("games:act", match_id)
    given = "".join(
        f'<input type="hidden" name="{name}" value="{safe(str(value))}">'
        for name, value in choice.given.items()
    )
    return (
        f'<form id="{form_id}"{more} method="post" action="{act}" hx-post="{act}" '
        f'hx-target="find .error" data-once>{CSRF}<input type="hidden" name="key" value="">'
        f'<input type="hidden" name="action" value="{choice.action}">{given}'
    )


@lru_cache(maxsize=1024)
def _url(name: str, match_id: str) -> str:
    return reverse(name, args=[match_id])


def _hold(choice: Choice, asks_twice: bool) -> str:
    return " data-hold" if choice.final and asks_twice else ""


_ERROR = '<p class="error" role="alert"></p>'


def _away(form: str, own: Own) -> str:
    why = _("You are in again when the next round begins.")
    button = f'<button class="button primary">{_("I am back")}</button>'
    return f'{form}{button}<p class="why">{why}</p>{_ERROR}</form>{_hand(own)}'


def _play(form: str, own: Own, match_id: str, asks_twice: bool) -> str:
    choice: Choice = own["do"]["play"]
    field, black = choice.fields[0], own["view"].black
    most = field.most
    ordered = " data-ordered" if getattr(field, "ordered", False) else ""
    legend = ngettext(
        "Your hand: choose %(n)s card", "Your hand: choose %(n)s cards, in order", most
    )
    cards = "".join(
        f'<li><button type="button" class="white-card" data-item="{card.id}" '
        f'data-fill="{card.fill}" data-flip="{card.id}">{card.text}</button></li>'
        for card in own["hand"]
    )
    button = ngettext("Play this card", "Play these cards", most) % {"n": most}
    return (
        f'{form}<fieldset data-pick data-name="{field.name}" data-least="{field.least}" '
        f'data-most="{most}"{ordered} data-pick-key="{match_id}-{own["view"].round}" '
        f'data-fills="#main"><legend class="visually-hidden">{legend % {"n": most}}</legend>'
        f'<div class="stack tight" data-pick-plain>{_places(own, choice)}</div>'
        f'<ul class="hand script-only">{cards}</ul></fieldset>'
        f'<div class="frame-actions play-bar"><p class="play-preview" aria-live="off">'
        f'{prompt_html(black.text, black.pick)}</p><button class="button primary" data-pick-submit'
        f'{_hold(choice, asks_twice)}>{button}</button><p class="why" data-why></p>'
        f"{_report(own, match_id)}</div>{_ERROR}</form>"
    )


def _places(own: Own, choice: Choice) -> str:
    """A list for each place, for pages without script."""
    field = choice.fields[0]
    options = "".join(f'<option value="{card.id}">{card.text}</option>' for card in own["hand"])
    options = f'<option value="">{_("Choose")}</option>{options}'
    several = _("Card %(n)s")
    return "".join(
        f'<p class="field"><label for="play-{place}">'
        f"{_('Card') if field.most == 1 else several % {'n': place}}</label>"
        f'<select id="play-{place}" name="{field.name}" required>{options}</select></p>'
        for place in range(1, field.most + 1)
    )


def _vote(own: Own, match_id: str, asks_twice: bool) -> str:
    """The answers, and the hand folded away."""
    vote, discard = own["do"].get("vote"), own["do"].get("discard")
    form, end, hold = "", "", ""
    if vote is not None:
        form = f"{_form(match_id, 'vote-form', vote)}{_ERROR}"
        end, hold = "</form>", _hold(vote, asks_twice)
    if discard is not None:
        title = _("Your hand, and discarding for 1 point")
        hand = _discard(own, discard, match_id, asks_twice)
    else:
        title, hand = _("Your hand"), _hand(own)
        if own["hand"] and own["player"].score < 1:
            why = _("Discarding costs 1 point, and you have none. Win a round first.")
            hand += f'<p class="why">{why}</p>'
    return (
        f'<div class="vote rests">{form}<h2 class="visually-hidden">{_("The answers")}</h2>'
        f"{answers_html(own['answers'], vote, hold)}{end}"
        f'<details class="fold discard" id="my-hand"><summary>{title}</summary>'
        f"{hand}{_report(own, match_id)}</details></div>"
    )


def _discard(own: Own, choice: Choice, match_id: str, asks_twice: bool) -> str:
    field, score = choice.fields[0], own["player"].score
    costs = ngettext(
        "Discarding costs 1 point, however many cards; you have %(n)s point. New cards come with "
        "the next round.",
        "Discarding costs 1 point, however many cards; you have %(n)s points. New cards come with "
        "the next round.",
        score,
    )
    boxes = "".join(
        f'<label><input type="checkbox" name="{field.name}" value="{card.id}"> {card.text}</label>'
        for card in own["hand"]
    )
    cards = "".join(
        f'<li><button type="button" class="white-card" data-item="{card.id}" '
        f'data-flip="{card.id}">{card.text}</button></li>'
        for card in own["hand"]
    )
    return (
        f"{_form(match_id, 'discard-form', choice)}<p>{costs % {'n': score}}</p>"
        f'<fieldset data-pick data-name="{field.name}" data-least="{field.least}" '
        f'data-most="{field.most}" data-pick-key="{match_id}-{own["view"].round}-discard" '
        f'data-why-none="{_("Choose the cards you want to be rid of.")}">'
        f'<legend class="visually-hidden">{_("Cards to discard")}</legend>'
        f'<div class="choices" data-pick-plain>{boxes}</div>'
        f'<ul class="hand small script-only">{cards}</ul></fieldset>'
        f'<div class="frame-actions"><button class="button danger" data-pick-submit'
        f"{_hold(choice, asks_twice)}>{_('Discard for 1 point')}</button>"
        f'<p class="why" data-why></p></div>{_ERROR}</form>'
    )


def _hand(own: Own) -> str:
    """A hand to look at."""
    if not own["hand"]:
        why = _("Your hand is empty. It fills up when the next round begins.")
        return f'<p class="why">{why}</p>'
    cards = "".join(
        f'<li><span class="white-card" data-flip="{card.id}">{card.text}</span></li>'
        for card in own["hand"]
    )
    return f'<p class="label">{_("Your hand")}</p><ul class="hand small is-idle">{cards}</ul>'


def _report(own: Own, match_id: str) -> str:
    """The way to report a card that was seen here."""
    if own["player"] is None:
        return ""
    url = _url("packs:report_seen", match_id)
    return f'<p class="small seat-report"><a href="{url}">{_("Report a card")}</a></p>'
