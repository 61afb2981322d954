"""The server: the ASGI application, Daphne, and limits on incoming requests."""
