"""The API, as programs meet it."""
