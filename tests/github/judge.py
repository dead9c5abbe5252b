"""The judge: every request and every answer, held against GitHub's own description."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.github.exchange import Answer, Request
from tests.github.openapi import JSON, Description, Operation, description

MAX_PER_PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """Something that GitHub's description does not allow. `side` is `request` or `answer`."""

    side: str
    method: str
    path: str
    operation: str
    problem: str

    def __str__(self) -> str:
        return (
            f"{self.side} {self.method} {self.path} ({self.operation or 'no such operation'}): {self.problem}"
        )


@dataclass(slots=True)
class Judge:
    description: Description = field(default_factory=description)
    violations: list[Violation] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def request(self, request: Request, operation: Operation | None) -> bool:
        """Whether the request is well-formed; each problem is recorded."""
        problems = list(self._request_problems(request, operation))
        self._record("request", request, problems)
        return not problems

    def answer(self, request: Request, operation: Operation, answer: Answer) -> None:
        """Record what is wrong with the stand-in's own answer."""
        media = answer.media if answer.body is not None else JSON
        problems = self.description.answer_problems(operation, answer.status, media, answer.body)
        self._record("answer", request, problems)

    def record(self, request: Request, problem: str) -> None:
        """Record a problem that something else than the description has found."""
        self._record("request", request, [problem])

    def own_mistake(self, problem: str) -> None:
        """Record that the stand-in failed outside of any request."""
        found = Violation(side="answer", method="", path="", operation="", problem=problem)
        with self._lock:
            self.violations.append(found)

    def _record(self, side: str, request: Request, problems: list[str]) -> None:
        made = [
            Violation(
                side=side,
                method=request.method,
                path=request.path,
                operation=request.operation,
                problem=problem,
            )
            for problem in problems
        ]
        with self._lock:
            self.violations.extend(made)

    def _request_problems(self, request: Request, operation: Operation | None) -> Iterator[str]:
        if operation is None:
            yield "GitHub's description (or the slice of it) has no such operation"
            return
        if request.unreadable:
            yield f"the body is not JSON: {request.unreadable}"
            return
        yield from self.description.body_problems(operation, request.body)
        yield from self._query_problems(request, operation)
        for name, parameter in operation.path().items():
            yield from self._value(
                operation, name, parameter.schema, parameter.coerce(request.parameters[name])
            )

    def _query_problems(self, request: Request, operation: Operation) -> Iterator[str]:
        known = operation.query()
        for name, text in request.query.items():
            if name not in known:
                yield f"query parameter {name!r} is not described"
                continue
            value = known[name].coerce(text)
            yield from self._value(operation, name, known[name].schema, value)
            if name == "per_page" and isinstance(value, int) and not 1 <= value <= MAX_PER_PAGE:
                yield f"per_page={value}: GitHub gives at most {MAX_PER_PAGE} a page"
        for name, parameter in known.items():
            if parameter.required and name not in request.query:
                yield f"query parameter {name!r} is missing"

    def _value(self, operation: Operation, name: str, schema: Any, value: object) -> Iterator[str]:
        for problem in self.description.problems(f"{operation.name} {name}", schema, value):
            yield f"{name}: {problem}"
