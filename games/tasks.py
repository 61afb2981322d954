"""Tasks of Celery: they find what is due and call services. The schedule is in the settings."""

from celery import shared_task

from chat.core import heartbeat
from games.services import due, upkeep


@shared_task(name="games.tasks.run_due")
def run_due(match_pk: int) -> None:
    """Does what is due in one match. Running it twice, or late, is harmless."""
    due.run_due(match_pk)


@shared_task(name="games.tasks.sweep")
def sweep(*, scheduled: bool = True) -> None:
    """Finds everything that is due, however late it is. `scheduled`: the schedule asked for it."""
    if scheduled:
        heartbeat.beat()
    due.run_all_due()


@shared_task(name="games.tasks.tidy")
def tidy() -> None:
    """Closes old open tables and forgets keys that no page can send any more."""
    upkeep.tidy()
