"""Text as an attacker, or bad luck, would write it into a pull request."""

from __future__ import annotations

from hypothesis import strategies as st

PIECES = (
    "|",
    "\\|",
    "`",
    "``",
    "\\",
    "\\`",
    "\n",
    "\r\n",
    "\t",
    "<details>",
    "</details>",
    "</summary>",
    "<!--",
    "-->",
    "<!-- steward:footer -->",
    "<img src=x>",
    "<script>",
    "@octocat",
    "@org/team",
    "#1",
    "GH-12",
    "org/repo#4",
    "closes #12",
    "1a2b3c4d5e6f",
    "http://evil.example",
    "www.evil.example",
    "me@evil.example",
    "[a](javascript:b)",
    "![a](https://evil.example/a.png)",
    ":tada:",
    "**",
    "__",
    "~~",
    "~~~",
    "```",
    "# ",
    "- ",
    "1. ",
    "> ",
    "$$",
    "&lt;",
    "&#64;",
    "\u202e",
    "\u2066",
    "\u200b",
    "\u00ad",
    "\ufe0f",
    "\U000e0041",
    "\udcff",
    "\x00",
    "\x1b[31m",
    "::error::",
    "##[error]",
    " ",
    "  ",
    "é",
    "漢",
    "😀",
)

texts = st.lists(
    st.one_of(
        st.sampled_from(PIECES),
        st.text(max_size=8),
        st.characters(categories=("Cc", "Cf", "Zs", "Zl", "Zp", "Cs")),
    ),
    max_size=12,
).map("".join)
"""Any text at all, with the dangerous pieces in it far more often than chance would put them."""

WORST = "".join(PIECES)
