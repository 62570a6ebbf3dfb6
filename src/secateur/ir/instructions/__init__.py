"""Readers of single instructions: one small function an opcode; `table` maps LLVM's words to them."""
