"""Wires the apps together when Django is ready: what a lower app needs of a higher one."""

from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    """Of the viewers that the API's library brings one is used; the others weigh 7 MB."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns, "redoc", "scalar", "stoplight", "swagger-ui.js",
    ]  # fmt: skip


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Ridotto"

    def ready(self) -> None:
        # Once the apps are loaded.
        from config import checks, wiring  # noqa: PLC0415
        from config.celery import app  # noqa: PLC0415
        from config.operations import error_reporting, metrics, sweep_fallback  # noqa: PLC0415

        checks.register()
        wiring.connect()
        sweep_fallback.connect(app)
        metrics.connect()
        error_reporting.connect()
