"""The product on one screen: the real daemon on a simulated table, played in a browser."""
