"""The meter display: what a table or a link publishes, shown large to the players. Moves nothing."""
