"""Who is here, and where they sit down: accounts and guests, tables and the lobby."""
