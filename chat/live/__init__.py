"""Live pages: a page is made of parts; one socket a page brings the parts that changed."""
