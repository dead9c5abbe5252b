"""What a commit's message declares."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.facts import Identity
from steward.intake.trailers import Remediation, Trailers, read_trailers

MARA = Identity(name="Mara Okafor", email="mara@example.org")
JO = Identity(name="Jo Lind", email="jo@example.net")
SHA = "0123456789abcdef0123456789abcdef01234567"


def test_a_message_is_read_in_its_order() -> None:
    message = (
        "Subject\n\nBody\n\nSigned-off-by: Mara Okafor <mara@example.org>\nReviewed-by: X <x@example.org>\n"
        "Co-authored-by: Jo Lind <jo@example.net>\nSigned-off-by: Jo Lind <jo@example.net>\n"
        f"I, Jo Lind <jo@example.net>, hereby add my Signed-off-by to this commit: {SHA}\n"
    )
    assert read_trailers(message) == Trailers(
        sign_offs=(MARA, JO), co_authors=(JO,), remediations=(Remediation(by=JO, sha=SHA),)
    )


@pytest.mark.parametrize(
    ("line", "co_author"),
    [
        ("Co-authored-by: Jo Lind <jo@example.net>", JO),
        ("CO-AUTHORED-BY: Jo Lind <jo@example.net>", JO),
        ("Co-authored-by: <jo@example.net>", Identity(name="", email="jo@example.net")),
        ("Co-authored-by: Jo Lind", None),
        ("Co-authored-by: Jo Lind <>", None),
        ("Co-authored-by: Jo Lind <jo at example>", None),
        ("Co-authored-by: Jo Lind <jo@example.net> and others", None),
        ("  Co-authored-by: Jo Lind <jo@example.net>", None),
    ],
)
def test_a_co_author_has_an_address(line: str, co_author: Identity | None) -> None:
    assert read_trailers(f"x\n\n{line}").co_authors == ((co_author,) if co_author else ())


@pytest.mark.parametrize(
    "line",
    [
        f"I, Jo <jo@example.net>, hereby add my Signed-off-by to this commit: {SHA}",
        f"I, Jo <jo@example.net> hereby add my Signed-off-by to this commit: {SHA}.",
        f"i, Jo <jo@example.net>, HEREBY add my signed-off-by to this commit:{SHA.upper()}",
        f"I, Jo <jo@example.net>,\n  hereby add my Signed-off-by to\nthis commit:\n{SHA}\nMore.",
    ],
)
def test_a_remediation_is_read_wrapped_and_in_any_case(line: str) -> None:
    (found,) = read_trailers(f"{line}").remediations
    assert (found.by.email, found.sha) == ("jo@example.net", SHA)


@pytest.mark.parametrize(
    "line",
    [
        f"I, Jo, hereby add my Signed-off-by to this commit: {SHA}",
        f"On behalf of A <a@example.org>, I, Jo <j@example.net>, hereby add my Signed-off-by to this commit: {SHA}",
        "I, Jo <jo@example.net>, hereby add my Signed-off-by to this commit: HEAD",
        "I, Jo <jo@example.net>, hereby add my Signed-off-by to this commit: 012345",
        f"I, Jo <jo@example.net>, hereby add my Signed-off-by to this commit: {SHA} and {SHA}",
        f"I, Jo <jo@example.net>, hereby do not add my Signed-off-by to this commit: {SHA}",
        f"> I, Jo <jo@example.net>, hereby add my Signed-off-by to this commit: {SHA}",
    ],
)
def test_what_is_nearly_a_remediation_is_none(line: str) -> None:
    assert read_trailers(f"x\n\n{line}\n").remediations == ()


@given(st.text() | st.text(alphabet="SCIsigned-off-by:co-authored, <>@\r\n\t aé\u2028\x00\ud800"))
def test_any_text_is_a_message(message: str) -> None:
    found = read_trailers(message)
    assert len(found.sign_offs) + len(found.co_authors) + found.unread <= message.count(":")
    assert all(one.email and not set(one.email) & set("<> \n") for one in found.sign_offs + found.co_authors)


@given(st.text(alphabet="ab \n", max_size=30), st.sampled_from(["\n", "\r\n", "\r"]))
def test_line_ends_mean_nothing(body: str, end: str) -> None:
    message = f"{body}\n\nSigned-off-by: Jo Lind <jo@example.net>\n"
    assert read_trailers(message.replace("\n", end)) == read_trailers(message)


@pytest.mark.parametrize(
    "shape",
    ["I," + " " * 200_000, "I, a <" * 50_000, "I, a <b>," + "\n" * 200_000, "Signed-off-by:" + " <" * 200_000,
     "Signed-off-by" + " " * 200_000, "\nI, a <b> hereby" * 20_000, "<" * 300_000 + ">"],
)  # fmt: skip
def test_a_long_message_made_to_be_slow_is_read_to_its_end(shape: str) -> None:
    # Time that grew with the square of the length would not end before the run's own limit.
    assert read_trailers(f"{shape}\nSigned-off-by: Jo Lind <jo@example.net>").sign_offs[-1:] == (JO,)


@pytest.mark.parametrize(
    "message",
    [
        "A\n\nSigned-off-by: Mara Okafor <mara@example.org>\n",
        "A\n\nBody: with a colon\nmore\n\nAcked-by: X <x@x.org>\nsigned-off-by: Mara Okafor <mara@example.org>\n",
        "A\n\nSigned-off-by: Mara Okafor <mara@example.org>\nSigned-off-by: Jo Lind <jo@example.net>\n",
        "A\n\nNo trailer here\n",
        "A\n\nI signed this off: Signed-off-by: X <x@example.org>\n",
    ],
)
def test_what_git_calls_a_trailer_of_the_message_is_one_here(message: str) -> None:
    done = subprocess.run(
        ["git", "interpret-trailers", "--parse"], input=message, capture_output=True, text=True, check=True
    )
    lines = [line.partition(": ") for line in done.stdout.splitlines()]
    of_git = [value for key, _, value in lines if key.lower() == "signed-off-by"]
    assert [f"{one.name} <{one.email}>" for one in read_trailers(message).sign_offs] == of_git
