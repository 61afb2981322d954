"""People as every page needs them: names, blocks, who is here, notices."""
