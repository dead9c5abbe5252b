"""A stand-in for GitHub: a small stateful server, judged by GitHub's own OpenAPI description."""
