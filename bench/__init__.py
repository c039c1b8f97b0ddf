"""Benchmarks: each compares with a floor measured in the same run, so that the machine cancels out."""
