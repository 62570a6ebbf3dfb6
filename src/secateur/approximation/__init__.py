"""SPA: an approximation of all paths between two points at once (after Santelices and Harrold)."""
