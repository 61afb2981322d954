"""The settings in five sections: their navigation, and the search for one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from chat.delivery.kinds import ROWS
from lobby.accounts.forms import SettingsForm
from lobby.models import User
from lobby.requests import PersonRequest

Label = str | Promise


@dataclass(frozen=True)
class SettingsPage:
    """A page of the settings. `words`: what can be set or done there."""

    label: Label
    name: str  # of its URL
    words: Sequence[Label] = ()
    guests: bool = True  # False: only for members


SECTIONS: Sequence[tuple[Label, Sequence[SettingsPage]]] = (
    (_("Profile"), [SettingsPage(_("Profile and display"), "lobby:profile")]),
    (
        _("Log-in"),
        [
            SettingsPage(_("E-mail"), "account_email", [_("E-mail addresses")], guests=False),
            SettingsPage(
                _("Password"), "account_change_password", [_("Change the password")], guests=False
            ),
            SettingsPage(
                _("Second factor"),
                "mfa_index",
                [_("Passkeys"), _("Authenticator app"), _("Recovery codes")],
                guests=False,
            ),
            SettingsPage(
                _("Sessions"), "usersessions_list", [_("Log out other browsers")], guests=False
            ),
        ],
    ),
    (
        _("Notices"),
        [
            SettingsPage(
                _("Notices"),
                "lobby:notices",
                [
                    *(row.label for row in ROWS.values()),
                    _("Quiet hours"),
                    _("Push alert"),
                    _("Table alerts"),
                    _("Devices with push"),
                    _("Delivery log"),
                ],
            ),
            SettingsPage(_("Deadlines"), "auctions:deadlines", [_("Calendar feed")]),
        ],
    ),
    (
        _("Privacy"),
        [
            SettingsPage(_("Blocked people"), "lobby:blocked", [_("Unblock")]),
            SettingsPage(_("Your data"), "lobby:privacy", [_("Download my data")]),
            SettingsPage(_("Delete account"), "lobby:delete_account"),
        ],
    ),
    (
        _("Programs"),
        [
            SettingsPage(
                _("Tokens"),
                "lobby:tokens",
                [_("Webhook"), _("Bot account"), _("API")],
                guests=False,
            )
        ],
    ),
)


MEMBERS_ONLY = ("best_listed", "friends_by")  # fields that guests and bots do not have


@dataclass(frozen=True)
class Link:
    """A link of the navigation, or a setting that was found."""

    label: Label
    url: str
    current: bool = False
    place: Label = ""  # the page of a setting


def pages_of(user: User) -> Iterator[tuple[Label, Sequence[SettingsPage]]]:
    """Yield the sections that this person has, with their pages."""
    for label, pages in SECTIONS:
        shown = [page for page in pages if page.guests or not user.is_guest]
        if shown:
            yield label, shown


def navigation(request: HttpRequest) -> tuple[list[Link], list[Link]]:
    """Return links to the sections, and to the pages of the current one if it has several."""
    sections: list[Link] = []
    inside: list[Link] = []
    if not isinstance(request.user, User):
        return sections, inside
    for label, pages in pages_of(request.user):
        links = [_link(page, request.path) for page in pages]
        current = any(link.current for link in links)
        sections.append(Link(label, links[0].url, current))
        if current and len(links) > 1:
            inside = links
    return sections, inside


def _link(page: SettingsPage, path: str) -> Link:
    url = reverse(page.name)
    # Pages of allauth have pages of their own below them. The profile is above all others.
    below = page.name != "lobby:profile" and path.startswith(url)
    return Link(page.label, url, current=path == url or below)


@login_required
@require_safe
def find_settings(request: PersonRequest) -> HttpResponse:
    """Show the settings whose names contain all words of `q`, or all of them."""
    typed = request.GET.get("q", "")[:100]
    words = typed.casefold().split()
    found = [
        link
        for link in _settings(request.user)
        if all(word in f"{link.label} {link.place}".casefold() for word in words)
    ]
    return render(request, "lobby/accounts/find_settings.html", {"typed": typed, "found": found})


def _settings(user: User) -> Iterator[Link]:
    for _section, pages in pages_of(user):
        for page in pages:
            url = reverse(page.name)
            yield Link(page.label, url)
            for word in page.words:
                yield Link(word, url, place=page.label)
            if page.name == "lobby:profile":
                yield from _fields(user, url, page.label)
    if settings.MAIL_CONFIGURED:
        yield Link(_("Daily e-mail summary"), reverse("lobby:notices"), place=_("Notices"))


def _fields(user: User, url: str, place: Label) -> Iterator[Link]:
    """Yield the fields of the form on the first page that this person has."""
    for name, field in SettingsForm.base_fields.items():
        if name in MEMBERS_ONLY and (user.is_guest or user.is_bot):
            continue
        label = str(field.label)
        yield Link(label[:1].upper() + label[1:], f"{url}#id_{name}", place=place)
