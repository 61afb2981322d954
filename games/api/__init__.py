"""Tables and seats over the API: the same services, and the same looks, as the pages."""
