"""The Celery application: its tasks live in the apps, its schedule in the settings."""

import os
import sys

from celery import Celery
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")  # noqa: TID251  (names the settings)
try:
    settings.configured or settings.INSTALLED_APPS  # noqa: B018  (read now: a mistake is told in a sentence)
except ImproperlyConfigured as error:
    sys.exit(f"The settings do not hold. {error}")

app = Celery("ridotto")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
