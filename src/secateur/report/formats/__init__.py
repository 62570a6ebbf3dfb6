"""One module per format, each with a `FORMAT`: the registry (`report/format.py`) finds them here."""
