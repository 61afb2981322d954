"""What the schedule does for people."""

from __future__ import annotations

from celery import shared_task

from chat.core.batched_jobs import run_steps
from lobby.accounts.guests import tidy_guests
from lobby.accounts.name_registry import forget_resting
from lobby.accounts.sessions import forget_ended, forget_expired


@shared_task(name="lobby.tasks.tidy")
def tidy() -> None:
    """Forgets sessions that have run out, names that rested, and guests unused for long."""
    run_steps(forget_expired)
    run_steps(forget_resting)
    forget_ended()
    tidy_guests()
