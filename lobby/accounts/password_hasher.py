"""The password hasher."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2 with the parameters that OWASP recommends."""

    # Django's parameters use 100 MiB and eight threads for each password. A few simultaneous
    # log-ins would exhaust the memory of a small server.
    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1
