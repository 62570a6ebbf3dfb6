"""The HTML report: one file that needs no network, for explorations, changes and comparisons."""
