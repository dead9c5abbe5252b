from parcels.app import App
from parcels.auth.sessions import Sessions
from parcels.store import Store


def app() -> App:
    store = Store()
    store.scan("P1", "Lyon")
    return App(store, Sessions({"acme": "k"}))


def test_a_known_parcel_is_found() -> None:
    assert app()("GET", "/parcels/P1", "192.0.2.1").body == "Lyon"


def test_an_unknown_parcel_is_not() -> None:
    assert app()("GET", "/parcels/P2", "192.0.2.1").status == 404
