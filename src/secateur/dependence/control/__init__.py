"""Which instructions are there, what decides that each of them runs, and by which edge a join is entered?"""
