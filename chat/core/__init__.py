"""The basis of all apps: clock, caches, templates, refusals, answers to commands."""
