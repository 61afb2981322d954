"""Pages and commands of matches. Commands are POST requests, applied by services."""
