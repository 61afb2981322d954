"""The Celery application: its tasks live in the apps, its schedule in the settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("ridotto")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
