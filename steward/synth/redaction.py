"""What looks like a secret, in a text that is shown to a model (`docs/prose.md`, "What is sent").

Told by the form of a token, by a name beside a value, or by being long and mixed as no word is. Rather a word too
many is taken out than a secret left in.
"""

from __future__ import annotations

import re

REDACTED = "[redacted]"

# Emphasis, escapes and accents within a token: a reader copies it without them.
_NOISE = r"[\\*~`\u0300-\u036f]{0,4}"
_WORD = rf"(?:{_NOISE}[A-Za-z0-9_-])"
_PLAIN = rf"(?:{_NOISE}[A-Za-z0-9_])"

_SECRETS = re.compile(
    r"-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z0-9 ]*-{4,5}.*?(?:-{4,5} ?END [A-Z0-9 ]*-{4,5}|\Z)"
    rf"|\bgh[a-z]_{_PLAIN}{{16,}}|gh[pousr]_(?={_PLAIN}{{0,36}}\d){_PLAIN}{{16,}}"
    rf"|github_pat_{_PLAIN}{{16,}}|\bgl[a-z]{{2,6}}-{_WORD}{{16,}}|\bGR1348941{_WORD}{{10,}}"
    r"|\b(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA)[A-Z0-9]{12,}"
    r"|\bxox[a-z](?:\.xox[a-z])?-[\w-]{8,}|\bxapp-[\w-]{8,}|\bhooks\.slack\.com/\S+"
    r"|\bdiscord(?:app)?\.com/api/webhooks/\S+|\bwebhook\.office\.com/\S+|\blogic\.azure\.com\S*/\S+"
    rf"|\b[srp]k[-_](?:ant|proj|live|test|or|svcacct)?[-_]?{_WORD}{{16,}}"
    rf"|\bAIza{_WORD}{{30,}}|\bya29\.{_WORD}{{16,}}|\bGOCSPX-{_WORD}{{16,}}|\bhv[sbr]\.{_WORD}{{16,}}"
    rf"|\bnpm_{_PLAIN}{{20,}}|\bpypi-{_WORD}{{16,}}|\bhf_{_PLAIN}{{16,}}|\bsq0[a-z]{{3}}-{_WORD}{{16,}}"
    rf"|\bATATT3[\w=-]{{16,}}|\bCFPAT-{_WORD}{{16,}}|\b\d{{6,12}}:[\w-]{{30,}}|\w{{0,8}}8Q~[\w.~-]{{20,}}"
    rf"|\bdckr_pat_{_WORD}{{16,}}|\bSG\.[\w-]{{16,}}\.[\w-]{{16,}}|\bglsa_\w{{16,}}|\bdop_v1_\w{{16,}}"
    r"|\b[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}"
    r"|\beyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)?",
    re.DOTALL | re.ASCII,
)
_NAMED = re.compile(
    r"(?P<name>[\w.-]{0,40}(?:key|token|secret|passw(?:or[dt])?|passphrase|pwd|credentials?|bearer|basic|signature)"
    r"""[\w-]{0,40}["']?\s{0,4}(?:[:=]{1,3}>?|\s)\s{0,4}["'`]?)(?P<value>[^\s"'`,;]{6,})""",
    re.IGNORECASE | re.ASCII,
)
# Names too short to be looked for inside of others.
_SHORT = re.compile(
    r"(?P<name>\b(?:[\w.-]{0,40}[_.-])?(?:pass|pw|auth|sig|sess|session|sid|cookie|set-cookie|pat|pin)"
    r"""["']?\s{0,4}[:=]{1,2}\s{0,4}["'`]?)(?P<value>[^\s"'`,;]{6,})""",
    re.IGNORECASE | re.ASCII,
)
_QUOTED = re.compile(
    r"(?P<name>(?:key|token|secret|passw(?:or[dt])?|passphrase|pwd|pass|pw)[\w-]{0,40}[\"']?\s{0,4}[:=]{1,3}>?\s{0,4})"
    r"(?P<value>\"[^\"\n]{4,200}\"|'[^'\n]{4,200}'|`[^`\n]{4,200}`)",
    re.IGNORECASE | re.ASCII,
)
_SAID = re.compile(
    r"(?P<name>\b(?:password|passwd|passwort|passphrase|pwd|pw|secret|token|pin|credentials?|(?:api )?key)"
    r"(?: [\w'-]{1,20}){0,4} (?:is|was|are|be|ist) [\"'`]?)(?P<value>[^\s\"'`]{5,})",
    re.IGNORECASE | re.ASCII,
)
_OPTION = re.compile(
    r"(?<!\S)(--?u(?:ser)?[ =])[^\s:]{1,100}:\S{1,200}|(?<!\S)(-p)(?=\S*\d)(?=\S*[A-Za-z])\S{6,200}"
)
_IN_ADDRESS = re.compile(r"(://[^\s/:@]{0,100}:)\S{1,200}@|(://)(?=[^\s/:@]*\d)[^\s/:@]{16,200}@")
_LONG = re.compile(
    r"(?<![A-Za-z0-9+])[A-Za-z0-9+]{32,}={0,2}|(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])"
)
_LONGER = re.compile(r"(?<![\w/+=-])[\w/+-]{40,}={0,2}", re.ASCII)
_AT_A_SIGN = re.compile(r"(!)?\[redacted\](?=([(\[:])?)")


