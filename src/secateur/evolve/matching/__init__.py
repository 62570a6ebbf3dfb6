"""What changed? Functions and statements of one version and their partners in the other."""
