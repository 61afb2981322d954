"""Tasks of Celery: they find what is due and call services. The schedule is in the settings."""

from celery import current_app, shared_task

from auctions import letters
from auctions.services import coming, telling


@shared_task(name="auctions.tasks.on_the_quarter")
def on_the_quarter() -> None:
    """At each quarter of an hour: somewhere it is 17:15. Every match due gets a worker at once.

    The house's sweep would come within a second, and comes again for what this one misses.
    """
    for pk in coming.weeks_due():
        current_app.send_task("games.tasks.run_due", (pk,))


@shared_task(name="auctions.tasks.tell")
def tell() -> None:
    """Tells players of results, and reminds those without bids, as far as one go comes."""
    telling.tell_results(text=letters.result_text, path=letters.path_to)
    telling.remind(text=letters.reminder_text, path=letters.path_to)
