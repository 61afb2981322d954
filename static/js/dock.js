// dock