def redacted(text: str) -> str:
    """The text with `[redacted]` in the place of each secret."""
    text = _SECRETS.sub(REDACTED, text)
    text = _IN_ADDRESS.sub(lambda found: f"{found[1] or found[2]}{REDACTED}@", text)
    text = _OPTION.sub(lambda found: f"{found[1] or found[2]}{REDACTED}", text)
    text = _QUOTED.sub(_phrase, text)
    text = _SHORT.sub(_mixed, _NAMED.sub(_value, text))
    text = _SAID.sub(_mixed, text)
    text = _LONGER.sub(_pieces, _LONG.sub(_run, text))
    # What stands in a secret's place is no link and no image.
    return _AT_A_SIGN.sub(
        lambda found: f"{'! ' if found[1] else ''}{REDACTED}{' ' if found[2] else ''}", text
    )


def _value(found: re.Match[str]) -> str:
    """A value beside a telling name; a word of letters beside it, as in "password handling", is none."""
    value, assigned = found["value"], found["name"].rstrip("\"'` ")[-1] in ":=>"
    mixed = len(value) >= 8 and _is_mixed(value)
    return f"{found['name']}{REDACTED}" if mixed or (assigned and not value.isalpha()) else found[0]


def _mixed(found: re.Match[str]) -> str:
    return f"{found['name']}{REDACTED}" if _is_mixed(found["value"]) else found[0]


def _phrase(found: re.Match[str]) -> str:
    return f"{found['name']}{REDACTED}" if any(map(str.isdigit, found["value"])) else found[0]


def _run(found: re.Match[str]) -> str:
    """A long run of letters and digits without a break; the 40 of a cloud key may hold slashes, as paths do."""
    run = found[0]
    mixed = any(map(str.isdigit, run)) and _kinds(run) >= (3 if "/" in run else 2)
    return REDACTED if mixed else run


def _pieces(found: re.Match[str]) -> str:
    """A long run with strokes in it: a secret when more than one piece is mixed as no word is, or a long one."""
    mixed = [len(piece) for piece in re.split(r"[/+_=-]", found[0]) if len(piece) >= 8 and _kinds(piece) == 3]
    return REDACTED if len(mixed) > 1 or any(length >= 24 for length in mixed) else found[0]


def _is_mixed(text: str) -> bool:
    return _kinds(text) >= 2 and any(map(str.isdigit, text))


def _kinds(text: str) -> int:
    return sum(map(any, ((map(str.islower, text)), map(str.isupper, text), map(str.isdigit, text))))
