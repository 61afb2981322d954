"""A complete small game to copy: `docs/add-a-game.md` says how. Registered in the tests alone."""
