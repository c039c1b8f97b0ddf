"""A whole table in a browser: the real program on simulated pins. Knows no rule of the game and owns no figure."""
