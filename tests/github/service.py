"""One request, from its text to its answer: judged, faulted, permitted, done, judged again, recorded."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import format_datetime
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.github import limits, permissions
from tests.github.call import Call
from tests.github.endpoints import ENDPOINTS, graphql
from tests.github.exchange import Answer, Recorded, Refusal, Request, error, not_found
from tests.github.faults import Faults, Wire
from tests.github.judge import Judge
from tests.github.openapi import Operation
from tests.github.payloads import Payloads
from tests.github.world import World

API_VERSIONS = ("2022-11-28", "2026-03-10")
_BY_NAME = re.compile(r"/repos/([^/]+/[^/]+)(?=/|$)")
_BY_ID = re.compile(r"/repositories/(\d+)(?=/|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What goes over the wire. `wire` says what happens to the connection, None for a plain answer."""

    answer: Answer
    headers: Mapping[str, str]
    wire: Wire | None = None


@dataclass(slots=True, kw_only=True)
class Service:
    """`origin` is `http://127.0.0.1:PORT`; `prefix` is empty or an Enterprise server's `/api/v3`."""

    world: World
    origin: str
    web: str
    prefix: str = ""
    judge: Judge = field(default_factory=Judge)
    faults: Faults = field(default_factory=Faults)
    requests: list[Recorded] = field(default_factory=list)

    @property
    def api(self) -> str:
        return self.origin + self.prefix

    @property
    def graphql_path(self) -> str:
        return self.prefix.replace("/v3", "") + "/graphql"

    def payloads(self) -> Payloads:
        return Payloads(world=self.world, api=self.api, web=self.web)

    def serve(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Answer a request. Header names are in any case; the body is the raw bytes."""
        request, operation = self._read(
            method, target, {name.lower(): text for name, text in headers.items()}, body
        )
        recorded = Recorded(request=request)
        self.requests.append(recorded)
        well_formed = self._judge(request, operation)
        self.faults.call(request, after=False)
        answer, wire = self._answer(request, operation, well_formed)
        self.faults.call(request, after=True)
        recorded.silent = wire in (Wire.HOLD, Wire.RESET)
        recorded.status = 0 if recorded.silent else answer.status
        return Reply(answer=answer, headers=self._headers(answer), wire=wire)

    def _read(
        self, method: str, target: str, headers: dict[str, str], body: bytes
    ) -> tuple[Request, Operation | None]:
        parts = urlsplit(target)
        path, operation, parameters, name = self._name(parts.path), None, dict[str, str](), ""
        if parts.path == self.graphql_path and method == "POST":
            path, name = "/graphql", "graphql"
        elif found := self.judge.description.match(method, path):
            operation, parameters = found[0], dict(found[1])
            name = operation.name
        data, unreadable = _json(body)
        token = headers.pop("authorization", "").partition(" ")[2].strip()
        request = Request(
            method=method,
            target=target,
            path=unquote(path),
            query=dict(parse_qsl(parts.query, keep_blank_values=True)),
            headers=headers,
            body=data,
            unreadable=unreadable,
            operation=name,
            parameters=parameters,
            viewer=self.world.viewers.get(token),
        )
        return request, operation

    def _name(self, path: str) -> str:
        """The path by the repository's name and without the prefix; empty when it lies outside the API."""
        if not path.startswith(f"{self.prefix}/"):
            return ""
        path = path.removeprefix(self.prefix)
        by_id = _BY_ID.match(path)
        if by_id is None:
            return path
        repository = self.world.repository_by_id(int(by_id[1]))
        if repository is None:
            return path
        return f"/repos/{repository.full_name}{path[by_id.end() :]}"

    def _judge(self, request: Request, operation: Operation | None) -> bool:
        if request.operation != "graphql":
            return self.judge.request(request, operation)
        if not isinstance(request.body, dict) or not isinstance(request.body.get("query"), str):
            self.judge.record(request, "a GraphQL request is an object with a query")
            return False
        for problem in graphql.problems(request.body):
            self.judge.record(request, f"GraphQL: {problem['message']}")
        return True

    def _answer(
        self, request: Request, operation: Operation | None, well_formed: bool
    ) -> tuple[Answer, Wire | None]:
        if fault := self.faults.take(request, after=False):
            return fault.strike(None, *self._targets(request))
        answer = self._do(request, well_formed)
        if operation is not None:
            self.judge.answer(request, operation, answer)
        if fault := self.faults.take(request, after=True):
            return fault.strike(answer, *self._targets(request))
        return answer, None

    def _targets(self, request: Request) -> tuple[str, str]:
        """Where redirects lead: to the repository by its id, and to a host where no token may follow."""
        found = _BY_NAME.match(request.path)
        repository = self.world.repository(found[1]) if found else None
        path = request.target
        if found and repository:
            path = path.replace(found[0], f"/repositories/{repository.id}", 1)
        return self.origin + path, self.origin.replace("127.0.0.1", "localhost") + request.target

    def _do(self, request: Request, well_formed: bool) -> Answer:
        call = Call(world=self.world, request=request, payloads=self.payloads())
        with self.world.lock:
            try:
                self._admit(call, well_formed)
                return ENDPOINTS[request.operation](call)
            except Refusal as refusal:
                return refusal.answer
            except Exception as problem:  # noqa: BLE001  a fault of the stand-in must fail the test, not hang it
                self.judge.record(request, f"the stand-in itself failed: {problem!r}")
                return error(500, "Server Error")

    def _admit(self, call: Call, well_formed: bool) -> None:
        """Refuse in GitHub's order: unknown path, bad token, too many requests, no permission, bad body."""
        request = call.request
        _check_headers(request.headers)
        if request.operation not in ENDPOINTS:
            raise not_found()
        if request.viewer is None:
            raise Refusal(error(401, "Bad credentials"))
        if self._exhausted():
            raise Refusal(limits.primary())
        permissions.check(call)
        if request.unreadable:
            raise Refusal(error(400, "Problems parsing JSON"))
        if request.body is not None and not well_formed:
            raise Refusal(error(422, "Invalid request."))

    def _exhausted(self) -> bool:
        world = self.world
        world.rate_used += 1
        return world.rate_limit is not None and world.rate_used > world.rate_limit

    def _headers(self, answer: Answer) -> Mapping[str, str]:
        world = self.world
        return {
            "Date": format_datetime(world.clock.now(), usegmt=True),
            "X-GitHub-Request-Id": f"STAND:{len(self.requests):06X}",
            "X-GitHub-Media-Type": "github.v3; format=json",
            **limits.rate_headers(world.rate_limit, world.rate_used),
            **answer.headers,
        }


def _check_headers(headers: Mapping[str, str]) -> None:
    if not headers.get("user-agent"):
        raise Refusal(error(403, "Request forbidden by administrative rules: it has no User-Agent header."))
    version = headers.get("x-github-api-version", API_VERSIONS[0])
    if version not in API_VERSIONS:
        raise Refusal(error(400, f"{version!r} is not a supported version of the API."))


def _json(body: bytes) -> tuple[Any, str]:
    if not body:
        return None, ""
    try:
        data = json.loads(body, parse_constant=_no_constant)
        # Half of a surrogate pair is JSON to Python and no text to GitHub.
        json.dumps(data, ensure_ascii=False).encode()
    except ValueError as problem:
        return None, str(problem)
    return data, ""


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")
