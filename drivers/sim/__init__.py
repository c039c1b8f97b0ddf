"""The shipped simulators, one a device, at the lowest honest level. Used by tests, the bench and the demo."""
