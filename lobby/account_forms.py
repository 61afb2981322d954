"""The forms of django-allauth in the house's words."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account
from django import forms
from django.utils.translation import gettext as _

from lobby.forms import password_hint


def _in_our_words(form: forms.Form, **labels: str) -> None:
    """Labels stand above their fields, so nothing is repeated inside them."""
    for name, label in labels.items():
        if name in form.fields:
            form.fields[name].label = label
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class LoginForm(account.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, login=_("Username or e-mail address"), password=_("Password"))
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""


class SignupForm(account.SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(
            self,
            username=_("Username"),
            email=_("E-mail address (optional)"),
            password1=_("Password"),
            password2=_("Password once more"),
        )
        self.fields["username"].help_text = _("You log in with it, and others see it.")
        self.fields["email"].help_text = _("Lets you reset a forgotten password. Nobody sees it.")
        self.fields["password1"].help_text = password_hint()


class AddEmailForm(account.AddEmailForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, email=_("E-mail address"))


class ChangePasswordForm(account.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(
            self,
            oldpassword=_("Present password"),
            password1=_("New password"),
            password2=_("New password once more"),
        )
        self.fields["oldpassword"].help_text = ""
        self.fields["password1"].help_text = password_hint()


class ResetPasswordForm(account.ResetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, email=_("E-mail address"))


class ResetPasswordKeyForm(account.ResetPasswordKeyForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, password1=_("New password"), password2=_("New password once more"))
        self.fields["password1"].help_text = password_hint()


class ReauthenticateForm(account.ReauthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, password=_("Your password"))
