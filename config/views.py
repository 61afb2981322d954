"""Pages that belong to no app: errors and an icon."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", status=403)


# Django's own error pages look for a token in the form, and fail where that cannot be read.
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", {"exception": str(exception)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def favicon(request: HttpRequest) -> HttpResponse:
    """For pages that name no icon of their own (the admin's, bare answers)."""
    return redirect(static("art/favicon.ico"))
