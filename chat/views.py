"""Commands and pages of chat. Every command is a POST, of somebody logged in or with a token."""

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
from chat.core.refusals import ChatCode, Refusal
from chat.core.responses import CODE_HEADER, back_to, coded, done, is_htmx
from chat.core.templates import render as draw
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

A_PAGE = 50


@login_required
@require_POST
@coded
def send(request: HttpRequest) -> HttpResponse:
    """Says something: `room`, `text`, `key`."""
    said = services.send_message(
        author=_user(request),
        room_key=request.POST.get("room", ""),
        text=request.POST.get("text", ""),
        # Without script a page has no key; then each post is a sending of its own.
        key=request.POST.get("key", "") or secrets.token_hex(16),
    )
    if not is_htmx(request):
        return HttpResponseRedirect(back_to(request))
    return HttpResponse(draw("chat/sent_lines.jinja", lines=line_of(_user(request), said)))


@login_required
@require_POST
@coded
def read(request: HttpRequest) -> HttpResponse:
    """Remembers up to which message (`upto`) a room was read."""
    key, upto = request.POST.get("room", ""), request.POST.get("upto", "")
    if not (upto.isascii() and upto.isdigit() and len(upto) < 19):
        raise Refusal(ChatCode.MALFORMED)
    if not rooms.access(_user(request), key).read:
        raise Refusal(ChatCode.NO_SUCH_ROOM)
    services.mark_read(user=_user(request), room=rooms.room(key), message_id=int(upto))
    return HttpResponse(status=204)


@login_required
@require_safe
def message(request: HttpRequest, pk: int) -> HttpResponse:
    """What one can do about a message: a page, or what stands in the chat window's dialog."""
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
    """Takes back one's own message."""
    services.delete_message(author=_user(request), message_id=pk)
    return done(request, _("Your message is deleted."))


@login_required
@require_POST
@coded
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Reports a message with a `reason`."""
    report_message(reporter=_user(request), message_id=pk, reason=request.POST.get("reason", ""))
    return done(request, _("Thank you. A moderator will look at your report."))


@login_required
@require_POST
@coded
def block_author(request: HttpRequest, pk: int) -> HttpResponse:
    """Blocks the author of a message."""
    author = _message(request, pk).author
    if author is None:
        raise Refusal(ChatCode.NO_SUCH_USER)
    block(blocker=_user(request), blocked=author)
    told = _(
        "%(name)s is blocked: you won't see each other's messages or be able to invite "
        "each other. They are not notified."
    )
    return done(request, told % {"name": shown_name(author)})


@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """All one's notices, newest first."""
    pages = Paginator(selectors.all_notices(_user(request)), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    return render(request, "chat/notices.html", {"page": page})


@login_required
@require_POST
def notices_seen(request: HttpRequest) -> HttpResponse:
    """Marks all notices as seen."""
    see_notices(user=_user(request))
    if is_htmx(request):
        return HttpResponse(bell(_user(request)).changes(whole=True))
    return redirect("chat:notices")


@login_required
@require_http_methods(["GET", "POST"])
def notice(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirects to where a notice points; by POST marks it as seen."""
    found = get_object_or_404(Notice, pk=pk, user_id=_user(request).pk)
    if request.method == "POST":
        see_notices(user=_user(request), ids=[pk])
    return HttpResponseRedirect(found.url or reverse("chat:notices"))


def _user(request: HttpRequest) -> Any:
    return request.user


def _message(request: HttpRequest, pk: int) -> Message:
    """The message if it stands and this person is shown it; else 404."""
    found = Message.objects.filter(pk=pk, removed_at=None).select_related("room", "author").first()
    if found is None or not rooms.access(_user(request), found.room.key).read:
        raise Http404
    if found.author_id in selectors.hidden_ids(_user(request)):
        raise Http404
    return found


# --- What binds a person in chat, and the one message they may say to it. ---


@login_required
@require_http_methods(["GET", "POST"])
def appeals(request: HttpRequest) -> HttpResponse:
    """Mutes in force with a form each, and earlier answers. POST: `act`, `text`."""
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
    """What they have said before, and why a moderator had done what it was about."""
    said = Appeal.objects.filter(user=user).exclude(act__in=[one.act for one in bound])
    last = list(said.select_related("act").order_by("-pk")[:10])
    return list(zip(last, with_names([one.act.reason for one in last]), strict=True))


def _sent(request: HttpRequest, user: Any) -> Refusal | None:
    """Carries out what was posted; the refusal, if it was."""
    given = request.POST.get("act", "")
    act = get_object_or_404(ModeratorAct, pk=given if given.isdecimal() else 0)
    try:
        appeal(user=user, act=act, text=request.POST.get("text", ""))
    except Refusal as refusal:
        return refusal
    return None


# --- The link in an e-mail that stops others like it. ---


@csrf_exempt  # mail programs post it without having been here (RFC 8058); the token is the proof
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Looking changes nothing, as mail programs look at links by themselves; a POST does."""
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
