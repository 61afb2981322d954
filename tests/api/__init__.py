"""Tests of the API as programs use it."""
