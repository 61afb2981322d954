"""Live pages: each is made of fragments, and its socket brings the changed ones."""
