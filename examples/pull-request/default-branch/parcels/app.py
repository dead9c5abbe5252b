"""Routes requests to answers."""

from parcels import responses
from parcels.auth.sessions import Sessions
from parcels.responses import Response
from parcels.store import Store


class App:
    def __init__(self, store: Store, sessions: Sessions) -> None:
        self.store = store
        self.sessions = sessions

    def __call__(self, method: str, path: str, client: str, body: str = "") -> Response:
        if method == "POST" and path == "/sign-in":
            return self.sessions.sign_in(body)
        if method == "GET" and path.startswith("/parcels/"):
            return self.track(path.removeprefix("/parcels/"))
        return responses.not_found()

    def track(self, number: str) -> Response:
        place = self.store.last_scan(number)
        return responses.found(place) if place else responses.not_found()
