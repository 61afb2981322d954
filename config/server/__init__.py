"""The server: the ASGI application, Daphne, and the limits of a request before it is whole."""
