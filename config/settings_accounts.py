"""Settings for accounts: passwords, sign-up and log-in with django-allauth."""

from typing import Any

from config import environment as env

_VALIDATOR = "django.contrib.auth.password_validation.{}Validator"


def _validators(leaked: str) -> list[dict[str, Any]]:
    """Return Django's password validators.

    `leaked` is a local file of leaked passwords to refuse, or "" for none.
    """
    names = ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
    usual: list[dict[str, Any]] = [{"NAME": _VALIDATOR.format(name)} for name in names]
    if not leaked:
        return usual
    own = {"password_list_path": leaked}
    return [*usual, {"NAME": _VALIDATOR.format("CommonPassword"), "OPTIONS": own}]


# Django rehashes a password at the next log-in if it was hashed by a later one in this list.
PASSWORD_HASHERS = ["lobby.accounts.password_hasher.Argon2"]
PASSWORD_RESET_TIMEOUT = 60 * 60  # seconds; for links by mail, by moderators and by the operator
AUTH_PASSWORD_VALIDATORS = _validators(env.readable("LEAKED_PASSWORDS"))

MAIL_CONFIGURED = bool(env.text("EMAIL_HOST"))
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional" if MAIL_CONFIGURED else "none"
# A sign-up with somebody else's address looks like any other. So several accounts may have one
# address until one of them confirms it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_ADAPTER = "lobby.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "lobby.accounts.forms.LoginForm",
    "signup": "lobby.accounts.forms.SignupForm",
    "add_email": "lobby.accounts.forms.AddEmailForm",
    "change_password": "lobby.accounts.forms.ChangePasswordForm",
    "reset_password": "lobby.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "lobby.accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "lobby.accounts.forms.ReauthenticateForm",
    "request_login_code": "lobby.accounts.forms.RequestLoginCodeForm",
    "confirm_login_code": "lobby.accounts.forms.ConfirmLoginCodeForm",
}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
# For adding an e-mail address, which could be used to reset the password.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# The page always exists; without a mail server it says so and sends no code.
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60  # seconds; the mail mentions it
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Ridotto: "
USERSESSIONS_TRACK_ACTIVITY = False
USERSESSIONS_ADAPTER = "lobby.accounts.sessions.SessionsAdapter"
MFA_ADAPTER = "lobby.accounts.adapter.SecondFactorAdapter"
MFA_TOTP_ISSUER = "Ridotto"
# Nobody can confirm an address without mail. With it, an unconfirmed one may be somebody else's.
MFA_ALLOW_UNVERIFIED_EMAIL = not MAIL_CONFIGURED
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "add_webauthn": "lobby.accounts.second_factor.AddPasskeyForm",
    "edit_webauthn": "lobby.accounts.second_factor.EditPasskeyForm",
    "login_webauthn": "lobby.accounts.second_factor.LoginPasskeyForm",
    "authenticate_webauthn": "lobby.accounts.second_factor.AuthenticatePasskeyForm",
    "reauthenticate_webauthn": "lobby.accounts.second_factor.ReauthenticatePasskeyForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
# A finger, a face or a PIN, so a passkey is two factors at once.
MFA_WEBAUTHN_USER_VERIFICATION = "required"
SIGNUPS_PER_ADDRESS = env.whole("SIGNUPS_PER_ADDRESS", 20)  # a minute
# All other limits are django-allauth's.
ACCOUNT_RATE_LIMITS = {
    "signup": f"{SIGNUPS_PER_ADDRESS}/m/ip",
    "request_login_code": "20/m/ip,3/m/key,10/d/key",  # nobody's mailbox is filled with codes
}
