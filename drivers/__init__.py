"""Who touches the world: one module a device. Each reports events and decides nothing."""
