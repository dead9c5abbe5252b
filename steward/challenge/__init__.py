"""Challenges: can a person deliver a change that ships, and can a person review one? Pure (`docs/reviews.md`)."""
