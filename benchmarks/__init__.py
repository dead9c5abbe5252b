"""Where the README's figures come from: ratios measured side by side in one run, never absolute times."""
