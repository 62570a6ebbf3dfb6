"""Which decisions matter to the same result? Influence, order and interaction of the sides of branches."""
