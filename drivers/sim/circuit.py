"""The keypad's copper, pure: which columns the pressed keys pull low. No diodes, so ghosts appear by themselves."""

Crossing = tuple[int, int]
"""A row and a column, counted from 0."""


def low_columns(pressed: frozenset[Crossing], low_rows: frozenset[int]) -> frozenset[int]:
    """Follows the current from the rows driven low through every closed key, back and forth."""
    rows = set(low_rows)
    columns: set[int] = set()
    while True:
        reached_columns = {column for row, column in pressed if row in rows}
        reached_rows = {row for row, column in pressed if column in reached_columns}
        if reached_columns <= columns and reached_rows <= rows:
            return frozenset(columns)
        columns |= reached_columns
        rows |= reached_rows
