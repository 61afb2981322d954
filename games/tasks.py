"""Celery tasks: they find what is due and call services.

The schedule is in the settings.
"""

from celery import shared_task

from chat.core.batched_jobs import run_steps
from chat.core.broker import request_task
from games.blanks import tastes
from games.services import heartbeat, retention, scheduler

STINT = 0.5  # seconds of work; then the worker is free for other tasks
LOT = 10  # for so many due tables, another worker is called
HELPERS = 16
PATIENCE = 5.0  # seconds until the task of a large match expires; later sweeps send it again


@shared_task(name="games.tasks.run_due")
def run_due(match_pk: int) -> None:
    """Do what is due in one match. Running it twice, or late, is harmless."""
    scheduler.run_due(match_pk)


@shared_task(name="games.tasks.work")
def work() -> None:
    """Do what is most urgent at tables."""
    scheduler.work(seconds=STINT)


@shared_task(name="games.tasks.think")
def think(match_pk: int, seat: int, decision: str) -> None:
    """Let a bot search. Running it twice, or late, is harmless."""
    scheduler.think(pk=match_pk, seat=seat, decision=decision)


@shared_task(name="games.tasks.sweep")
def sweep(*, scheduled: bool = True) -> None:
    """Find everything that is due, however late it is.

    `scheduled`: True if the schedule sent this task, which then counts as its heartbeat.
    """
    heartbeat.beat(scheduled=scheduled)
    for pk in scheduler.large_ones_due():
        request_task("games.tasks.run_due", pk, expires=PATIENCE)
    waiting = scheduler.count_due(limit=LOT * HELPERS)
    for _ in range(waiting // LOT):
        request_task("games.tasks.work", expires=STINT)
    if waiting:
        scheduler.work(seconds=STINT)


@shared_task(name="games.tasks.put_clocks_right")
def put_clocks_right() -> None:
    """Correct the times of matches after the site's clock was set back."""
    scheduler.put_clocks_right()


@shared_task(name="games.tasks.learn_tastes")
def learn_tastes() -> None:
    """Learn which cards people have liked since yesterday, for bots.

    It runs daily, and works in short stints until everything is counted.
    """
    run_steps(tastes.learn_one)
    if tastes.more_to_learn():
        request_task("games.tasks.learn_tastes", countdown=1, expires=60)


@shared_task(name="games.tasks.tidy")
def tidy() -> None:
    """Do some housekeeping on old tables, keys and logs; the next run continues."""
    retention.tidy()
