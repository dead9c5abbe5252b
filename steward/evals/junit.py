"""Reports as JUnit XML: every test passes, for evals are never a gate; what was found stands in properties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as Xml

from steward.evals.paired import GovernanceDocument
from steward.evals.prose import ProseDocument
from steward.evals.shape import JudgeDocument
from steward.evals.shape_golden import ArmPart, GoldenDocument

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_Property = tuple[str, object]


def judge_junit(document: JudgeDocument) -> bytes:
    """A test case for each dimension."""
    cases: Iterator[tuple[str, list[_Property]]] = (
        (
            found.name,
            [
                ("score", found.score),
                ("max_score", found.max_score),
                ("rubric_score", found.rubric_score),
                ("valid", f"{found.valid} of {found.asked}"),
                ("spread", found.spread),
                *(("error", f"{error.kind}: {error.what}") for error in found.errors),
            ],
        )
        for found in document.dimensions
    )
    return _suite("steward.evals.judge", cases)


def golden_junit(document: GoldenDocument) -> bytes:
    """A test case for each task, and the verdict as the suite's own property."""
    errors = [
        (error.task, ("error", f"{error.arm}: {error.kind}: {error.what}")) for error in document.errors
    ]
    cases = (
        (
            task.name,
            [
                *_arm("with", task.with_),
                *_arm("without", task.without),
                ("difference", task.difference),
                *(("failure", f"not found: {pattern}") for pattern in task.missing),
                *(("failure", f"found, though forbidden: {pattern}") for pattern in task.forbidden),
                *(each for name, each in errors if name == task.name),
            ],
        )
        for task in document.tasks
    )
    return _suite("steward.evals.golden", cases, [("verdict", document.evidence.verdict)])


def prose_junit(document: ProseDocument) -> bytes:
    """A test case for each report."""
    cases: Iterator[tuple[str, list[_Property]]] = (
        (
            found.name,
            [
                each
                for name, score in found.scores.items()
                for each in (
                    (name, score.score),
                    *(("deduction", f"{name}: {one}") for one in score.deductions),
                    *(("error", f"{name}: {one.kind}: {one.what}") for one in score.errors),
                )
            ],
        )
        for found in document.cases
    )
    return _suite("steward.evals.prose", cases)


def governance_junit(document: GovernanceDocument) -> bytes:
    """A test case for each pull request, and the verdicts as the suite's own properties."""
    cases: Iterator[tuple[str, list[_Property]]] = (
        (
            found.name,
            [
                ("differs", str(found.differs).lower()),
                *(
                    (f"{name} {arm}", score.score)
                    for arm, part in (("with", found.with_), ("without", found.without))
                    for name, score in part.scores.items()
                ),
            ],
        )
        for found in document.cases
    )
    verdicts = [(each.name, each.verdict) for each in document.dimensions]
    return _suite("steward.evals.governance", cases, verdicts)


def _arm(name: str, found: ArmPart) -> Iterator[_Property]:
    yield name, f"{found.passed} of {found.completed}"
    if found.flaky:
        yield "flaky", name


def _suite(
    name: str, cases: Iterable[tuple[str, list[_Property]]], properties: Iterable[_Property] = ()
) -> bytes:
    listed = list(cases)
    root = Xml.Element("testsuites")
    counts = {"tests": str(len(listed)), "failures": "0", "errors": "0", "skipped": "0"}
    suite = Xml.SubElement(root, "testsuite", {"name": name, **counts})
    _properties(suite, properties)
    for case, found in listed:
        _properties(Xml.SubElement(suite, "testcase", {"classname": name, "name": _clean(case)}), found)
    Xml.indent(root)
    return (
        b'<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode").encode() + b"\n"
    )


def _properties(element: Xml.Element, found: Iterable[_Property]) -> None:
    listed = [(name, value) for name, value in found if value is not None]
    if listed:
        properties = Xml.SubElement(element, "properties")
        for name, value in listed:
            Xml.SubElement(properties, "property", {"name": name, "value": _clean(str(value))})


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
