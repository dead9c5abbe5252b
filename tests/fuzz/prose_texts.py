"""Texts as a model that means harm would write them: near to what is allowed, with what must never pass between."""

from __future__ import annotations

from random import Random

SLOTS = ("{n}", "{many}", "{path_1}", "{path_2}", "{domain_1}", "{none}", "{N}", "{}", "{n", "n}", "{ n }")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ALLOWED = _LETTERS + "    ,.;:'()?/-"
_ANY = _ALLOWED + '\\`*_{}[]<>#+!|~@$%^&="\n\r\t\0\x0b\x1b\x85\u00a0\u200b\u202e\u2028\ufeff\ud800０１5789'
_WORDS = (
    "a the Small change tests e.g. i.e. and/or docs file it's well-known deadbeef DEFACED effaced bedface e.g i.e"
    " www http https ftp mailto xmpp javascript closes fixes GH gh GHSA CVE RFC org user octocat steward evil"
    " example com smile tada x X NOTE details summary img br sub script pre approve merge rerun null None true"
).split()
_LIVE = (
    "@octocat", "@org/team", "#1", "GH-1", "GH-", "GH-{n}", "gh-{n}", "org/repo#1", "#{n}", "@{path_1}",
    ":x:", ":{n}:", ":tada:", ": x :", ":", "::", "://", "https://evil.example", "www.evil.example",
    "www.evil", "evil.example", "a@b.c", "mailto:a", "[x](y)", "![x](y)", "[x]: y", "[x]", "[^1]",
    "[ ]", "<img src=x>", "<!-- x -->", "<br>", "&lt;", "&#64;", "**x**", "*", "_x_", "~~x~~", "`x`",
    "```", "~~~", "# x", "## x", "- x", "+ x", "1. x", "1) x", "> x", "---", "===", "| x |", "|", "\n",
    "\n\n", "\n- ", "\n---", "  \n", "    ", "$x$", "$$", "/approve", "/ x", "a/b", "a//b", "//", "/",
    "GHSA-cfgh-jmpq-rvwx", "CVE-", "deadbeef", "0123456", "{n}{n}", "{n}/{n}", "({n})", "({path_1})",
    "{path_1}.", "{n}.", "{n}:", "{n};", "{n}?", "x{n}", "{n}x", "-{n}", "{n}-", "'{n}'",
    "{path_1}{path_2}", "{path_1} {path_2}", "\\", "…", "\u2019", "\u201c", "\u2014", "\uff20octocat",
    "\uff0f", "\u2024", "\u0430", "\u00e9", "\u0301", "\ufe0f", "::error::x", "##[error]x", "e.g.x",
    "x.e.g", "i.e.", "(", ")", "()", "?", ".", "..", "...", ",", ";", "'", "-", "--",
)  # fmt: skip


def text(random: Random) -> str:
    """One text, by one of the ways."""
    return random.choice((_characters, _allowed, _sentence, _sentence, _spoiled, _spoiled))(random)


def _characters(random: Random) -> str:
    return "".join(random.choices(_ANY, k=random.randrange(1, 24)))


def _allowed(random: Random) -> str:
    return random.choice(_LETTERS) + "".join(random.choices(_ALLOWED, k=random.randrange(0, 40)))


def _sentence(random: Random) -> str:
    """Words and slots with a sign or a blank between, as a well-behaved answer has them."""
    pieces = [random.choice(_WORDS)]
    for _ in range(random.randrange(0, 12)):
        pieces.append(
            random.choice((" ", " ", " ", " ", ", ", ". ", ": ", "; ", " (", ") ", "-", "/", "? ", "'"))
        )
        pieces.append(random.choice((*_WORDS, *SLOTS[:5])))
    return "".join(pieces)


def _spoiled(random: Random) -> str:
    """A sentence with something alive put in somewhere, with a blank before it or not."""
    base = _sentence(random)
    for _ in range(random.choice((1, 1, 2))):
        at = random.randrange(len(base) + 1)
        base = (
            base[:at] + random.choice(("", " ")) + random.choice(_LIVE) + random.choice(("", " ")) + base[at:]
        )
    return base
