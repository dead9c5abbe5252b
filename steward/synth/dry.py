"""The dry report: prose without a model, written from the evidence alone (`docs/prose.md`)."""

from __future__ import annotations

from steward.model import (
    Band,
    ComplexityEvidence,
    CorrectnessEvidence,
    DimensionKey,
    DimensionScore,
    DocsEvidence,
    GovernanceEvidence,
    Prose,
    ProseReason,
    ProseSource,
    Quoted,
    Scorecard,
    SecurityEvidence,
    SensitivePath,
    Words,
)
from steward.wording import capital, count, listed, names


def write(scorecard: Scorecard, reason: ProseReason) -> Prose:
    """A headline for the whole and a paragraph for each known dimension.

    `reason` says why no model wrote it.
    """
    return Prose(
        source=ProseSource.TEMPLATE,
        reason=reason,
        headline=(headline(scorecard),),
        paragraphs={
            dimension.key: capital(paragraph(dimension))
            for dimension in scorecard.dimensions
            if dimension.score is not None
        },
    )


# ------------------------------------------------------------------------------------------- the headline

_SIZES = {Band.SMALL: "Small", Band.MEDIUM: "Medium", Band.LARGE: "Large", Band.HUGE: "Huge"}


def headline(scorecard: Scorecard) -> str:
    """`Small change with tests and docs; nothing sensitive touched.`"""
    size = scorecard[DimensionKey.COMPLEXITY].evidence
    if not isinstance(size, ComplexityEvidence):
        return "Nothing to score: no file changed."
    change = f"{_SIZES[size.size]} change"
    if not size.complete:
        return f"{change}, read from its totals alone: the list of files is incomplete."
    return f"{change} {_company(scorecard)}; {_touched(scorecard)}."


def _company(scorecard: Scorecard) -> str:
    tests, docs = (scorecard[key].evidence for key in (DimensionKey.CORRECTNESS, DimensionKey.DOCS))
    if not isinstance(tests, CorrectnessEvidence) or not tests.source_files:
        return "without source code"
    written = isinstance(docs, DocsEvidence) and docs.docs_files > 0
    match (tests.test_files > 0, written):
        case (True, True):
            return "with tests and docs"
        case (True, False):
            return "with tests, without docs"
        case (False, True):
            return "with docs, without tests"
        case _:
            return "without tests or docs"


def _touched(scorecard: Scorecard) -> str:
    found = scorecard[DimensionKey.SECURITY].evidence
    paths = len(found.sensitive_paths) if isinstance(found, SecurityEvidence) else 0
    return f"{count(paths, 'sensitive path')} touched" if paths else "nothing sensitive touched"


# ----------------------------------------------------------------------------------------- the paragraphs


def paragraph(dimension: DimensionScore) -> Words:
    """What the score rests on, and what a reader should look at."""
    match dimension.evidence:
        case CorrectnessEvidence() as found:
            return _correctness(found)
        case SecurityEvidence() as found:
            return _security(found)
        case ComplexityEvidence() as found:
            return _complexity(found)
        case DocsEvidence() as found:
            return _docs(found)
        case GovernanceEvidence() as found:
            return _governance(found)
        case None:
            return (f"{dimension.headline}.",)


def _correctness(found: CorrectnessEvidence) -> Words:
    source = count(found.source_files, "source file")
    if not found.test_files:
        return _untested(found, source)
    first = f"{count(found.test_files, 'test file')} changed with {source}."
    if not found.untested:
        return (first, " Each changed source file has a changed test of its own name. Read the two together.")
    return (first, " No changed test is named after ", *names(found.untested), ": look there first.")


def _untested(found: CorrectnessEvidence, source: str) -> Words:
    if not found.untested:
        gone = f"{source} {'was' if found.source_files == 1 else 'were'} deleted and no test changed."
        return (gone, " Check that no test still relies on what is gone.")
    first = f"{source} changed and no test did, so nothing in this change shows that it works."
    return (first, " Add or update a test for ", *names(found.untested), ".")


def _security(found: SecurityEvidence) -> Words:
    paths = found.sensitive_paths
    if not paths:
        return (
            "no changed path holds a sensitive term such as auth, token or crypto.",
            " Only paths are looked at, not what the lines do.",
        )
    shown = listed(tuple(_sensitive(path) for path in paths[:3]), more=max(len(paths) - 3, 0))
    verb = "is sensitive by its path" if len(paths) == 1 else "are sensitive by their paths"
    tests = (
        f"{count(found.test_files, 'test file')} changed as well" if found.test_files else "no test changed"
    )
    return (*shown, f" {verb}; {tests}.", " Read these lines with more care than the rest.", *_inside(paths))


def _sensitive(path: SensitivePath) -> Words:
    lines = "binary" if path.changed_lines is None else count(path.changed_lines, "changed line")
    return (Quoted(path.path), f" ({', '.join(path.terms)}; {lines})")


def _inside(paths: tuple[SensitivePath, ...]) -> Words:
    inside = tuple(dict.fromkeys(word for path in paths for word in path.inside))
    if not inside:
        return ()
    setting = Quoted("scoring.security.match: words")
    return (" In ", *names(inside), " the term is only part of a longer word: ", setting, " dismisses that.")


_ADVICE = {
    Band.SMALL: "It can be read in one sitting.",
    Band.MEDIUM: "Plan for a careful read.",
    Band.LARGE: "It would be easier to review in parts.",
    Band.HUGE: "Few readers stay careful for that long: consider splitting it.",
}


def _complexity(found: ComplexityEvidence) -> Words:
    parts = [
        f"{count(found.lines, 'changed line')} in {count(found.files, 'file')}: a {found.size} change.",
        _ADVICE[found.size],
    ]
    if found.files_band not in (None, found.size):
        parts.append(f"By the number of files alone it would be {found.files_band}.")
    if found.lopsided:
        added, removed = f"{found.additions:,} lines are added", f"{found.deletions:,} removed"
        parts.append(f"{added} and {removed}: ask whether something old could go.")
    if found.generated_lines:
        parts.append(
            f"Generated, vendored or lock files make up {count(found.generated_lines, 'line')} of it."
        )
    if found.excluded_files:
        parts.append(f"The settings leave {count(found.excluded_files, 'more file')} out of the count.")
    if not found.complete:
        parts.append("The list of files is incomplete, so this rests on GitHub's totals.")
    return (" ".join(parts),)


def _docs(found: DocsEvidence) -> Words:
    source = count(found.source_files, "source file")
    if found.docs:
        return (*names(found.docs), f" changed with {source}. Check that the words match the new behaviour.")
    advice = "If anybody can notice the change, say so in the README, the docs or the changelog."
    return (f"{source} changed and no docs did. {advice}",)


_MOST_DOMAINS = 5


def _governance(found: GovernanceEvidence) -> Words:
    stands: Words = (Quoted("governance.pxf"), " stands on the default branch.")
    if not found.domains and not found.unmapped:
        return (*stands, " Only its presence counts for the score.")
    touched = [
        (Quoted(domain.name), " (restricted)" if domain.restricted else "")
        for domain in found.domains[:_MOST_DOMAINS]
    ]
    more = max(len(found.domains) - _MOST_DOMAINS, 0)
    words = (*stands, " The change touches ", *listed(touched, more=more), ".") if touched else stands
    if not found.unmapped:
        return words
    verb = "lies" if len(found.unmapped) == 1 else "lie"
    return (*words, f" {count(len(found.unmapped), 'file').capitalize()} {verb} in no domain.")
