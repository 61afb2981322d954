"""What changes on every player's page at once, written without a template.

At 17:15 thousands of pages of a match are drawn one after the other; a template takes five to ten
times as long. What others have written or may be called stands only where it is escaped.
"""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from auctions.pages.desk import Desk, Purse
from auctions.pages.loan import Loan
from auctions.pages.phase import Phase
from auctions.pages.words import bare
from chat.core.escaping import safe
from chat.core.templates import CSRF


def phase_html(phase: Phase) -> str:
    """What is next, and the clock to it."""
    detail = f" {safe(phase.detail)}" if phase.detail else ""
    early = f"<strong>{safe(phase.text)}</strong>{detail}"
    due = f"<strong>{_('The time has come.')}</strong> {_('The result appears here by itself.')}"
    text = (
        f'<p class="phase-text"><span class="phase-early">{early}</span>'
        f'<span class="phase-due">{due}</span></p>'
    )
    if phase.deadline is None:
        return text
    at = phase.deadline.isoformat()
    there = f' <span class="phase-there">({phase.there})</span>' if phase.there else ""
    return (
        f'{text}<div class="phase-when"><time class="clock" data-deadline="{at}" '
        f'data-total="{phase.total}" datetime="{at}">{phase.here}</time><p class="phase-hour">'
        f'<time datetime="{at}" data-hour>{phase.here}</time>{there}</p></div>'
    )


def latest_html(desk: Desk, match_id: str) -> str:
    """What the last auction brought, in a sentence."""
    if not desk.latest:
        return ""
    text, url = safe(desk.latest), reverse("games:match", args=[match_id])
    return (
        f'<p class="desk-news" id="won-{desk.latest_day}" data-say="{text}"><b>{text}</b> '
        f'<a href="{url}?view=day&amp;day={desk.latest_day}">{_("See all results")}</a></p>'
    )


def plan_html(desk: Desk) -> str:
    """My bids of the coming days, in short."""
    if len(desk.plan) < 2:
        return ""
    title, none, days = _("My bids of the week"), _("none"), []
    for one in desk.plan:
        said = none
        if one.count:
            text = ngettext("%(n)s bid, %(most)s $", "%(n)s bids, %(most)s $", one.count)
            said = text % {"n": one.count, "most": one.most}
        mark = " has-bids" if one.count else ""
        here = ' aria-current="page"' if one.shown else ""
        days.append(
            f'<a class="plan-day{mark}" href="{safe(one.url)}"{here}>'
            f"<b>{one.day}</b> <span>{said}</span></a>"
        )
    return (
        f'<nav class="plan" aria-label="{title}"><span class="plan-title">{title}</span>'
        f"{''.join(days)}</nav>"
    )


def purse_html(purse: Purse) -> str:
    """The figures, in reach while the order form scrolls."""
    mine = _("In my purse") if purse.opened else _("My loan")
    cells = [
        _cell("is-bids", _("All coming bids, at most"), "coming", purse.coming),
        _cell("", mine, "money", purse.money),
        _cell("has-sign", _("My goods would bring"), "would", purse.would, "+"),
        _cell("has-sign", _("Owed on Saturday"), "owed", purse.owed, "−"),
        _cell(
            "is-final has-sign is-down" if purse.final < 0 else "is-final has-sign",
            _("If I buy no more"), "final", purse.final, "=",
        ),
    ]  # fmt: skip
    if purse.today is not None:
        cells.insert(0, _cell("is-bids", _("This day’s bids, at most"), "today", purse.today))
    return (
        f'<section class="purse" aria-label="{_("My money")}"><dl class="purse-sum">'
        f"{''.join(cells)}</dl></section>"
    )


def _cell(kind: str, label: str, name: str, amount: int, sign: str = "") -> str:
    mark = f" {kind}" if kind else ""
    before = f'<span class="purse-sign" aria-hidden="true">{sign}</span>' if sign else ""
    return (
        f'<div class="purse-cell{mark}"><dt>{label}</dt><dd>{before}'
        f'<span id="purse-{name}" data-count>{bare(amount)}</span> $</dd></div>'
    )


def owed_html(loan: Loan) -> str:
    """The loan once it is paid out."""
    said = {"loan": loan.amount, "owed": loan.owed}
    text = _("Loan %(loan)s $, to be repaid on Saturday: %(owed)s $")
    days = "".join(
        f'<th scope="col"><abbr title="{day.day}">{day.short}</abbr></th>' for day in loan.days
    )
    owed = "".join(f"<td>{day.owed}</td>" for day in loan.days)
    interest = "".join(f"<td>{day.interest}</td>" for day in loan.days)
    return (
        f'<details class="fold" id="my-loan"><summary>{text % said}</summary>'
        '<table class="loan-days"><caption class="visually-hidden">'
        f"{_('What is owed, day by day, in $')}</caption><thead><tr><td></td>{days}</tr></thead>"
        f'<tbody><tr class="loan-owed"><th scope="row">{_("owed")}</th>{owed}</tr>'
        f'<tr class="loan-interest"><th scope="row">{_("interest in it")}</th>{interest}</tr>'
        "</tbody></table></details>"
    )


def foot_html(match_id: str, *, running: bool, guided: bool) -> str:
    """What a player may do besides."""
    hints = ""
    if running:
        act = reverse("games:guide", args=[match_id])
        hints = (
            f'<form method="post" action="{act}" hx-post="{act}" hx-swap="none">{CSRF}'
            f'<input type="hidden" name="on" value="{0 if guided else 1}">'
            '<button class="button quiet small">'
            f"{_('Hide hints') if guided else _('Show hints')}</button></form>"
        )
    return (
        f'<div class="desk-foot cluster">{hints}<a class="button quiet small" '
        f'href="{reverse("auctions:deadlines")}">{_("Calendar and mail")}</a>'
        f'<a class="button quiet small" href="{reverse("games:rules", args=["venice"])}" '
        f'target="_blank">{_("Rules")}</a></div>'
    )
