"""Sign-in for carriers."""

import hmac
import secrets

from parcels import responses
from parcels.responses import Response


class Sessions:
    def __init__(self, keys: dict[str, str]) -> None:
        self._keys = keys
        self._open: set[str] = set()

    def sign_in(self, body: str) -> Response:
        carrier, _, key = body.partition(":")
        expected = self._keys.get(carrier, "")
        if not expected or not hmac.compare_digest(expected, key):
            return responses.unauthorized()
        session = secrets.token_urlsafe(24)
        self._open.add(session)
        return responses.found(session)
