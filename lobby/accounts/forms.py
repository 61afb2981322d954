"""Forms for accounts (based on django-allauth's), settings and guest names."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account import forms as account
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import get_text_list
from django.utils.translation import gettext as _, gettext_lazy

from chat.core.name_keys import name_keys
from lobby.accounts.browsers import zones
from lobby.accounts.name_registry import TAKEN_CODES, check_name, free_names
from lobby.accounts.tokens import revoke_tokens
from lobby.accounts.zone_field import ZoneField
from lobby.models import HUES, User
from lobby.names import LONGEST_CODED, normalise_name

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
else:
    UserForm = forms.ModelForm

# The rules of `AUTH_PASSWORD_VALIDATORS` in one sentence.
PASSWORD_HINT = gettext_lazy(
    "At least 8 characters. It can't be only digits, a common password, or similar to your name."
)


class SettingsForm(UserForm):
    """The settings form: a person's public appearance and preferences."""

    hue = forms.TypedChoiceField(
        label=gettext_lazy("Colour of your seat"),
        help_text=gettext_lazy("You get it at every table where nobody else has it."),
        choices=[
            ("", gettext_lazy("no preference")),
            *((str(hue), str(hue)) for hue in range(HUES)),
        ],
        coerce=int,
        empty_value=None,
        required=False,
    )
    time_zone = ZoneField(
        zones(),
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("Type a city to search. All times are shown in this time zone."),
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    friends_by = forms.ChoiceField(
        label=gettext_lazy("Who can send me friend requests"), choices=User.Asks, required=False
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
            "sends_in_time",
            "best_listed",
            "shows_practice",
            "friends_by",
        )
        labels: ClassVar[dict[str, Any]] = {
            "theme": gettext_lazy("Theme"),
            "sound": gettext_lazy("Play a soft sound when it's my turn"),
            "vibration": gettext_lazy("Vibrate when it's my turn, on phones that can"),
            "asks_twice": gettext_lazy("Ask me before a move that can't be undone"),
            "sends_in_time": gettext_lazy("Send what I have chosen when the time runs out"),
            "best_listed": gettext_lazy("Show me on leaderboards"),
            "shows_practice": gettext_lazy("Show my matches against bots on my public profile"),
        }
        help_texts: ClassVar[dict[str, Any]] = {
            "display_name": gettext_lazy(
                "Shown to others instead of your username. Leave it empty to show your username."
            ),
        }

    def clean_display_name(self) -> str:
        name = normalise_name(self.cleaned_data["display_name"])
        # A current name stays valid even if the rules for names have changed.
        if name and name not in (self.instance.username, self.instance.display_name):
            check_name(name, holder=self.instance)
        return name

    def clean_friends_by(self) -> str:
        """Return the choice, or the stored one for guests, who have no such field."""
        return self.cleaned_data["friends_by"] or str(self.instance.friends_by)


class GuestNameForm(forms.Form):
    """The name a guest would like. A random one is chosen if it is empty."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        help_text=gettext_lazy("Others can see it. Leave it empty to get a random name."),
        max_length=LONGEST_CODED,
        required=False,
    )

    def __init__(self, *args: Any, taken: Collection[str] = (), **kwargs: Any) -> None:
        """`taken`: the names at the table, of which none may look like the guest's."""
        super().__init__(*args, **kwargs)
        self.taken = taken

    def clean_name(self) -> str:
        name = normalise_name(self.cleaned_data["name"])
        if name:
            check_name(name)
        keys = name_keys(name)
        for other in self.taken:
            if not keys.isdisjoint(name_keys(other)):
                self._offer(next(free_names(name, taken=self.taken), ""))
                text = gettext_lazy("%(name)s is already at this table. You could use this name:")
                raise ValidationError(text, code="name_taken", params={"name": other})
        return name

    def _offer(self, name: str) -> None:
        """Show another name in the field than the one that was typed."""
        # Posted data is a `QueryDict`; its type here is that of any mapping.
        self.data = self.data.copy()  # type: ignore[attr-defined]
        self.data[self.add_prefix("name")] = name  # type: ignore[index]


class KeepForm(forms.Form):
    """A username and a password with which a guest keeps the account."""

    username = forms.CharField(
        label=gettext_lazy("Username"),
        max_length=LONGEST_CODED,
        help_text=gettext_lazy("You log in with it. Others can see it."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        help_text=PASSWORD_HINT,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest

    def clean_username(self) -> str:
        name = normalise_name(self.cleaned_data["username"])
        try:
            check_name(name, holder=self.guest)
        except ValidationError as error:
            if error.code not in TAKEN_CODES:
                raise
            free = get_text_list(list(islice(free_names(name, holder=self.guest), 3)), _("or"))
            text = gettext_lazy("This name, or one that looks like it, is taken. Try %(names)s.")
            raise ValidationError(text, code=error.code, params={"names": free}) from error
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


# --- django-allauth's forms with this site's labels


def _in_our_words(form: forms.Form, **labels: str) -> None:
    """Set the labels of the fields and drop their placeholders."""
    for name, label in labels.items():
        if name in form.fields:
            form.fields[name].label = label
    # The labels are above the fields, so a placeholder would only repeat them.
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class LoginForm(account.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, login=_("Username or e-mail address"), password=_("Password"))
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""

    def clean_login(self) -> str:
        """Return the username as its account writes it, or what was typed if there is none."""
        typed = str(super().clean_login())
        somebody = User.objects.filter(username_key=typed).first()
        return somebody.username if somebody else typed


class SignupForm(account.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(
            self,
            username=_("Username"),
            email=_("E-mail address (optional)"),
            password1=_("Password"),
            password2=_("Repeat the password"),
        )
        self.fields["username"].help_text = _("You log in with it. Others can see it.")
        self.fields["email"].help_text = (
            _("Lets you reset a forgotten password. Only you can see it.")
            if settings.MAIL_CONFIGURED
            else _("You can log in with it. Only you can see it. This site doesn't send e-mail.")
        )
        self.fields["password1"].help_text = PASSWORD_HINT

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Save the account, or redirect to the sign-up page with an error.

        That happens if somebody else took the name while this form was being checked.
        """
        try:
            saved: tuple[Any, HttpResponse | None] = super().try_save(request)
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
            return None, redirect("account_signup")
        return saved


class AddEmailForm(account.AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, email=_("E-mail address"))

    def save(self, request: HttpRequest) -> EmailAddress:
        """Add the address, and send its confirmation if the site sends e-mail."""
        add, email = EmailAddress.objects.add_email, self.cleaned_data["email"]
        added: EmailAddress = add(request, self.user, email, confirm=settings.MAIL_CONFIGURED)
        return added


class ChangePasswordForm(account.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(
            self,
            oldpassword=_("Current password"),
            password1=_("New password"),
            password2=_("Repeat the new password"),
        )
        self.fields["oldpassword"].help_text = ""
        self.fields["password1"].help_text = PASSWORD_HINT


class ResetPasswordForm(account.ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, email=_("E-mail address"))


class ResetPasswordKeyForm(account.ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, password1=_("New password"), password2=_("Repeat the new password"))
        self.fields["password1"].help_text = PASSWORD_HINT

    @transaction.atomic
    def save(self) -> None:
        """Set the new password and revoke all API tokens."""
        # A password is reset when somebody else may have used the account.
        revoke_tokens(user=self.user)
        super().save()


class ReauthenticateForm(account.ReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, password=_("Your password"))


class RequestLoginCodeForm(account.RequestLoginCodeForm):
    _user: Any  # the account that gets a code, or None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, email=_("E-mail address"))

    def clean_email(self) -> str:
        """Return the address, which may get a code only if an account confirmed it.

        Raise `ValidationError` if the site sends no e-mail or too many codes were requested.
        """
        if not settings.MAIL_CONFIGURED:
            raise ValidationError(_("This site doesn't send e-mail."))
        try:
            email = str(super().clean_email())
        except ValidationError as error:
            raise ValidationError(
                _("Too many codes were requested for this address. Try again later."), error.code
            ) from error
        # The page must not reveal if there is an account. Without one, the mail says so.
        # An unconfirmed address may be somebody else's, so it must not open an account.
        own = EmailAddress.objects.filter(user=self._user, email__iexact=email, verified=True)
        if self._user and not own.exists():
            self._user = None
        return email


class ConfirmLoginCodeForm(account.ConfirmLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, code=_("Code"))
        self.fields["code"].max_length = 40
        self.fields["code"].widget.attrs["autofocus"] = True
