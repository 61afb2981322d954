"""The pages of the games: what each adds to the one frame (`games.live.presenting.Pages`)."""
