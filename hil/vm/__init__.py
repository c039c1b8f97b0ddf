"""A table in a virtual machine: a real kernel, real pins, real systemd, and a plug that can be pulled."""
