"""The numbers behind a score in words: one line for the table, and every detail for who wants to check.

Words are made from evidence, never the other way round (`docs/scoring.md`, "Evidence").
"""

from __future__ import annotations

from steward.model import (
    ComplexityEvidence,
    CorrectnessEvidence,
    DimensionScore,
    DocsEvidence,
    GovernanceEvidence,
    NotCounted,
    Quoted,
    SecurityEvidence,
    SecurityMatch,
    SensitivePath,
    Words,
)
from steward.paths import SENSITIVE_TERMS
from steward.wording import count, listed, names

_DISMISS = Quoted("scoring.security.match: words")
_SHOWN = 3  # names in a line; the details hold all of them
_CONSTITUTION = Quoted("governance.pxf")
_WHAT_DOCS_ARE: Words = (
    "docs are ",
    *names(("*.md", "*.rst", "*.adoc")),
    " files, and all under ",
    Quoted("docs/"),
)


def evidence_line(dimension: DimensionScore) -> Words:
    """What the score rests on, in one line; nothing where there is no evidence."""
    match dimension.evidence:
        case None:
            return ()
        case CorrectnessEvidence() as found:
            return _tests(found)
        case SecurityEvidence() as found:
            return _sensitive_paths(found)
        case ComplexityEvidence() as found:
            return _sizes(found)
        case DocsEvidence() as found:
            return _docs(found)
        case GovernanceEvidence() as found:
            return _domains(found)


def evidence_details(dimension: DimensionScore) -> tuple[Words, ...]:
    """Everything the score rests on, one sentence a row."""
    match dimension.evidence:
        case None:
            return ()
        case CorrectnessEvidence() as found:
            return _tests_in_full(found)
        case SecurityEvidence() as found:
            return _sensitive_paths_in_full(found)
        case ComplexityEvidence() as found:
            return _sizes_in_full(found)
        case DocsEvidence() as found:
            return _docs_in_full(found)
        case GovernanceEvidence() as found:
            return _domains_in_full(found)


# -------------------------------------------------------------------------------------------- correctness


def _tests(found: CorrectnessEvidence) -> Words:
    changed: Words = ("changed: ", *names(found.tests)) if found.tests else ()
    if not found.untested:
        return changed
    between = "; no test named after " if found.tests else "no test named after "
    return (*changed, between, *names(found.untested))


def _tests_in_full(found: CorrectnessEvidence) -> tuple[Words, ...]:
    ratio = f": {found.ratio}" if found.ratio else ""
    counts = f"{count(found.test_files, 'test file')} for {count(found.source_files, 'source file')}{ratio}"
    rows: list[Words] = [(counts if found.source_files else "no source file changed",)]
    rows += [("test: ", Quoted(path)) for path in found.tests]
    rows += [("no test of this name changed: ", Quoted(path)) for path in found.untested]
    rows += [_not_counted(file) for file in found.not_counted]
    rows += [
        ("counted as changed, though GitHub gave neither lines nor a patch: ", Quoted(path))
        for path in found.assumed
    ]
    return tuple(rows)


_NOT_COUNTED = {
    "renamed only": "renamed, same content",
    "copied only": "copied, same content",
    "mode only": "only its mode changed",
    "empty": "added empty",
    "deleted": "deleted",
}


def _not_counted(file: NotCounted) -> Words:
    return (f"not counted ({_NOT_COUNTED[file.why]}): ", Quoted(file.path))


# ----------------------------------------------------------------------------------------------- security


def _sensitive_paths(found: SecurityEvidence) -> Words:
    if not found.sensitive_paths:
        return (_looked_for(found),)
    shown = tuple(_sensitive(path) for path in found.sensitive_paths[:_SHOWN])
    return listed(shown, more=len(found.sensitive_paths) - len(shown))


def _sensitive_paths_in_full(found: SecurityEvidence) -> tuple[Words, ...]:
    if not found.sensitive_paths:
        return ((_looked_for(found),),)
    paths, tests = count(len(found.sensitive_paths), "sensitive path"), count(found.test_files, "test file")
    rows: list[Words] = [(f"{paths}, {tests} changed",), *map(_sensitive_in_full, found.sensitive_paths)]
    if any(path.inside for path in found.sensitive_paths):
        rows.append(("a term inside a longer word is dismissed by the setting ", _DISMISS))
    return tuple(rows)


