"""What the change would come to under the policy that it brings itself (`docs/policy.md`, "Policy preview")."""

from __future__ import annotations

from collections.abc import Iterator

from steward.model import Evaluation, Preview
from steward.report.gating import gating
from steward.report.layout import Block
from steward.report.markdown import code, sentence
from steward.report.names import NAMES

_TITLE = "#### Under the policy in this pull request"
_ABOUT = "The verdict above is by the policy of the default branch. This is what the new one would say."


def previewing(evaluation: Evaluation) -> tuple[Block, ...]:
    """The preview as a part of a page; nothing when the change brings no policy."""
    preview = evaluation.preview
    if preview is None:
        return ()
    if preview.problems:
        rows = tuple(f"- {code(problem, limit=500)}" for problem in preview.problems)
        about = "It cannot be used as it stands; once merged, every evaluation would fail:"
        return (Block(opening=f"{_TITLE}\n\n{about}\n", rows=rows, needed=True),)
    if preview.unread:
        return (Block(opening=f"{_TITLE}\n\nIt {sentence(preview.unread)}", needed=True),)
    said = "\n".join(_scores(evaluation, preview))
    heading = Block(opening=f"{_TITLE}\n\n{_ABOUT}\n\n{said}", needed=True)
    return heading, *_changed(preview), *gating(preview.gates, observed=True, titled=False)


def _scores(evaluation: Evaluation, preview: Preview) -> Iterator[str]:
    if preview.decision is not None:
        yield f"- **{preview.decision.title}**, verdict {preview.decision.verdict}"
    if preview.scorecard is None or evaluation.scorecard is None:
        return
    for old, new in zip(evaluation.scorecard.dimensions, preview.scorecard.dimensions, strict=True):
        if old.score != new.score:
            yield f"- {NAMES[new.key]}: {_shown(new.score)} instead of {_shown(old.score)}"


def _changed(preview: Preview) -> Iterator[Block]:
    if preview.changed:
        rows = tuple(f"- {code(one.key)}: {code(one.before)} → {code(one.after)}" for one in preview.changed)
        yield Block(opening="Settings that it changes:\n", rows=rows, needed=True)


def _shown(score: int | None) -> str:
    return "unknown" if score is None else str(score)
