"""The memory that an instruction can read and write: points-to sets and the effects of calls."""
