"""The site's settings, with the example game added."""

from config.settings import *  # noqa: F403  (as Django reads them: by name)
from config.settings import BASE_DIR, RIDOTTO_GAMES, STATICFILES_DIRS, TEMPLATES

EXAMPLE = BASE_DIR / "tests" / "example_game"

RIDOTTO_GAMES = [*RIDOTTO_GAMES, "tests.example_game.entry.GAME"]
STATICFILES_DIRS = [*STATICFILES_DIRS, EXAMPLE / "static"]
for engine in TEMPLATES:
    engine["DIRS"].append(EXAMPLE / "templates")
