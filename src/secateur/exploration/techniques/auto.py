"""Full exploration that takes the cuts of `pse` where they pay.

A user should not have to know which technique pays. It begins as full exploration, at the same cost; contests
(`secateur.exploration.contest`) decide whether cuts pay, and the answer is revised as the exploration goes on. What it
promises is what `pse` promises.
"""

from __future__ import annotations

from secateur.exploration.techniques.pse import Pse


class Auto(Pse):
    name = "auto"
    begins_cutting = False
