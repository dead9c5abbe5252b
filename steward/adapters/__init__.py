"""The only part that touches the world: GitHub, git, the runner."""
