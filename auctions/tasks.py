"""Celery tasks that find what is due and call the services.

Their schedule is in the settings.
"""

from celery import shared_task

from auctions.page import notice_texts
from auctions.services import notices, scheduler
from chat.core.broker import request_task


@shared_task(name="auctions.tasks.on_the_quarter")
def on_the_quarter() -> None:
    """Send a worker to every match with an auction due, on each quarter of an hour."""
    # Time zones are offset by whole quarters of an hour, so 17:15 somewhere is always on one. The
    # regular sweep would come within a second anyway, and picks up whatever this task misses.
    for pk in scheduler.weeks_due():
        request_task("games.tasks.run_due", pk)


@shared_task(name="auctions.tasks.tell")
def tell() -> None:
    """Notify players of results, and remind those without bids.

    One run takes a limited number of steps; the next run continues.
    """
    notices.tell_results(text=notice_texts.result_text, path=notice_texts.path_to)
    notices.remind(text=notice_texts.reminder_text, path=notice_texts.path_to)
