"""What every app stands on: clock, prepared SQL, digests, refusals, answers to commands."""
