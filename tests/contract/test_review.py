"""`steward review` and `steward rubric check` as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import schemas
from tests.contract.command import run

EXAMPLES = Path(__file__).parents[2] / "examples" / "rubrics"
ITEMS = EXAMPLES / "items-api"
RUBRIC = str(ITEMS / "rubric.yml")


def answer(name: str) -> str:
    return str(ITEMS / "answers" / name)


class TestReview:
    @pytest.mark.parametrize(
        ("name", "code", "title"),
        [
            ("strong.md", 0, "Review: accepted, 98 of 100 points"),
            ("partial.yml", 1, "Review: failed, 44 of 100 points"),
            ("gaming.md", 1, "Review: failed, 15 of 100 points"),
        ],
    )
    def test_the_exit_code_is_the_verdict(self, name: str, code: int, title: str) -> None:
        found = run("review", "--rubric", RUBRIC, "--answer", answer(name), cwd=EXAMPLES)
        assert (found.code, found.text.splitlines()[0], found.err) == (code, title, "")

    def test_json_and_markdown(self) -> None:
        typed = ("review", "--rubric", RUBRIC, "--answer", answer("strong.md"), "--format")
        assert json.loads(run(*typed, "json", cwd=EXAMPLES).out)["schema"] == "steward.review/1"
        assert run(*typed, "markdown", cwd=EXAMPLES).text.startswith("## Review: accepted")

    @pytest.mark.parametrize("name", ["partial.yml", "strong.md"])
    def test_standard_input_is_the_same(self, name: str) -> None:
        data = Path(answer(name)).read_bytes()
        piped = run("review", "--rubric", RUBRIC, "--answer", "-", cwd=EXAMPLES, given=data)
        assert piped == run("review", "--rubric", RUBRIC, "--answer", answer(name), cwd=EXAMPLES)

    def test_a_malformed_rubric_or_answer_scores_nothing(self, tmp_path: Path) -> None:
        bad = tmp_path / "bad.yml"
        bad.write_text("mergeDecision: maybe\nfindings: []\n")
        for rubric, answered in ((RUBRIC, bad), (str(bad), answer("strong.md"))):
            found = run("review", "--rubric", rubric, "--answer", str(answered), cwd=EXAMPLES)
            assert "bad.yml:1:1: mergeDecision: invalid value 'maybe'" in found.complaint

    @pytest.mark.parametrize(("option", "named"), [("--rubric", RUBRIC), ("--answer", answer("strong.md"))])
    def test_a_file_that_is_not_there(self, option: str, named: str) -> None:
        typed = ["review", "--rubric", RUBRIC, "--answer", answer("strong.md")]
        typed[typed.index(named)] = "gone.yml"
        assert f"{option} 'gone.yml' cannot be read: No such file" in run(*typed, cwd=EXAMPLES).complaint

    def test_what_is_not_said_is_asked_for(self) -> None:
        assert "--answer" in run("review", "--rubric", RUBRIC, cwd=EXAMPLES).complaint


class TestRubricCheck:
    @pytest.mark.parametrize("name", ["items-api", "slug-cache", "tidy-rename"])
    def test_the_examples_are_clean(self, name: str) -> None:
        found = run("rubric", "check", f"{name}/rubric.yml", cwd=EXAMPLES)
        assert (found.code, found.err, found.text.count("\n")) == (0, "", 1), found.text

    @pytest.mark.parametrize("where", [".", "../items-api", "rubric.yml"])
    def test_a_folder_stands_for_its_rubric(self, where: str) -> None:
        found = run("rubric", "check", where, cwd=ITEMS)
        assert (found.code, "5 findings" in found.text) == (0, True)

    def test_a_folder_without_one_is_told(self) -> None:
        found = run("rubric", "check", "answers", cwd=ITEMS)
        assert "there is no rubric.yml in the folder 'answers'" in found.complaint

    def test_what_is_to_be_mended_is_told_and_the_code_is_one(self, tmp_path: Path) -> None:
        (tmp_path / "r.yml").write_text(
            "expectedFindings:\n"
            "  - {id: a, severity: low, category: x,"
            " acceptableAnswers: [leak], location: {file: a.py, lines: [9]}}\n"
            "mergeDecision: comment\n"
        )
        (tmp_path / "a.py").write_text("x = 1\n")
        found = run("rubric", "check", "r.yml", cwd=tmp_path)
        assert found.code == 1
        assert [line.split(": ")[0] for line in found.text.splitlines()] == [
            "r.yml:2:61",
            "r.yml:2:91",
            "r.yml",
        ]
        written = run("rubric", "check", "r.yml", "--format", "json", cwd=tmp_path).out
        assert not schemas.problems("rubric-check-1", written)
        told = json.loads(written)
        assert (told["schema"], len(told["errors"])) == ("steward.rubric-check/1", 2)

    def test_files_kept_elsewhere_are_named(self, tmp_path: Path) -> None:
        (tmp_path / "rubric.yml").write_bytes((ITEMS / "rubric.yml").read_bytes())
        alone = run("rubric", "check", "rubric.yml", cwd=tmp_path)
        assert (alone.code, "warning: expectedFindings[0].location.file" in alone.text) == (0, True)
        assert run("rubric", "check", "rubric.yml", "--files", str(ITEMS), cwd=tmp_path).text.count("\n") == 1
        assert run("rubric", "check", "rubric.yml", "--files", str(tmp_path), cwd=tmp_path).code == 1
        assert (
            "is no folder" in run("rubric", "check", "rubric.yml", "--files", "gone", cwd=tmp_path).complaint
        )

    def test_a_rubric_that_is_not_there(self) -> None:
        assert "PATH 'gone.yml' cannot be read" in run("rubric", "check", "gone.yml", cwd=EXAMPLES).complaint
