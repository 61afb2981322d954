"""Merchant Kings: its rules, bots and page."""
