"""What Blanks has beyond its rules (`games.engines.blanks`) and its page (`games.pages.blanks`)."""
