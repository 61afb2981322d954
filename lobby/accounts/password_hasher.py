"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """With the numbers that OWASP advises. Django's take 100 MiB and eight threads a password: some
    people who log in together would take a small machine's memory.
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1
