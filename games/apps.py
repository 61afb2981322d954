"""The configuration of the games app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Matches and packs")

    def ready(self) -> None:
        from games import checks  # noqa: PLC0415
        from games.services import failures  # noqa: PLC0415  # once the apps are loaded

        checks.register()
        failures.connect()
