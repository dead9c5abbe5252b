"""Whose approval counts where the constitution asks for one (`docs/policy.md`, "restricted" and "amendment")."""

from __future__ import annotations

from msgspec import Struct

from steward.facts import Approval, Missing
from steward.model import Finding, GateResult, PullRequest, Quoted, Words
from steward.wording import names

_AGAIN = "Run the evaluation again on GitHub, with a token that may read contents and pull requests."
_UNREAD = Missing(why="the approvals were not read")


class Answer(Struct, frozen=True, kw_only=True):
    """Whether enough people approved: a result, and the sentence that goes with it."""

    result: GateResult
    said: Words
    measured: str = ""
    limit: str = ""
    mend: Words = ()

    def finding(self, where: str, what: Words) -> Finding:
        """What is missing, told of a place."""
        return Finding(
            where=where, what=(*what, *self.said), measured=self.measured, limit=self.limit, mend=self.mend
        )


def approved(pull_request: PullRequest, *, needed: int) -> Answer:
    """Whether the current head has the approvals: by founders or people with write access, not the author."""
    approvals = pull_request.beside.approvals
    if approvals is None or isinstance(approvals, Missing):
        missing = approvals or _UNREAD
        return Answer(
            result=GateResult.UNMEASURED,
            said=(f"; {missing.why}",),
            mend=(missing.mend or _AGAIN,),
        )
    counted = [one for one in approvals if _objection(pull_request, one) is None]
    if len(counted) >= needed:
        by = names(sorted(one.account.login for one in counted), most=5)
        return Answer(result=GateResult.PASS, said=("approved by ", *by))
    said: list[str | Quoted] = []
    for one in approvals:
        why = _objection(pull_request, one)
        if why is not None:
            said += ["; the approval of ", Quoted(one.account.login), f" does not count: {why}"]
    people = "one founder or person" if needed == 1 else f"{needed} founders or people"
    return Answer(
        result=GateResult.FAIL,
        said=tuple(said),
        measured=f"{len(counted)} of {needed} approvals" if needed > 1 else "no approval",
        limit=f"{needed}",
        mend=(f"Ask {people} with write access, not the author, to approve the newest commit.",),
    )


def _objection(pull_request: PullRequest, approval: Approval) -> str | None:
    """Why an approval does not count; None when it does."""
    login = approval.account.login.casefold()
    record, rules = pull_request.record, pull_request.constitution
    if record is not None and login == record.author.login.casefold():
        return "it is the author's own"
    if approval.account.bot:
        return "a bot is no person"
    if approval.head != pull_request.beside.reviewed_head:
        return f"it was given on {approval.head[:7]}, which is no longer the head"
    founder = rules is not None and login in {handle.casefold() for handle in rules.founders}
    return None if founder or approval.may_write else "neither a founder nor known to have write access"
