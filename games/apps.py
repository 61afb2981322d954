"""The games app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Matches and packs")

    def ready(self) -> None:
        from games import checks  # noqa: PLC0415
        from games.page import snapshot  # noqa: PLC0415  # once the apps are loaded
        from games.services import advance, failures, play  # noqa: PLC0415

        checks.register()
        failures.connect()
        advance.on_written.append(snapshot.prime_cache)
        advance.on_written.append(play.count_written)
