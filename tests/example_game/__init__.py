"""A complete small game to copy (docs/add-a-game.md), registered only in tests."""
