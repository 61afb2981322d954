"""App configurations, which connect the apps to each other when Django is ready."""

from django.apps import AppConfig
from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    """Static files without those that no page uses, such as 7 MB of viewers for the API."""

    # A web process lists all files when it starts.
    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns, "dmr", "select2",
    ]  # fmt: skip


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Ridotto"

    def ready(self) -> None:
        # These import models, so they must wait until all apps are loaded.
        from config import checks, wiring  # noqa: PLC0415
        from config.celery import app  # noqa: PLC0415
        from config.operations import metrics, sweep_fallback  # noqa: PLC0415

        checks.register()
        wiring.connect()
        sweep_fallback.connect(app)
        metrics.connect()
        if settings.SENTRY_DSN:  # loading it takes a thirtieth of the start
            from config.operations import error_reporting  # noqa: PLC0415

            error_reporting.connect()
