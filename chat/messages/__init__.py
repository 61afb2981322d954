"""Rooms and their messages: services, selectors and the chat window."""
