"""What a lower app needs of a higher one is handed in here, once, at the start."""


def connect() -> None:
    """Registers pages and room policies. Imports late: the apps are loaded by now."""
