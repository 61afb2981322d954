"""What all doors of the API have in common: who comes in, how often, and how they are answered."""
