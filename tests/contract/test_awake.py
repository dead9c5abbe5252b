"""The watcher sees what it is there to see; otherwise its silence would say nothing."""

from __future__ import annotations

import pytest

from tests.contract import awake

PAGE = """\
<!-- steward:v1 {} -->

### 🟡 62 amber, blocked: dco

Text with `@code #1 <b>` and [run 7](https://ours.example/runs/7).

#### In words

| a | b |
|:--|:--|
| `x\\|y` | z<br>w |

<details><summary>Changed files: 1 (1 source)</summary>

~~~text
| @octocat #1 |
~~~

</details>
"""


def test_a_page_of_ours_is_quiet() -> None:
    assert awake.on_page(PAGE, links=("https://ours.example/",)) == []


@pytest.mark.parametrize(
    ("foreign", "seen"),
    [
        ("hello @octocat", "a mention"),
        ("see #1", "an issue"),
        ("see org/repo#4", "an issue"),
        ("gh-12", "an issue"),
        ("at 1a2b3c4d5e", "a commit"),
        (":tada:", "an emoji"),
        ("http://evil.example", "link_open: "),
        ("www.evil.example", "link_open: "),
        ("me@evil.example", "link_open: "),
        ("$x$", "a formula"),
        ("[^1]", "a footnote"),
        ("> [!NOTE]", "an alert"),
        ("- [ ] do", "a task"),
        ("/approve", "a command to a bot"),
        ("[a](https://evil.example)", "link_open: https://evil.example"),
        ("[a](javascript:x)", ""),
        ("<https://evil.example>", "link_open: https://evil.example"),
        ("![a](https://ours.example/a.png)", "image: https://ours.example/a.png"),
        ("<b>bold</b>", "HTML: <b>"),
        ("<img src=x>", "HTML: <img src=x>"),
        ("<!-- hidden -->", "HTML: <!-- hidden -->"),
        ("<details><summary><b>x</b></summary>\n\n</details>", "HTML: <details>"),
        ("<!-- steward:footer -->\n<!-- steward:footer -->", "another <!-- steward:footer"),
        ("<!-- steward:v1 {} -->", "another <!-- steward:v1"),
        ("# Passed", "a heading: # Passed"),
        ("### ✅ **Passed**", "a heading: ### ✅ **Passed**"),
        ("| a | b |\n|:--|:--|\n| x | y | z |", "a broken row: | x | y | z |"),
        ("| a | b |\n|:--|:--|\n| `x|y` | z |", "a broken row: | `x|y` | z |"),
        ("a\u202eb", "U+202E"),
        ("`a\u200bb`", "U+200B"),
        ("a\U000e0041", "U+E0041"),
        ("a\x1b[31m", "U+001B"),
    ],
)
def test_what_came_to_life_is_seen(foreign: str, seen: str) -> None:
    found = awake.on_page(f"{PAGE}\n{foreign}\n", links=("https://ours.example/",))
    assert (found != []) is (seen != "")
    assert any(one.startswith(seen) for one in found) is (seen != "")


def test_a_marker_that_something_can_end_is_none() -> None:
    assert awake.on_page("<!-- steward:v1 a --> @octocat -->\n\nx\n") != []


LOG = "::add-mask::x\nsteward: all well\n::warning title=Steward%3A 62 amber::c\n"


def test_a_log_of_ours_is_quiet() -> None:
    assert awake.in_log(LOG) == []


@pytest.mark.parametrize(
    ("foreign", "seen"),
    [
        ("hello", "a line of somebody else: hello"),
        ("::set-output name=a::b", "a line of somebody else"),
        ("::warning ::x\n::set-env name=A::b", "a line of somebody else"),
        ("steward: ##[error]x", "a command"),
        ("steward: \x1b[31mred", "U+001B"),
        ("steward: a\r::error::b", "an annotation"),
        ("::error::forged", "an annotation"),
        ("steward: a\rb", "U+000D"),
        ("steward: a\u2028b", "U+2028"),
        ("::add-mask::y", "not one mask"),
        ("steward: Traceback (most recent call last):", "a traceback"),
    ],
)
def test_what_a_runner_would_act_on_is_seen(foreign: str, seen: str) -> None:
    assert any(one.startswith(seen) for one in awake.in_log(f"{LOG}{foreign}\n"))
