// times
