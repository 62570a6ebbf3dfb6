"""Which memory can an instruction read and write? Points-to sets, and what calls do to memory."""
