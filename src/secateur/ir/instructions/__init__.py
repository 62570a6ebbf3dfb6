"""Readers of single instructions: one small function per opcode; `table` maps LLVM's keywords to them."""
