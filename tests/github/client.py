"""A bare HTTP client for the stand-in's own tests: what it sends is what the test says, ill-formed or not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import requests

from tests.github.nouns import Viewer
from tests.github.server import GitHubServer


@dataclass(slots=True)
class Client:
    """Asks with the job's token, or with `viewer`'s. Paths are below the API's address."""

    server: GitHubServer
    session: requests.Session = field(default_factory=requests.Session)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        viewer: Viewer | None = None,
        accept: str = "application/vnd.github+json",
        raw: bytes | None = None,
        timeout: float = 10.0,
        follow: bool = False,
    ) -> requests.Response:
        token = (viewer or self.server.world.job).token
        return self.session.request(
            method,
            path if path.startswith("http") else self.server.url + path,
            json=body,
            data=raw,
            headers={"Authorization": f"Bearer {token}", "Accept": accept},
            timeout=timeout,
            allow_redirects=follow,
        )

    def get(self, path: str, **options: Any) -> requests.Response:
        return self.ask("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> requests.Response:
        return self.ask("POST", path, body, **options)

    def patch(self, path: str, body: Any = None, **options: Any) -> requests.Response:
        return self.ask("PATCH", path, body, **options)

    def close(self) -> None:
        self.session.close()
