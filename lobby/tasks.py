"""What the schedule does for people."""

from __future__ import annotations

from celery import shared_task

from chat.core.steps import run_steps
from lobby.people.guests import tidy_guests
from lobby.people.name_registry import forget_resting
from lobby.people.sessions import forget_ended, forget_expired


@shared_task(name="lobby.tasks.tidy")
def tidy() -> None:
    """Forgets sessions that have run out, names that rested, and guests unused for long."""
    run_steps(forget_expired)
    run_steps(forget_resting)
    forget_ended()
    tidy_guests()
