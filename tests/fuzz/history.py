"""A history of random changes, written for `git fast-import`: one commit, one change.

Names, contents and kinds of change are chosen to be hard on a reader of diffs: names with ` b/`, tabs and
line feeds, contents that look like the diff's own lines, every kind of file and of change.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.fuzz.names import quote

FILE, PROGRAM, LINK, SUBMODULE = b"100644", b"100755", b"120000", b"160000"

_PARTS = (
    b"a", b"b", b"src", b"auth", b"x b", b"y.py", b"z test.md", b" ", b"  c", b"d ", b"\t", b"e\tf", b"g\nh",
    b'"', b'i"j', b"\\", b"k\\l", b"\\n", b"\xc3\xa9", b"\xe6\x97\xa5 \xe6\x9c\xac", b"caf\xe9", b"\xff",
    b"\x01", b"\x7f", b"dev", b"null", b" differ", b" and b", b"=>", b"{m}", b"'", b"n\r", b"--- a", b"+++ b",
    b"@@ -1 +1 @@", b"diff --git a", b"rename from o", b"\xe2\x80\xa8", b"\xc2\x85", b"$(p)", b"#", b"100%",
)  # fmt: skip
_LINES = (
    b"", b" ", b"x", b"y = 1", b"-- drop table", b"++ i", b"- item", b"+ item", b"--- a/x", b"+++ b/x",
    b"-- a/x", b"++ b/x", b"@@ -1 +1 @@", b"@@ -1,2 +1,3 @@ def f", b"diff --git a/x b/x",
    b"\\ No newline at end of file", b"\\", b"\r", b"a\rb", b"a\x0cb", b"\x0b", b"a\x1cb\x1dc\x1ed",
    b"a\xc2\x85b", b"a\xe2\x80\xa8b\xe2\x80\xa9c", b"\x1b[31mred\x1b[m", b"caf\xe9", b"\xff\xfe",
    b"Binary files a/x and b/x differ", b"GIT binary patch", b"index 1234567..89abcde 100644",
    b"new file mode 100644", b"rename from x", b"Subproject commit " + b"1" * 40, b"diff --cc x",
    b"::error::x", b"<!-- -->", b"From " + b"0" * 40 + b" Mon Sep 17 00:00:00 2001", b"\t\tindented",
    b"    def f(self):", b"end", b"}", b"{", b"long " * 40,
)  # fmt: skip


@dataclass(slots=True)
class History:
    """The files as they stand after the last commit, and the chance that makes the next."""

    random: Random
    files: dict[bytes, tuple[bytes, bytes]] = field(default_factory=dict)
    _serial: int = 0

    def stream(self, commits: int) -> bytes:
        """`commits` changes for `git fast-import`, after a first commit for the first of them."""
        edits = [self._commit(12)] + [
            self._commit(self.random.choice((1, 1, 1, 2, 3, 5))) for _ in range(commits)
        ]
        return b"".join(edits)

    def _commit(self, changes: int) -> bytes:
        head = b"commit refs/heads/main\ncommitter A <a@example.org> 0 +0000\ndata 0\n"
        return head + b"".join(self._change() for _ in range(changes)) + b"\n"

    def _change(self) -> bytes:
        if len(self.files) < 4:
            return self._add()
        if len(self.files) > 40:
            return self._delete()
        changes = (
            self._edit, self._edit, self._edit, self._edit, self._add, self._add_empty,
            self._delete, self._rename, self._rename_and_edit, self._copy, self._change_mode,
            self._change_type, self._empty,
        )  # fmt: skip
        return self.random.choice(changes)()

    # ------------------------------------------------------------------------------------ changes

    def _add(self) -> bytes:
        return self._write(self._name(), *self._content())

    def _add_empty(self) -> bytes:
        return self._write(self._name(), FILE, b"")

    def _delete(self) -> bytes:
        return self._remove(self._some())

    def _edit(self) -> bytes:
        path = self._some()
        mode, content = self.files[path]
        return self._write(path, mode, self._edited(mode, content))

    def _rename(self) -> bytes:
        path = self._some()
        mode, content = self.files[path]
        return self._remove(path) + self._write(self._name(), mode, content)

    def _rename_and_edit(self) -> bytes:
        path = self._some()
        mode, content = self.files[path]
        return self._remove(path) + self._write(self._name(), mode, self._edited(mode, content))

    def _copy(self) -> bytes:
        mode, content = self.files[self._some()]
        return self._write(
            self._name(), mode, self._edited(mode, content) if self.random.random() < 0.5 else content
        )

    def _change_mode(self) -> bytes:
        path = self._some()
        mode, content = self.files[path]
        other = {FILE: PROGRAM, PROGRAM: FILE}.get(mode, mode)
        return self._write(
            path, other, self._edited(mode, content) if self.random.random() < 0.3 else content
        )

    def _change_type(self) -> bytes:
        return self._write(self._some(), *self._content())

    def _empty(self) -> bytes:
        return self._write(self._some(), FILE, b"")

    # ------------------------------------------------------------------------------------ contents

    def _content(self) -> tuple[bytes, bytes]:
        kind = self.random.random()
        if kind < 0.08:
            return SUBMODULE, self._object_name()
        if kind < 0.16:
            return LINK, self._target()
        if kind < 0.24:
            return FILE, b"\0" + self.random.randbytes(self.random.randrange(1, 300))
        return self.random.choice((FILE, FILE, FILE, PROGRAM)), self._text(
            self.random.choice((1, 3, 8, 30, 60))
        )

    def _text(self, lines: int) -> bytes:
        end = self.random.choice((b"\n", b"\n", b"\n", b"\r\n"))
        text = b"".join(self._line() + end for _ in range(lines))
        return text if self.random.random() < 0.8 else text.removesuffix(end)

    def _line(self) -> bytes:
        line = self.random.choice(_LINES)
        return line if self.random.random() < 0.6 else b"%s %d" % (line, self.random.randrange(1000))

    def _edited(self, mode: bytes, content: bytes) -> bytes:
        if mode == SUBMODULE:
            return self._object_name()
        if mode == LINK:
            return self._target()
        if content.startswith(b"\0"):
            return content + self.random.randbytes(3)
        lines = content.split(b"\n")
        for _ in range(self.random.choice((1, 1, 2, 4))):
            at = self.random.randrange(len(lines))
            end = at + self.random.choice((0, 1, 1, 3))
            lines[at:end] = [self._line() for _ in range(self.random.choice((0, 1, 1, 4)))]
            lines = lines or [b""]
        return b"\n".join(lines)

    def _object_name(self) -> bytes:
        return self.random.randbytes(20).hex().encode()

    def _target(self) -> bytes:
        # Never a line of a file as well: of a type change, git's numbers leave equal lines out, its text does not.
        self._serial += 1
        return b"target %d" % self._serial

    # ------------------------------------------------------------------------------------ names

    def _some(self) -> bytes:
        return self.random.choice(list(self.files))

    def _name(self) -> bytes:
        """A path that is none yet, nor above or below one."""
        while True:
            depth = self.random.choice((1, 1, 2, 3))
            parts = (self._part() for _ in range(depth))
            name = b"/".join(parts)
            if all(not _clash(name, other) for other in self.files):
                return name

    def _part(self) -> bytes:
        part = b"".join(self.random.choice(_PARTS) for _ in range(self.random.choice((1, 1, 2, 3))))
        return (
            part if self.random.random() < 0.7 else part + self.random.choice((b".py", b".md", b"_test.go"))
        )

    # ------------------------------------------------------------------------------------ the stream

    def _write(self, path: bytes, mode: bytes, content: bytes) -> bytes:
        self.files[path] = (mode, content)
        name = _forced_quote(path)
        if mode == SUBMODULE:
            return b"M 160000 %s %s\n" % (content, name)
        return b"M %s inline %s\ndata %d\n%s\n" % (mode, name, len(content), content)

    def _remove(self, path: bytes) -> bytes:
        del self.files[path]
        return b"D %s\n" % _forced_quote(path)


def _clash(one: bytes, other: bytes) -> bool:
    return one == other or one.startswith(other + b"/") or other.startswith(one + b"/")


def _forced_quote(path: bytes) -> bytes:
    """Quoted whether git would or not: a plain name could be taken for something else in the stream."""
    quoted = quote(path)
    return quoted if quoted.startswith(b'"') else b'"%s"' % quoted
