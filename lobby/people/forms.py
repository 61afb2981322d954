"""Forms of people: their settings, a guest's name, keeping a guest account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from lobby.models import HUES, User
from lobby.names import LONGEST, SHORTEST, one_line
from lobby.people.name_registry import check_display_name, check_username
from lobby.people.time_zones import zones

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
else:
    UserForm = forms.ModelForm

# The rules of `AUTH_PASSWORD_VALIDATORS` in one sentence.
PASSWORD_HINT = _("At least 8 characters, not digits only, nothing common and not like your name.")


class SettingsForm(UserForm):
    """How somebody is shown to others, and how the house behaves for them."""

    hue = forms.TypedChoiceField(
        label=_("Colour of your seat"),
        help_text=_("Yours at every table where it is free."),
        choices=[("", _("no preference")), *((str(hue), str(hue)) for hue in range(HUES))],
        coerce=int,
        empty_value=None,
        required=False,
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    friends_by = forms.ChoiceField(
        label=_("Who may ask me to be friends"), choices=User.Asks, required=False
    )

    class Meta:
        model = User
        fields = (
            "display_name",
            "hue",
            "time_zone",
            "language",
            "theme",
            "sound",
            "vibration",
            "asks_twice",
            "best_listed",
            "friends_by",
        )
        labels: ClassVar[dict[str, Any]] = {
            "theme": _("Light or dark"),
            "sound": _("Play a soft sound when it is my move"),
            "vibration": _("Let the phone vibrate when it is my move, where it can"),
            "asks_twice": _("Ask me before a move that cannot be taken back"),
            "best_listed": _("I may stand in lists of the best"),
        }
        help_texts: ClassVar[dict[str, Any]] = {
            "display_name": _(
                "What others see in place of your username. Leave it empty for that."
            ),
            "time_zone": _("Type a city to search. Times on all pages are shown in this zone."),
        }

    def clean_display_name(self) -> str:
        name = one_line(self.cleaned_data["display_name"])
        # A name that one has stays good, whatever has been decided of names since.
        if name and name not in (self.instance.username, self.instance.display_name):
            check_display_name(name, holder=self.instance)
        return name

    def clean_friends_by(self) -> str:
        """Guests are not asked for it."""
        return self.cleaned_data["friends_by"] or str(self.instance.friends_by)

    def clean_time_zone(self) -> str:
        zone: str = self.cleaned_data["time_zone"].strip().replace(" ", "_")
        known = {name.lower(): name for name in zones()}
        if zone.lower() not in known:
            raise ValidationError(
                _("There is no such time zone. Choose one of the list, such as Europe/Rome.")
            )
        return known[zone.lower()]


class GuestNameForm(forms.Form):
    """How a guest wishes to be called; empty: a name is drawn."""

    name = forms.CharField(
        label=_("Your name"),
        help_text=_("Others see it. Leave it empty and you are given one."),
        max_length=LONGEST,
        required=False,
    )

    def clean_name(self) -> str:
        name = one_line(self.cleaned_data["name"])
        if name:
            check_display_name(name)
        return name


class KeepForm(forms.Form):
    """A guest chooses a name and a password and keeps the account."""

    username = forms.CharField(
        label=_("Username"),
        min_length=SHORTEST,
        max_length=LONGEST,
        help_text=_("You log in with it, and others see it."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=PASSWORD_HINT,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        check_username(name, holder=self.guest)
        return name

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "password" in data:
            somebody = User(username=data.get("username", ""))
            try:
                validate_password(data["password"], somebody)
            except ValidationError as error:
                self.add_error("password", error)
        return data
