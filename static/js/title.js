// title
