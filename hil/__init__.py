"""How a table is proved: by a technician, by a jig, by a simulator, or in a virtual machine."""
