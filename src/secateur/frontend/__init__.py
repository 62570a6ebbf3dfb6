"""From C sources to the text of one linked, promoted LLVM program, and the C library linked into it."""
