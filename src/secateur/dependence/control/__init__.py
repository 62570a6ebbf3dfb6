"""Instruction numbering and control flow: what decides whether an instruction runs and how a join is entered."""
