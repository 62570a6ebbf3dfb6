"""What the user's files say about valid calls: `secateur.toml`, comments, attributes."""
