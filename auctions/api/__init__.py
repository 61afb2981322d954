"""Venice over the API, with the same services and selectors as the pages."""
