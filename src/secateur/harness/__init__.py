"""From the signature of a C function to a C driver that feeds it symbolic inputs and observes what it did."""
