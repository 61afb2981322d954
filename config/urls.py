"""URLs of the site."""

from allauth.account.decorators import reauthentication_required, secure_admin_login
from allauth.usersessions.views import list_usersessions
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from chat.admin import appeals, reports
from chat.admin.desk import with_desk
from config import api, views
from config.server import middleware
from games.admin import deadlines, matches, packs
from lobby.accounts.second_factor import AddPasskeyView
from lobby.admin import LINES as PEOPLE
from lobby.tables.views import home

# Moderators use the normal log-in, so limits, second factors and suspensions apply to them. Django
# documents assigning to the site's views; its type stubs do not allow it.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
DESK = [*appeals.LINES, *reports.LINES, *deadlines.LINES, *matches.LINES, *packs.LINES, *PEOPLE]
admin.site.index = with_desk(admin.site.index, DESK)  # type: ignore[method-assign]

handler400, handler403, handler404 = views.bad_request, views.forbidden, views.not_found
handler500 = middleware.error_page

# The admin's front page links to everything, and lists need the space.
admin.site.enable_nav_sidebar = False

# Anybody can see their sessions, but ending others needs a recent log-in.
sessions = reauthentication_required(list_usersessions, allow_get=True)

urlpatterns = [
    path("", home, name="home"),
    path("", include("games.urls")),  # first, because actions are the most frequent requests
    path("admin/", admin.site.urls),
    path("account/sessions/", sessions, name="usersessions_list"),
    path("account/2fa/webauthn/add/", AddPasskeyView.as_view(), name="mfa_add_webauthn"),
    path("account/", include("allauth.urls")),
    path("api/v1/", include(api.urlpatterns)),
    path("chat/", include("chat.urls")),
    path("packs/", include("games.blanks.packs.urls")),
    path("favicon.ico", views.favicon),
    # Password managers open it (https://w3c.github.io/webappsec-change-password-url/).
    path(
        ".well-known/change-password",
        RedirectView.as_view(pattern_name="account_change_password"),
    ),
    path("push-worker.js", views.push_worker, name="push_worker"),
    path("ridotto.webmanifest", views.manifest, name="manifest"),
    path("", include("auctions.urls")),
    path("", include("lobby.urls")),
]
