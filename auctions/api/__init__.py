"""Weeks of Venice over the API: the same services, and the same looks, as the pages."""
