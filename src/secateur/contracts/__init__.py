"""What a valid call of a function is: the notation, the parts of a contract and where each comes from, and what the
code shows about it."""
