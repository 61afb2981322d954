"""Commands and pages of chat. A command is a POST, with a login or a token."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chat.contacts.blocks import block
from chat.contacts.notices import see_notices
from chat.core.clock import now
from chat.core.numbers import LONGEST_KEY, whole_number
from chat.core.refusals import ChatCode, Refusal
from chat.core.responses import CODE_HEADER, back_to, coded, done, is_htmx
from chat.core.templates import render as render_fragment
from chat.delivery.kinds import ROWS
from chat.delivery.mail import read_token
from chat.delivery.preferences import gets_mail, preferences_of, unsubscribe
from chat.messages import rooms, selectors, services
from chat.messages.fragments import bell
from chat.messages.message_list import line_of, linked
from chat.models import Appeal, Message, ModeratorAct, Notice
from chat.models.moderation import MAX_REASON
from chat.models.rooms import MAX_TEXT
from chat.moderation.appeals import Bound, appeal, mutes_bound
from chat.moderation.names_in_acts import with_names
from chat.moderation.reports import report_message
from chat.people import shown_name

A_PAGE = 50  # notices on a page


@login_required
@require_POST
@coded
def send(request: HttpRequest) -> HttpResponse:
    """Send a message. POST: `room`, `text`, `key`."""
    said = services.send_message(
        author=_user(request),
        room_key=request.POST.get("room", ""),
        text=request.POST.get("text", ""),
        # Without script, a page has no key; then each post is a new message.
        key=request.POST.get("key", "") or secrets.token_hex(16),
    )
    if not is_htmx(request):
        return HttpResponseRedirect(back_to(request))
    return HttpResponse(
        render_fragment("chat/sent_lines.jinja", lines=line_of(_user(request), said))
    )


@login_required
@require_POST
@coded
def read(request: HttpRequest) -> HttpResponse:
    """Record the last message (`upto`) that was read in a room."""
    key = request.POST.get("room", "")
    upto = whole_number(request.POST.get("upto", ""), LONGEST_KEY)
    if upto is None:
        raise Refusal(ChatCode.MALFORMED)
    if not rooms.access(_user(request), key).read:
        raise Refusal(ChatCode.NO_SUCH_ROOM)
    services.mark_read(user=_user(request), room=rooms.room(key), message_id=upto)
    return HttpResponse(status=204)


@login_required
@require_safe
def message(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what one can do about a message, as a page or in the window's dialog."""
    shown = _message(request, pk)
    template = "chat/message_menu.html" if is_htmx(request) else "chat/message_page.html"
    return render(request, template, _menu(request, shown))


def _menu(request: HttpRequest, shown: Message) -> dict[str, Any]:
    mine = shown.author_id == _user(request).pk
    return {
        "message": shown,
        "name": shown_name(shown.author),
        "text": linked(shown.text),
        "mine": mine,
        "deletable": mine and now() - shown.at <= services.DELETE_WITHIN,
        "blockable": not mine and shown.author is not None,
        "hosts": rooms.access(_user(request), shown.room.key).hosts,
        "mutable": shown.author is not None and not shown.author.is_staff,
        "reported": shown.reports.filter(reporter=_user(request)).exists(),
        "most": MAX_REASON,
        "next": back_to(request),
    }


@login_required
@require_POST
@coded
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one's own message."""
    services.delete_message(author=_user(request), message_id=pk)
    return done(request, _("Your message has been deleted."))


