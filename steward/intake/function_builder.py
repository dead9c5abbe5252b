"""What lizard's readers tell of a file, kept within bounds. Imported late: it stands on lizard's own classes.

lizard repeats all outer names in each inner one, so thirty nested functions would fill the memory; and it glues
together signatures of any length. Here both have an end.
"""

from __future__ import annotations

from typing import Any

from lizard_core.file_info_builder import FileInfoBuilder, NestingStack
from lizard_core.function_info import FunctionInfo, Namespace

_MOST_DEPTH = 400
_LONGEST_NAME = 200
_LONGEST_SIGNATURE = 2_000


class _Nesting(NestingStack):  # type: ignore[misc]
    """lizard's stack of braces with an end, and names that say each outer name once."""

    def with_namespace(self, name: str) -> str:
        inner = [one for one in self.nesting_stack if isinstance(one, (Namespace, FunctionInfo))]
        last = max((at for at, one in enumerate(inner) if isinstance(one, FunctionInfo)), default=0)
        return ("".join(one.name_in_space for one in inner[last:]) + name)[-_LONGEST_NAME:]

    def add_bare_nesting(self) -> None:
        super().add_bare_nesting()
        self._bound()

    def add_namespace(self, token: str) -> None:
        super().add_namespace(token[:_LONGEST_NAME])
        self._bound()

    def _bound(self) -> None:
        if len(self.nesting_stack) > _MOST_DEPTH:
            raise RecursionError(f"nested more than {_MOST_DEPTH} deep")


class Builder(FileInfoBuilder):  # type: ignore[misc]
    """One file as its reader tells it; `unfinished` are functions that the text opens and never closes."""

    def __init__(self) -> None:
        super().__init__("x")
        self._nesting_stack = _Nesting()

    def push_new_function(self, name: str) -> None:
        super().push_new_function(name)
        if len(self.stacked_functions) > _MOST_DEPTH:
            raise RecursionError(f"nested more than {_MOST_DEPTH} deep")

    def add_to_long_function_name(self, app: str) -> None:
        function = self.current_function
        if len(function.long_name) < _LONGEST_SIGNATURE:
            function.add_to_long_name(app)
        else:
            # Readers look at how a signature ends.
            function.long_name = function.long_name[:-1] + app[-1:]

    def add_to_function_name(self, app: str) -> None:
        function = self.current_function
        function.name = (function.name + app)[:_LONGEST_NAME]

    def parameter(self, token: str) -> None:
        self.add_to_long_function_name(" " + token)
        if not self.current_function.full_parameters:
            self.current_function.full_parameters.append("")

    @property
    def unfinished(self) -> tuple[Any, ...]:
        opened = [one for one in self._nesting_stack.nesting_stack if isinstance(one, FunctionInfo)]
        listed = {id(one) for one in self.fileinfo.function_list}
        return tuple(one for one in opened if id(one) not in listed)
