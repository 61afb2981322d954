"""Pages and commands of matches. Commands travel by POST; services carry them out."""
