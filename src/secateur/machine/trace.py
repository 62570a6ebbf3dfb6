"""What a recording machine writes down of a run, for the dependences of its instructions.

A trace is a list. Everything that the code itself tells is left out; what remains is, in the order of execution:

- a `Segment` whenever one is entered,
- for each load, store and stack allocation the `Place`, written when it has succeeded,
- for each function that the machine provides a `Provided`, likewise,
- for each struct passed by value the pair of its address and that of the copy.

A machine that does not record compiles none of this in.
"""

from __future__ import annotations

#: An address, or where a symbolic one can point: from the first possible byte to behind the last.
Place = int | tuple[int, int]

#: Name, arguments, and the numbers of the next object before and after the call.
Provided = tuple[str, tuple[object, ...], int, int]
