"""Pages that belong to no app: errors and health."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", status=403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's own looks for a token in the form, and fails where that cannot be read."""
    return render(request, "400.html", status=400)


def favicon(request: HttpRequest) -> HttpResponse:
    """For pages that name no icon of their own (the admin's, bare answers)."""
    return redirect(static("art/favicon.ico"))
