"""Assembles the site; decides nothing."""

from config import zones
from config.celery import app as celery_app

__all__ = ["celery_app"]

zones.pin()  # before anything asks what time it is anywhere
