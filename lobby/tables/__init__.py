"""Tables in the lobby: lists, forms, and pages to create and join them."""
