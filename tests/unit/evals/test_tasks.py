"""Golden tasks as values and as files: every mistake is a `ValueError` that names file and task."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steward.evals import GoldenTask, golden_tasks_path, load_golden_tasks

GOOD = '[{"name": "a", "prompt": "p", "expect": ["x"], "forbid": []}, {"name": "b", "prompt": "p"}]'


class TestOneTask:
    def test_what_is_given_is_kept_as_tuples(self) -> None:
        assert GoldenTask("a", "p") == GoldenTask(name="a", prompt="p", expect=(), forbid=())
        task: Any = GoldenTask
        assert task("a", "p", ["x"], ["y"]).expect == ("x",)

    @pytest.mark.parametrize(
        ("parts", "words"),
        [
            (("", "p"), "a task has no name"),
            (("  ", "p"), "a task has no name"),
            ((None, "p"), "a task has no name"),
            ((1, "p"), "name is text, not 1; put it in quotes"),
            (("a", ""), "task 'a' has no prompt"),
            (("a", None), "task 'a' has no prompt"),
            (("a", ["p"]), "task 'a': prompt is text"),
            (("a", "p", "x"), r"task 'a': expect is a list of patterns, not the text 'x'; write \['x'\]"),
            (("a", "p", (), "x"), "task 'a': forbid is a list of patterns"),
            (("a", "p", None), "task 'a': expect is a list of patterns, not None"),
            (("a", "p", {"x": 1}), "task 'a': expect is a list"),
            (("a", "p", [1]), r"task 'a': expect\[0\] is a pattern, not 1"),
            (("a", "p", [True]), r"task 'a': expect\[0\] is a pattern, not True"),
            (("a", "p", ["ok", "("]), r"task 'a': expect\[1\]: the pattern '\(' is no regular expression"),
            (("a", "p", [], ["(a+)+$"]), r"task 'a': forbid\[0\]: the pattern '\(a\+\)\+\$' is catastrophic"),
            (("a\ud800", "p"), "half of a character"),
            (("a", "p\ud800"), "half of a character"),
            (("a", "p", ["\ud800"]), "half of a character"),
        ],
        ids=lambda value: repr(value)[:40],
    )
    def test_a_mistake_is_worded_when_it_is_made(self, parts: tuple[Any, ...], words: str) -> None:
        with pytest.raises(ValueError, match=words):
            GoldenTask(*parts)

    def test_a_long_value_is_not_repeated_whole(self) -> None:
        with pytest.raises(ValueError, match="…") as error:
            GoldenTask("a", "p", ["(" + "x" * 1_500])
        assert len(str(error.value)) < 250


def written(tmp_path: Path, name: str, text: str | bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


class TestFiles:
    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("t.json", GOOD),
            ("t.json", "\ufeff" + GOOD),
            ("t.JSON", GOOD),
            ("t.yml", GOOD),
            ("t.yaml", "- name: a\n  prompt: p\n  expect: ['x']\n  forbid: []\n- {name: b, prompt: p}\n"),
            ("t.yml", "\ufeff- {name: a, prompt: p, expect: [x], forbid: []}\n- {name: b, prompt: p}\n"),
        ],
    )
    def test_json_and_yaml_say_the_same(self, tmp_path: Path, name: str, text: str) -> None:
        tasks = load_golden_tasks(written(tmp_path, name, text))

        assert tasks == (GoldenTask("a", "p", ("x",)), GoldenTask("b", "p"))

    def test_the_path_may_be_text(self, tmp_path: Path) -> None:
        assert len(load_golden_tasks(str(written(tmp_path, "t.json", GOOD)))) == 2

    @pytest.mark.parametrize(
        ("name", "text", "words"),
        [
            ("t.json", "", r"is not JSON: .*\(line 1, column 1\)"),
            ("t.json", "{", "is not JSON"),
            ("t.json", b"\xff", "is not UTF-8"),
            ("t.json", "{}", "must hold a list of tasks, not {}"),
            ("t.json", '"x"', "must hold a list of tasks, not 'x'"),
            ("t.json", "[" * 100_000, "nested too deep"),
            ("t.json", '["a"]', "task 1: is a block of keys, not 'a'"),
            ("t.json", '[{"name": "a", "prompt": "p"}, {"prompt": "p"}]', "task 2: a task has no name"),
            ("t.json", '[{"name": "a"}]', "task 1: task 'a' has no prompt"),
            ("t.json", '[{"name": "a", "prompt": "p", "expect": "x"}]', "task 'a': expect is a list"),
            (
                "t.json",
                '[{"name": "a", "prompt": "p", "expects": []}]',
                "task 'a': the key 'expects' is not known",
            ),
            (
                "t.json",
                '[{"name": "a", "name": "b", "prompt": "p"}]',
                "task 'b': the key 'name' stands twice",
            ),
            (
                "t.json",
                '[{"name": "a", "prompt": "p", "prompt": "q"}]',
                "task 'a': the key 'prompt' stands twice",
            ),
            (
                "t.json",
                '[{"name": "a", "prompt": "p"}, {"name": "a", "prompt": "q"}]',
                "two tasks have the name 'a'",
            ),
            (
                "t.json",
                '[{"name": "a", "prompt": "p", "forbid": ["["]}]',
                r"task 'a': forbid\[0\]: the pattern",
            ),
            ("t.json", '[{"name": "a\\ud800", "prompt": "p"}]', "half of a character"),
            ("t.yml", "", "must hold a list of tasks, not None"),
            ("t.yml", "a: b", "must hold a list of tasks, not {'a': 'b'}"),
            ("t.yml", "- [", "line 1"),
            ("t.yml", b"\xff", "is not UTF-8"),
            ("t.yml", "- {name: 1, prompt: p}", "name is text, not 1; put it in quotes"),
            (
                "t.yml",
                "- {name: a, prompt: p, expect: [yes]}",
                r"expect\[0\] is a pattern, not True; put it in quotes",
            ),
            ("t.yml", "- {name: a, prompt: p, expect: x}", "expect is a list of patterns, not the text 'x'"),
            ("t.yml", "- {name: a, name: b, prompt: p}", "task 'b': the key 'name' stands twice"),
            ("t.yml", "- &x {name: a, prompt: p}\n- *x", "aliases are not allowed here"),
            ("t.yml", "- !!python/object:os.system {}", "tags are not allowed here"),
            ("t.yml", "- {? [a] : b}", "the key '' is not known"),
        ],
        ids=lambda value: repr(value)[:40],
    )
    def test_a_mistake_names_file_and_task(
        self, tmp_path: Path, name: str, text: str | bytes, words: str
    ) -> None:
        path = written(tmp_path, name, text)
        with pytest.raises(ValueError, match=words) as error:
            load_golden_tasks(path)
        assert str(error.value).startswith(f"{path}: ")

    def test_what_is_not_there_is_worded_too(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match=r"gone\.yml: cannot be read: No such file"):
            load_golden_tasks(tmp_path / "gone.yml")
        with pytest.raises(ValueError, match="cannot be read: Is a directory"):
            load_golden_tasks(tmp_path)

    def test_sizes_are_bounded(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="more than 4,194,304 bytes"):
            load_golden_tasks(written(tmp_path, "t.json", b" " * (4 * 1024 * 1024 + 1)))
        with pytest.raises(ValueError, match="holds 2,001 tasks"):
            load_golden_tasks(written(tmp_path, "t.json", "[" + ",".join(["0"] * 2_001) + "]"))

    def test_an_empty_list_is_a_list(self, tmp_path: Path) -> None:
        assert load_golden_tasks(written(tmp_path, "t.json", "[]")) == ()


def test_the_file_is_looked_for_in_three_places_in_order(tmp_path: Path) -> None:
    assert golden_tasks_path(tmp_path) is None
    wanted = [
        tmp_path / folder / "evals" / name
        for folder in ("misc/docs", "docs", "")
        for name in ("golden_tasks.json", "golden_tasks.yml")
    ]
    for path in reversed(wanted):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("[]")
        assert golden_tasks_path(tmp_path) == path
        assert golden_tasks_path(str(tmp_path)) == path


def test_a_folder_of_that_name_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "evals" / "golden_tasks.json").mkdir(parents=True)

    assert golden_tasks_path(tmp_path) is None
