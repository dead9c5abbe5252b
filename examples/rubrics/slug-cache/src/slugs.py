"""Slugs for titles, remembered."""

import json
import re

_cache = {}
hits = 0


def load(path):
    """Warm the cache from a file."""
    file = open(path)
    _cache.update(json.load(file))
    file.close()


def slug(title):
    """The slug of a title; called from every request thread."""
    global hits
    if title in _cache:
        hits += 1
        return _cache[title]
    parts = re.findall(r"[a-z0-9]+", title.lower())
    found = parts[0]
    for index in range(1, len(parts) - 1):
        found = found + "-" + parts[index]
    _cache[title] = found
    return found
