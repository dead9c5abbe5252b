"""Scans by parcel number."""


class Store:
    def __init__(self) -> None:
        self._scans: dict[str, list[str]] = {}

    def scan(self, number: str, place: str) -> None:
        self._scans.setdefault(number, []).append(place)

    def last_scan(self, number: str) -> str | None:
        scans = self._scans.get(number)
        return scans[-1] if scans else None
