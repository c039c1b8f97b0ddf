"""What the table means: the game, the money, the round. Imports no device library."""
