"""What changed? Functions and statements of one version and their counterparts in the other."""
