"""API of tables and seats, with the services and access checks of the pages."""
