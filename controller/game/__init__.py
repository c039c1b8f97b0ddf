"""The card game: cards in, cents out. No clock, no chance; only `profiles` reads a file."""
