"""Rooms and what is said in them: services, selectors, the chat window."""
