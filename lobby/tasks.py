"""Scheduled tasks for people's data."""

from __future__ import annotations

from celery import shared_task

from chat.core.batched_jobs import run_steps
from lobby.accounts.guests import tidy_guests
from lobby.accounts.name_registry import forget_resting
from lobby.accounts.sessions import forget_ended, forget_expired


@shared_task(name="lobby.tasks.tidy")
def tidy() -> None:
    """Remove expired sessions, reserved names that expired, and unused guests."""
    run_steps(forget_expired)
    run_steps(forget_resting)
    forget_ended()
    tidy_guests()
