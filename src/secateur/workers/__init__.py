"""One exploration on many processors: parts of it go to workers, in processes or on a cluster."""
