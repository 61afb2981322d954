"""Tasks of Celery: they find what is due and call services. The schedule is in the settings."""

from celery import current_app, shared_task

from chat.core import heartbeat
from chat.core.batched_jobs import run_steps
from games.blanks import tastes
from games.services import retention, scheduler

STINT = 0.5  # seconds of work; then the worker has an ear for other tasks
LOT = 10  # tables at which something is due, for which one more worker is asked to help
HELPERS = 16
PATIENCE = 5.0  # seconds a large match waits for a worker; the next sweeps ask for it again


@shared_task(name="games.tasks.run_due")
def run_due(match_pk: int) -> None:
    """Does what is due in one match. Running it twice, or late, is harmless."""
    scheduler.run_due(match_pk)


@shared_task(name="games.tasks.work")
def work() -> None:
    """Does what is most urgent at tables."""
    scheduler.work(seconds=STINT)


@shared_task(name="games.tasks.think")
def think(match_pk: int, seat: int, decision: str) -> None:
    """Lets a bot that searches think. Running it twice, or late, is harmless."""
    scheduler.think(pk=match_pk, seat=seat, decision=decision)


@shared_task(name="games.tasks.sweep")
def sweep(*, scheduled: bool = True) -> None:
    """Finds everything that is due, however late it is. `scheduled`: the schedule asked for it."""
    if scheduled:
        heartbeat.beat()
    for pk in scheduler.large_ones_due():
        current_app.send_task("games.tasks.run_due", (pk,), expires=PATIENCE)
    waiting = scheduler.count_due(limit=LOT * HELPERS)
    for _ in range(waiting // LOT):
        current_app.send_task("games.tasks.work", expires=STINT)
    if waiting:
        scheduler.work(seconds=STINT)


@shared_task(name="games.tasks.put_clocks_right")
def put_clocks_right() -> None:
    """After the clock of the house was put back, nobody waits for the time it had before."""
    scheduler.put_clocks_right()


@shared_task(name="games.tasks.learn_tastes")
def learn_tastes() -> None:
    """Daily: what people liked since yesterday, for bots. In stints, until all is counted."""
    run_steps(tastes.learn_one)
    if tastes.more_to_learn():
        current_app.send_task("games.tasks.learn_tastes", countdown=1, expires=60)


@shared_task(name="games.tasks.tidy")
def tidy() -> None:
    """Closes old open tables; forgets old keys, packs old logs, for as long as others may wait."""
    retention.tidy()
