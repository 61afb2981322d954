"""Interop: its rules, bots and page."""
