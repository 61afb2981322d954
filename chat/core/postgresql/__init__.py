"""Django's backend for PostgreSQL, which asks less: an ENGINE of `DATABASES`."""
