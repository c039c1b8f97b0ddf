"""The phases, in the order they are run. Each says what should happen; the bench decides how."""
