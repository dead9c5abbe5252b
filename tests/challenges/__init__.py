"""Submissions to the example challenges, and what it takes to judge them here."""