def _looked_for(found: SecurityEvidence) -> str:
    alone = ", as words of their own" if found.match is SecurityMatch.WORDS else ""
    return f"no path holds one of {len(SENSITIVE_TERMS)} terms such as auth, token or crypto{alone}"


def _sensitive(path: SensitivePath) -> Words:
    return (Quoted(path.path), " (", *_matched(path), ", ", _lines(path), ")")


def _sensitive_in_full(path: SensitivePath) -> Words:
    before: Words = (", before: ", Quoted(path.previous_path)) if path.previous_path else ()
    return (Quoted(path.path), *before, ": ", *_matched(path), "; ", _lines(path))


def _matched(path: SensitivePath) -> Words:
    terms = ", ".join(path.terms)
    if not path.inside:
        return (terms,)
    return (f"{terms}, only inside ", *names(path.inside, most=2))


def _lines(path: SensitivePath) -> str:
    return "binary" if path.changed_lines is None else count(path.changed_lines, "changed line")


# --------------------------------------------------------------------------------------------- complexity


def _sizes(found: ComplexityEvidence) -> Words:
    parts = [f"{found.additions:,} added, {found.deletions:,} removed"]
    if _bands_differ(found):
        parts.append(_bands(found))
    if found.generated_files:
        parts.append(f"{count(found.generated_lines, 'line')} generated or vendored")
    if found.excluded_files:
        parts.append(f"{count(found.excluded_files, 'file')} left out by the settings")
    return ("; ".join(parts),)


def _sizes_in_full(found: ComplexityEvidence) -> tuple[Words, ...]:
    lines = f"{found.additions:,} + {found.deletions:,} = {count(found.lines, 'changed line')}"
    rows: list[Words] = [(f"{lines} in {count(found.files, 'file')}: {found.size}",)]
    if _bands_differ(found):
        rows.append((_bands(found),))
    if found.lopsided:
        rows.append(("lopsided: over 200 lines, and less than one line removed for ten added",))
    if found.generated_files:
        files, amount = count(found.generated_files, "file"), count(found.generated_lines, "line")
        rows.append((f"generated, vendored or lock files, counted all the same: {files}, {amount}",))
    if found.excluded_files:
        files, amount = count(found.excluded_files, "file"), count(found.excluded_lines, "line")
        rows.append((f"left out: {files}, {amount}, by ", Quoted("scoring.complexity.exclude")))
    if not found.complete:
        rows.append(("from GitHub's totals: the list of files is incomplete",))
    return tuple(rows)


def _bands_differ(found: ComplexityEvidence) -> bool:
    return found.files_band not in (None, found.lines_band)


def _bands(found: ComplexityEvidence) -> str:
    return f"lines: {found.lines_band}; files alone: {found.files_band}"


# --------------------------------------------------------------------------------------- -------------- docs


def _docs(found: DocsEvidence) -> Words:
    if found.docs:
        return ("changed: ", *names(found.docs))
    return _WHAT_DOCS_ARE if found.source_files else ()


def _docs_in_full(found: DocsEvidence) -> tuple[Words, ...]:
    first = f"{count(found.docs_files, 'docs file')} for {count(found.source_files, 'source file')}"
    first = first if found.source_files else "no source file changed"
    return ((first,), *(("docs: ", Quoted(path)) for path in found.docs))


# --------------------------------------------------------------------------------------------- governance


def _domains(found: GovernanceEvidence) -> Words:
    if not found.present:
        return ()
    if not found.domains and not found.unmapped:
        return ("only its presence counts for the score",)
    touched = [
        (Quoted(domain.name), f" ({count(domain.files, 'file')})") for domain in found.domains[:_SHOWN]
    ]
    more = max(len(found.domains) - _SHOWN, 0)
    words: Words = ("domains: ", *listed(touched, more=more)) if touched else ()
    if not found.unmapped:
        return words
    between = "; in none: " if words else "in no domain: "
    return (*words, between, *names(found.unmapped))


def _domains_in_full(found: GovernanceEvidence) -> tuple[Words, ...]:
    where = "stands" if found.present else "does not stand"
    rows: list[Words] = [(_CONSTITUTION, f" {where} on the default branch")]
    for domain in found.domains:
        restricted = ", restricted" if domain.restricted else ""
        rows.append(("domain ", Quoted(domain.name), f": {count(domain.files, 'changed file')}{restricted}"))
    rows += [("in no domain: ", Quoted(path)) for path in found.unmapped]
    return tuple(rows)
