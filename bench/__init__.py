"""Benchmarks: each has a floor measured in the same run, so that the machine cancels out."""
