"""Wires the apps together when Django is ready: what a lower app needs of a higher one."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Ridotto"

    def ready(self) -> None:
        from config import checks, wiring  # noqa: PLC0415  # once the apps are loaded

        checks.register()
        wiring.connect()
