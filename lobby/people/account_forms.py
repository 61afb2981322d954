"""The forms of django-allauth in the house's words."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from lobby.people.forms import PASSWORD_HINT


def _in_our_words(form: forms.Form, **labels: str) -> None:
    """Labels stand above their fields, so nothing is repeated inside them."""
    for name, label in labels.items():
        if name in form.fields:
            form.fields[name].label = label
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class LoginForm(account.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, login=_("Username or e-mail address"), password=_("Password"))
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""


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
        self.fields["username"].help_text = _("You log in with it, and others see it.")
        self.fields["email"].help_text = (
            _("Lets you reset a forgotten password. Nobody sees it.")
            if settings.MAIL_CONFIGURED
            else _("You can log in with it. This house does not send e-mail. Nobody sees it.")
        )
        self.fields["password1"].help_text = PASSWORD_HINT

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """As allauth's own, where somebody else took the name while the form was checked too."""
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


class ReauthenticateForm(account.ReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, password=_("Your password"))


class RequestLoginCodeForm(account.RequestLoginCodeForm):
    _user: Any  # whom a code is sent to, if to anybody

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, email=_("E-mail address"))

    def clean_email(self) -> str:
        """Nobody is told whether there is an account: those without one get a mail that says so.

        An address that was never confirmed may be somebody else's, and opens nothing.
        """
        if not settings.MAIL_CONFIGURED:
            raise ValidationError(_("This house does not send e-mail."))
        try:
            email = str(super().clean_email())
        except ValidationError as error:
            raise ValidationError(
                _("Too many codes were asked for with this address. Try again later."), error.code
            ) from error
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
