"""The password hasher."""

import unicodedata

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2 with the parameters that OWASP recommends.

    Passwords are normalised, because keyboards differ in how they write the same character.
    """

    # Django's parameters use 100 MiB and eight threads for each password. A few simultaneous
    # log-ins would exhaust the memory of a small server.
    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        return super().encode(normalised(password), salt)

    def verify(self, password: str, encoded: str) -> bool:
        plain = normalised(password)
        # An older hash may be of the password as it was typed.
        return super().verify(plain, encoded) or (
            plain != password and super().verify(password, encoded)
        )


def normalised(password: str) -> str:
    """Return the password in the form that is hashed (RFC 8265, OpaqueString)."""
    spaced = (" " if unicodedata.category(char) == "Zs" else char for char in password)
    return unicodedata.normalize("NFC", "".join(spaced))
