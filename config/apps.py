"""Wires the apps together when Django is ready: what a lower app needs of a higher one."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Ridotto"

    def ready(self) -> None:
        from config import checks, metrics, reporting, sweeping, wiring  # noqa: PLC0415  # once the apps are loaded
        from config.celery import app  # noqa: PLC0415

        checks.register()
        wiring.connect()
        sweeping.connect(app)
        metrics.connect()
        reporting.connect()
