"""Coverage files as tools write them, and as nobody should."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.facts import FileCoverage, Missing
from steward.intake.coverage_file import read

DOCTYPE = '<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">'


def cobertura(*classes: tuple[str, dict[int, int]], sources: tuple[str, ...] = (), head: str = "") -> bytes:
    """A report with the hits of these classes' lines."""
    rows = "".join(
        f'<class name="x" filename="{path}"><methods/><lines>'
        + "".join(f'<line number="{number}" hits="{hits}" branch="true"/>' for number, hits in lines.items())
        + "</lines></class>"
        for path, lines in classes
    )
    roots = "".join(f"<source>{one}</source>" for one in sources)
    return (
        f'<?xml version="1.0"?>{head}<coverage line-rate="1"><sources>{roots}</sources><packages>'
        f'<package name="p"><classes>{rows}</classes></package></packages></coverage>'
    ).encode()


def measured(data: bytes, **rest: object) -> list[tuple[str, int, int]]:
    """The files that a report measures: path, lines, lines reached."""
    found = read(data, **rest)  # type: ignore[arg-type]
    assert isinstance(found, tuple), found
    return [(one.path, one.lines, one.covered) for one in found]


def why(data: bytes, **rest: object) -> str:
    """What is wrong with a report."""
    found = read(data, **rest)  # type: ignore[arg-type]
    assert isinstance(found, Missing), found
    assert "coverage-file" in found.mend
    return found.why


def test_lines_of_classes_are_counted_and_conditions_are_not() -> None:
    assert measured(cobertura(("a.py", {1: 3, 2: 0, 5: 1}), ("b.py", {1: 0}))) == [
        ("a.py", 3, 2),
        ("b.py", 1, 0),
    ]


def test_a_document_type_that_tools_write_is_fine() -> None:
    assert measured(cobertura(("a.py", {1: 1}), head=DOCTYPE)) == [("a.py", 1, 1)]


def test_classes_of_one_file_are_merged_by_line() -> None:
    assert measured(cobertura(("a.java", {1: 0, 2: 1}), ("a.java", {1: 1, 3: 0}))) == [("a.java", 3, 2)]


def test_lines_told_in_methods_too_count_once() -> None:
    data = cobertura(("a.py", {1: 1})).replace(
        b"<methods/>", b'<methods><method><lines><line number="1" hits="1"/></lines></method></methods>'
    )
    assert measured(data) == [("a.py", 1, 1)]


@pytest.mark.parametrize(
    ("path", "sources", "place"),
    [
        pytest.param("src/a.py", (), "src/a.py", id="as it is"),
        pytest.param("./src//a.py", (), "src/a.py", id="dots and slashes"),
        pytest.param("src/x/../a.py", (), "src/a.py", id="one up"),
        pytest.param(r"src\a.cs", (), "src/a.cs", id="backslashes"),
        pytest.param("a.py", ("/w/repo/src",), "src/a.py", id="below a source"),
        pytest.param("a.py", ("/w/repo",), "a.py", id="the source is the root"),
        pytest.param(
            "com/A.java", ("src/main/java",), "src/main/java/com/A.java", id="a source in the repository"
        ),
        pytest.param("/w/repo/src/a.py", ("/w/repo/lib",), "src/a.py", id="absolute"),
        pytest.param("a.py", ("/w/repo/src", "/w/repo/src/"), "src/a.py", id="one source told twice"),
        pytest.param("a.py", ("/usr/lib", "/w/repo/src"), "src/a.py", id="the source in the repository"),
        pytest.param("a.py", ("/w/repo/lib", "/w/repo/known"), "known/a.py", id="the source that has it"),
        pytest.param("/app/deep/b.py", (), "deep/b.py", id="elsewhere, by its end"),
        pytest.param("deep/b.py", ("/app",), "deep/b.py", id="below a source elsewhere, by its end"),
        pytest.param("/app/two/c.py", (), "app/two/c.py", id="elsewhere, with two that may be meant"),
        pytest.param("/w/repository/a.py", (), "w/repository/a.py", id="a folder that only begins alike"),
        pytest.param("b.py", ("/w/repo/src",), "src/b.py", id="a namesake elsewhere changes nothing"),
    ],
)
def test_paths_become_those_of_the_repository(path: str, sources: tuple[str, ...], place: str) -> None:
    known = ("known/a.py", "deep/b.py", "x/two/c.py", "y/two/c.py")
    data = cobertura((path, {1: 1}), sources=sources)
    assert measured(data, workspace="/w/repo/", known=known) == [(place, 1, 1)]


def test_a_workspace_on_windows_has_no_case() -> None:
    data = cobertura((r"d:\A\Repo\src\a.cs", {1: 1}))
    assert measured(data, workspace=r"D:\a\repo") == [("src/a.cs", 1, 1)]


