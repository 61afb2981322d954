"""Tasks of Celery: they find what is due and call services. The schedule is in the settings."""

from celery import current_app, shared_task

from auctions.page import notice_texts
from auctions.services import notices, scheduler


@shared_task(name="auctions.tasks.on_the_quarter")
def on_the_quarter() -> None:
    """At each quarter of an hour: somewhere it is 17:15. Every match due gets a worker at once.

    The house's sweep would come within a second, and comes again for what this one misses.
    """
    for pk in scheduler.weeks_due():
        current_app.send_task("games.tasks.run_due", (pk,))


@shared_task(name="auctions.tasks.tell")
def tell() -> None:
    """Tells players of results, and reminds those without bids, as far as one go comes."""
    notices.tell_results(text=notice_texts.result_text, path=notice_texts.path_to)
    notices.remind(text=notice_texts.reminder_text, path=notice_texts.path_to)
