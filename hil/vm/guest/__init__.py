"""What runs inside the virtual machine beside the table, and the settings it runs with."""