def test_a_file_in_one_of_several_sources_is_no_guess() -> None:
    data = cobertura(("a.py", {1: 1}), sources=("/w/src", "/w/lib"))
    assert "'src/a.py' or 'lib/a.py'" in why(data, workspace="/w")


def test_records_of_one_file_are_merged_by_line() -> None:
    data = (
        b"TN:t\nSF:/w/a.c\nFN:1,f\nFNDA:1,f\nDA:1,2\nDA:2,0,hash\nBRDA:1,0,0,1\nLF:2\nLH:1\nend_of_record\n"
    )
    data += b"SF:./a.c\r\nDA:2,1\r\nDA:3,0\r\nend_of_record\r\n"
    assert measured(data, workspace="/w") == [("a.c", 3, 2)]


def test_totals_count_where_no_line_is_told() -> None:
    data = b"SF:a.c\nLF:10\nLH:7\nend_of_record\nSF:b.c\nDA:1,1\nLF:9\nLH:9\nend_of_record\n"
    assert measured(data) == [("a.c", 10, 7), ("b.c", 1, 1)]


def test_a_negative_count_is_not_reached_and_line_zero_no_line() -> None:
    assert measured(b"SF:a.c\nDA:0,1\nDA:1,-3\nDA:2,1\nend_of_record\n") == [("a.c", 2, 1)]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b" \n ", "is empty"),
        (b"hello", "cov:1: is neither Cobertura XML nor LCOV"),
        (b"\x00\x01\x02", "is neither"),
        (b"{}", "is neither"),
        (b"<report/>", "a JaCoCo report"),
        (b"<html></html>", "<html>"),
        (b"<coverage><project/></coverage>", "no class"),
        (b"<coverage>\n\n<oops", "cov:3: is no well-formed XML"),
        (b"<coverage>\n</other>", "cov:2: is no well-formed XML"),
        (cobertura(("a.py", {})), "measures no line"),
        (cobertura(("", {1: 1})), "a filename"),
        (cobertura(("a.py", {1: 1})).replace(b'hits="1"', b'hits="many"'), "whole numbers, found 'many'"),
        (cobertura(("a.py", {1: 1})).replace(b'hits="1"', b""), "whole numbers, found ''"),
        (b'<!DOCTYPE c [<!ENTITY a "b">]><coverage>&a;</coverage>', "declares entities"),
        (b'<?xml version="1.0" encoding="x"?><coverage/>', "cov:1: is"),
        (b"<coverage>" + b"<a>" * 100_000, "deep"),
        (b"SF:a\nDA:1,1\n", "cut off"),
        (b"SF:a\nSF:b\n", "cov:2: expected end_of_record"),
        (b"DA:1,1\n", "cov:1: expected SF before DA"),
        (b"SF:\n", "expected a path"),
        (b"SF:a\nDA:x,1\n", "cov:2: expected a whole number, found 'x'"),
        (b"SF:a\nDA:1\n", "cov:2: expected DA:LINE,COUNT"),
        (b"SF:a\nDA:1,1e9\n", "found '1e9'"),
        (b"SF:a\nDA:1," + b"9" * 5000, "whole number"),
        (b"SF:a\nLF:3\nLH:4\nend_of_record\n", "4 of 3"),
        (b"TN:\n", "measures no line"),
    ],
)
def test_what_is_no_coverage_file_says_where_and_what(data: bytes, words: str) -> None:
    assert words in why(data, name="cov")
    assert why(data, name="cov").startswith("cov:")


@given(
    st.one_of(
        st.binary(max_size=200),
        st.text(alphabet="SFDALH:,01x\n/end_of_rcd", max_size=200).map(str.encode),
        st.text(alphabet='<>/coverage"=sline 01&;!', max_size=200).map(lambda text: b"<" + text.encode()),
    )
)
def test_any_bytes_are_a_value_or_a_worded_error(data: bytes) -> None:
    found = read(data, name="cov")
    if isinstance(found, Missing):
        assert found.why.startswith("cov:")
    else:
        assert all(0 <= one.covered <= one.lines and one.lines > 0 for one in found)


@given(
    st.dictionaries(
        st.sampled_from(["a.py", "b/c.py"]),
        st.dictionaries(st.integers(1, 50), st.integers(0, 3), min_size=1),
        min_size=1,
    )
)
def test_both_forms_say_the_same(stated: dict[str, dict[int, int]]) -> None:
    lcov = "".join(
        f"SF:{path}\n"
        + "".join(f"DA:{number},{hits}\n" for number, hits in lines.items())
        + "end_of_record\n"
        for path, lines in stated.items()
    )
    expected = tuple(
        FileCoverage(path=path, lines=len(lines), covered=sum(hits > 0 for hits in lines.values()))
        for path, lines in sorted(stated.items())
    )
    assert read(lcov.encode()) == read(cobertura(*stated.items())) == expected
