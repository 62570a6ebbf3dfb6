"""What a recording machine logs about a run, to compute the dependences between its instructions.

A trace is a list. Everything that follows from the code is left out. What remains, in order of execution:

- a `Segment` whenever one is entered,
- a `Place` for each load, store and stack allocation, appended once it has succeeded,
- a `Provided` for each call of a function that the machine provides, also once it has succeeded,
- for each struct passed by value, the pair of its address and the address of the copy.

A machine that does not record compiles none of this in.
"""

from __future__ import annotations

#: An address, or the range a symbolic one can point to: from the first possible byte to one past the last.
Place = int | tuple[int, int]

#: Name, arguments, and the numbers of the objects that the call has made.
Provided = tuple[str, tuple[object, ...], tuple[int, ...]]
