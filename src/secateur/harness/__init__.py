"""From the signature of a C function to a C driver that gives it symbolic inputs and observes its effects."""