@login_required
@require_POST
@coded
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Report a message with a `reason`."""
    report_message(reporter=_user(request), message_id=pk, reason=request.POST.get("reason", ""))
    return done(request, _("Thank you. A moderator will review your report."))


@login_required
@require_POST
@coded
def block_author(request: HttpRequest, pk: int) -> HttpResponse:
    """Block the author of a message."""
    author = _message(request, pk).author
    if author is None:
        raise Refusal(ChatCode.NO_SUCH_USER)
    block(blocker=_user(request), blocked=author)
    text = _(
        "%(name)s is blocked: you won't see each other's messages or be able to invite "
        "each other. They won't be notified."
    )
    return done(request, text % {"name": shown_name(author)})


@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """Show all one's notices, newest first."""
    pages = Paginator(selectors.all_notices(_user(request)), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    return render(request, "chat/notices.html", {"page": page})


@login_required
@require_POST
def notices_seen(request: HttpRequest) -> HttpResponse:
    """Mark all one's notices as seen."""
    see_notices(user=_user(request))
    if is_htmx(request):
        return HttpResponse(bell(_user(request)).changes(whole=True))
    return redirect("chat:notices")


@login_required
@require_http_methods(["GET", "POST"])
def notice(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirect to where a notice points. A POST also marks it as seen."""
    found = get_object_or_404(Notice, pk=pk, user_id=_user(request).pk)
    if request.method == "POST":
        see_notices(user=_user(request), ids=[pk])
    return HttpResponseRedirect(found.url or reverse("chat:notices"))


def _user(request: HttpRequest) -> Any:
    return request.user


def _message(request: HttpRequest, pk: int) -> Message:
    """Return a message that this person may see; otherwise raise `Http404`."""
    found = Message.objects.filter(pk=pk, removed_at=None).select_related("room", "author").first()
    if found is None or not rooms.access(_user(request), found.room.key).read:
        raise Http404
    if found.author_id in selectors.hidden_ids(_user(request)):
        raise Http404
    return found


# --- Appeals against what binds a person


@login_required
@require_http_methods(["GET", "POST"])
def appeals(request: HttpRequest) -> HttpResponse:
    """Show one's mutes in force, each with a form, and earlier answers.

    POST: `act`, `text`.
    """
    user: Any = request.user
    refusal = _sent(request, user) if request.method == "POST" else None
    if request.method == "POST" and refusal is None:
        return redirect("chat:appeals")  # so that a reload sends nothing again
    bound = mutes_bound(user)
    context = {
        "bound": bound,
        "past": _past(user, bound),
        "refusal": refusal,
        "most": MAX_TEXT,
    }
    answer = render(request, "chat/appeals.html", context, status=422 if refusal else 200)
    if refusal:
        answer[CODE_HEADER] = refusal.code
    return answer


def _past(user: Any, bound: Sequence[Bound]) -> list[tuple[Appeal, str]]:
    """Return earlier appeals, each with the moderator's reason for the act."""
    said = Appeal.objects.filter(user=user).exclude(act__in=[one.act for one in bound])
    last = list(said.select_related("act").order_by("-pk")[:10])
    return list(zip(last, with_names([one.act.reason for one in last]), strict=True))


def _sent(request: HttpRequest, user: Any) -> Refusal | None:
    """Submit the posted appeal. Return the refusal if there was one."""
    key = whole_number(request.POST.get("act", ""), LONGEST_KEY)
    act = get_object_or_404(ModeratorAct, pk=key or 0)
    try:
        appeal(user=user, act=act, text=request.POST.get("text", ""))
    except Refusal as refusal:
        return refusal
    return None


# --- Unsubscribing by the link in an e-mail


@csrf_exempt  # mail programs post here without having visited (RFC 8058); the token is the proof
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the link unsubscribes from. A POST unsubscribes."""
    # A GET changes nothing, since mail programs open links by themselves.
    read = read_token(token)
    if read is None or (read[1] and read[1] not in ROWS):
        raise Http404
    person, row = read
    user = get_user_model()._default_manager.filter(pk=person, is_active=True).first()
    if user is None:
        raise Http404
    if request.method == "POST":
        unsubscribe(user=user, row=row)
    context = {
        "row": ROWS[row].label if row else "",
        "stopped": not gets_mail(row, preferences_of(user)),
    }
    return render(request, "chat/mail/stop.html", context)
