"""Dynamic dependences of one path, computed from its trace: what each value and each decision depended on."""
