"""Outside text becomes values here: inputs, events, diffs, configuration."""
