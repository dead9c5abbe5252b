"""XML that knows its lines, without entities and bounded. defusedxml is imported late."""

from __future__ import annotations

from steward.intake.manifests.found import ManifestError

_MOST_DEPTH = 60


class Element:
    """An element: its name without namespace, attributes, text, children, and the line it begins on."""

    def __init__(self, name: str, attributes: dict[str, str], line: int) -> None:
        self.name = name
        self.attributes = attributes
        self.line = line
        self.text = ""
        self.children: list[Element] = []

    def child(self, name: str) -> Element | None:
        """The first child of that name."""
        return next((one for one in self.children if one.name == name), None)

    def value(self, name: str) -> str:
        """The text of the first child of that name; empty where there is none."""
        found = self.child(name)
        return found.text.strip() if found else ""

    def all(self) -> list[Element]:
        """The element and everything below it, in the order of the text."""
        found, waiting = [], [self]
        while waiting:
            one = waiting.pop()
            found.append(one)
            waiting += reversed(one.children)
        return found


def parse(text: str, root: str) -> Element:
    """The document, whose outermost element must be `root`. Raises `ManifestError`."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    building = _Building()
    parser = DefusedXMLParser(target=building, forbid_dtd=True)
    expat = building.expat = parser.parser
    try:
        # The text is decoded already, whatever encoding it declares.
        parser.feed(text)
        parser.close()
    except ParseError as problem:
        what = str(problem).split(":", maxsplit=1)[0]
        raise ManifestError(f"is no well-formed XML ({what})", problem.position[0]) from None
    except DefusedXmlException:
        raise ManifestError(
            "declares a document type, which no manifest needs", expat.CurrentLineNumber
        ) from None
    except (LookupError, UnicodeError):
        raise ManifestError("is in an encoding that cannot be read", 1) from None
    found = building.root
    if found is None or found.name != root:
        raise ManifestError(f"expected <{root}>", 1)
    return found


class _Building:
    """What the parser calls, element by element."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.expat: object = None
        self._open: list[Element] = []
        self._text: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        line: int = getattr(self.expat, "CurrentLineNumber", 1)
        if len(self._open) >= _MOST_DEPTH:
            raise ManifestError(f"is nested more than {_MOST_DEPTH} deep", line)
        element = Element(tag.rpartition("}")[2], attributes, line)
        if self._open:
            self._open[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self._open.append(element)
        self._text = []

    def end(self, tag: str) -> None:
        element = self._open.pop()
        if not element.children:
            element.text = "".join(self._text)
        self._text = []

    def data(self, text: str) -> None:
        self._text.append(text)

    def close(self) -> None:
        """Nothing is left to do."""
