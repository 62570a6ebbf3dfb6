"""SPA: all paths between two points at once, approximately (after Santelices and Harrold)."""
