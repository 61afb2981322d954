"""What other servers of turn-based games take for the same action."""
