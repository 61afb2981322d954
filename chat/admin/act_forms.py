"""Forms of moderators' acts: the reason, and how long an effect lasts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy as _

from chat.core.clock import now
from chat.models.moderation import MAX_REASON

STORED = _("Stored permanently, so don't include names.")


class ActForm(forms.Form):
    """The form of an act on `rows`, without fields of its own."""

    def __init__(
        self, data: Any = None, *, request: HttpRequest, rows: Sequence[Any], **options: Any
    ) -> None:
        super().__init__(data, **options)
        self.request, self.rows = request, rows


class ReasonForm(ActForm):
    """The reason for an act."""

    reason = forms.CharField(label=_("Reason"), max_length=MAX_REASON, help_text=STORED)


REASONS = (
    _("Insults or harassment"),
    _("Hate or threats"),
    _("Sexual or violent content"),
    _("Spam or advertising"),
    _("Somebody's private data"),
    _("Cheating"),
    _("An offensive name"),
)
LENGTHS = {
    "hour": (_("1 hour"), timedelta(hours=1)),
    "day": (_("1 day"), timedelta(days=1)),
    "week": (_("7 days"), timedelta(days=7)),
    "month": (_("30 days"), timedelta(days=30)),
    "year": (_("365 days"), timedelta(days=365)),
}
FOR_GOOD, EXACT = "for good", "exact"


class UntilForm(ActForm):
    """The reason for an act, from a list or in one's own words, and how long it lasts."""

    listed = forms.ChoiceField(label=_("Reason"), required=False)
    reason = forms.CharField(
        label=_("In your own words"), max_length=200, required=False, help_text=STORED
    )
    length = forms.ChoiceField(
        label=_("Duration"),
        choices=[
            *((name, label) for name, (label, _length) in LENGTHS.items()),
            (FOR_GOOD, _("permanently")),
            (EXACT, _("until the time below")),
        ],
        initial="day",
    )
    exactly = forms.DateTimeField(
        label=_("Until"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}),
        help_text=_("In your time zone."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # Stored in the language of the moderator, as their own words are.
        listed = [(str(words), words) for words in REASONS]
        field: Any = self.fields["listed"]
        field.choices = [("", _("Choose one, or write below")), *listed]

    def clean(self) -> dict[str, Any] | None:
        super().clean()
        cleaned = self.cleaned_data
        if cleaned.get("length") == EXACT and not cleaned.get("exactly"):
            self.add_error("exactly", gettext("Enter the time when it ends."))
        listed, words = cleaned.get("listed", ""), cleaned.get("reason", "")
        if listed and words:
            words = gettext("%(reason)s: %(words)s") % {"reason": listed, "words": words}
        cleaned["reason"] = words or listed or self.usual_reason()
        if not cleaned["reason"]:
            self.add_error("listed", gettext("Choose a reason, or write one."))
        return cleaned

    def usual_reason(self) -> str:
        """Return the reason if none is given, or "" if there must be one."""
        return ""

    @property
    def until(self) -> datetime | None:
        """The time at which the effect of the act ends; None: never."""
        length = self.cleaned_data["length"]
        if length == FOR_GOOD:
            return None
        if length == EXACT:
            exactly: datetime = self.cleaned_data["exactly"]
            return exactly
        return now() + LENGTHS[length][1]


class MuteForm(UntilForm):
    """The reason for a mute, and how long it lasts."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        length: Any = self.fields["length"]
        length.choices = [choice for choice in length.choices if choice[0] != FOR_GOOD]

    @property
    def end(self) -> datetime:
        """The time at which the mute ends."""
        assert self.until is not None
        return self.until
