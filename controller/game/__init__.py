"""The card game: cards in, cents out. Pure: no file, no clock, no chance."""
