"""What a function returns and changes, and when: proposed from runs, proved for all paths or for the explored ones."""
