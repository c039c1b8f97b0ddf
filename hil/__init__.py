"""Hardware in the loop: a technician proves a table, and has a record of it. One suite, several benches."""
