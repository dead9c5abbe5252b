"""From an evaluation to what people and programs read: comment, check, summary, outputs, JSON."""
