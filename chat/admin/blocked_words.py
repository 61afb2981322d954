"""Blocked words, for moderators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext, gettext_lazy as _

from chat.admin.row_acts import Act, ActAdmin, with_reason
from chat.core.refusals import Refusal
from chat.messages import validation
from chat.models import BlockedWord
from chat.models.moderation import MAX_REASON
from chat.models.rooms import MAX_TEXT
from chat.moderation import services as moderation

if TYPE_CHECKING:
    _Form = forms.ModelForm[BlockedWord]
else:  # Django's own classes take no type
    _Form = forms.ModelForm


class WordForm(_Form):
    """A new blocked word, with the reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        help_text=_("Stored permanently, so don't include names."),
    )

    class Meta:
        model = BlockedWord
        fields = ("word",)

    def clean_word(self) -> str:
        word: str = self.cleaned_data["word"]
        try:
            moderation.new_word_key(word)
        except Refusal as refusal:
            raise forms.ValidationError(refusal.message, code=refusal.code)
        return word


@admin.register(BlockedWord)
class BlockedWordAdmin(ActAdmin):
    list_display = ("word",)
    search_fields = ("word",)
    ordering = ("word",)
    form = WordForm
    change_list_template = "admin/chat/word_list.html"
    actions = (
        Act(
            "unblock",
            _("Remove from the list"),
            title=_("Remove words from the list"),
            do=with_reason(moderation.unblock_word, lambda word: {"word": word}),
        ),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_moderate_permission(request)

    def get_urls(self) -> list[Any]:
        tried = self.admin_site.admin_view(self.try_text)
        return [path("try/", tried, name="chat_blockedword_try"), *super().get_urls()]

    def try_text(self, request: HttpRequest) -> HttpResponse:
        """Show which blocked words a given text contains."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        text = request.GET.get("text", "")[:MAX_TEXT]
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Test a text"),
            "opts": self.model._meta,
            "text": text,
            "found": validation.words_in(text),
            "compared": validation.normalised(text),
        }
        return TemplateResponse(request, "admin/chat/try_words.html", context)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("word",) if obj else ("word", "reason")

    def save_model(self, request: Any, obj: BlockedWord, form: Any, change: bool) -> None:
        """Save through the service, which records the act."""
        made = moderation.block_word(
            moderator=request.user, word=obj.word, reason=form.cleaned_data["reason"]
        )
        obj.pk, obj.key = made.pk, made.key
