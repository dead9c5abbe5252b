"""Gate dco: whose sign-off counts for which commit, and what a contributor is told to do."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from steward.facts import Account, Commit, Identity
from steward.gates.dco import check
from steward.model import Change, GateMode, GateOutcome, GateResult, Totals
from steward.policy import Dco
from tests.unit.gates.commits import (
    BASE,
    BOT_ACCOUNT,
    CARD,
    DCO,
    GITHUB,
    JO,
    JO_ACCOUNT,
    MARA,
    MARA_ACCOUNT,
    MISSING,
    by_github,
    changed,
    commit,
    sha,
    signed,
    text,
    texts,
)

PASS, FAIL = GateResult.PASS, GateResult.FAIL
UNMEASURED, NOT_APPLICABLE = GateResult.UNMEASURED, GateResult.NOT_APPLICABLE


def judged(*commits: Commit, dco: Dco = DCO) -> GateOutcome:
    return check(changed(commits, dco=dco), CARD)


def mailed(email: str, name: str = "Mara") -> Identity:
    return Identity(name=name, email=email)


def sign(email: str, name: str = "Mara Okafor") -> str:
    return f"A change\n\nSigned-off-by: {name} <{email}>"


# Where a sign-off may stand, and in what form.
MESSAGES = {
    "plain": (signed(), PASS),
    "no sign-off": ("A change\n\nWith a body.", FAIL),
    "empty message": ("", FAIL),
    "several, one of them the author's": (signed(JO) + signed().split("\n\n")[1], PASS),
    "several, none the author's": (signed(JO) + "Signed-off-by: Ada <ada@example.com>", FAIL),
    "other trailers mixed in": (
        (
            f"A change (#7)\n\nReviewed-by: Jo <jo@example.net>\nSigned-off-by: Mara <{MARA.email}>\n"
            "Change-Id: I123\nCo-authored-by: Jo <jo@example.net>"
        ),
        PASS,
    ),
    "not in the last paragraph": (f"{signed()}\n\nA later paragraph.\n", PASS),
    "a squash of several messages": (
        (
            f"All of it (#7)\n\n* one\n\nSigned-off-by: Mara <{MARA.email}>\n\n* two\n\n---------\n\n"
            "Co-authored-by: Jo <jo@example.net>"
        ),
        PASS,
    ),
    "in the first line": (f"Signed-off-by: Mara <{MARA.email}>", PASS),
    "line ends of Windows": (signed().replace("\n", "\r\n"), PASS),
    "line ends of old Macs": (signed().replace("\n", "\r"), PASS),
    "small letters": (f"x\n\nsigned-off-by: Mara <{MARA.email}>", PASS),
    "capitals in the address": (sign("MARA@Example.ORG"), PASS),
    "no space after the colon": (f"x\n\nSigned-off-by:Mara <{MARA.email}>", PASS),
    "space round everything": (f"x\n\nSigned-off-by :  Mara  < {MARA.email} >  \t", PASS),
    "another name": (sign(MARA.email, "M. O."), PASS),
    "brackets in the name": (sign(MARA.email, "Mara <the> Okafor"), PASS),
    "indented, as in a log that is quoted": (f"x\n\n    Signed-off-by: Mara <{MARA.email}>", FAIL),
    "quoted": (f"x\n\n> Signed-off-by: Mara <{MARA.email}>", FAIL),
    "inside a sentence": (f"x\n\nI forgot Signed-off-by: Mara <{MARA.email}>", FAIL),
    "no name": (f"x\n\nSigned-off-by: <{MARA.email}>", FAIL),
    "no brackets": (f"x\n\nSigned-off-by: Mara {MARA.email}", FAIL),
    "no address": ("x\n\nSigned-off-by: Mara Okafor", FAIL),
    "an empty address": ("x\n\nSigned-off-by: Mara <>", FAIL),
    "text after the address": (f"x\n\nSigned-off-by: Mara <{MARA.email}> not really", FAIL),
    "wrapped": (f"x\n\nSigned-off-by: Mara\n <{MARA.email}>", FAIL),
    "another trailer": (f"x\n\nAcked-by: Mara <{MARA.email}>", FAIL),
    "a letter that only looks like an s": (f"x\n\n\u017figned-off-by: Mara <{MARA.email}>", FAIL),
    "part of the address": (sign("ara@example.org"), FAIL),
    "a longer host": (sign("mara@example.org.example.net"), FAIL),
}


@pytest.mark.parametrize(("message", "result"), MESSAGES.values(), ids=MESSAGES.keys())
def test_a_sign_off_counts_where_its_line_begins_with_it(message: str, result: GateResult) -> None:
    assert judged(commit(message, account=None)).result is result


ALICE = Account(id=1234, login="Alice", bot=False)
RENAMED = Account(id=1234, login="alice-new", bot=False)
ADDRESSES: dict[str, tuple[str, Account | None, str, GateResult]] = {
    "noreply with id, signed with the real one of another": (
        "1234+alice@users.noreply.github.com", ALICE, "alice@example.org", FAIL),
    "real, signed with the noreply of the account": (
        "alice@example.org", ALICE, "1234+Alice@users.noreply.github.com", PASS),
    "real, signed with the old noreply": ("alice@example.org", ALICE, "alice@users.noreply.github.com", PASS),
    "noreply, signed with the old noreply": (
        "1234+alice@users.noreply.github.com", ALICE, "alice@users.noreply.github.com", PASS),
    "the same without an account": (
        "1234+alice@users.noreply.github.com", None, "alice@users.noreply.github.com", PASS),
    "old noreply, signed with the new one": (
        "alice@users.noreply.github.com", None, "1234+Alice@Users.Noreply.GitHub.com", PASS),
    "the account was renamed": ("a@example.org", RENAMED, "1234+alice@users.noreply.github.com", PASS),
    "the old login is somebody else's now": (
        "a@example.org", RENAMED, "alice@users.noreply.github.com", FAIL),
    "another id under the same login": (
        "alice@example.org", ALICE, "99+alice@users.noreply.github.com", FAIL),
    "another id, no account": (
        "1234+alice@users.noreply.github.com", None, "99+alice@users.noreply.github.com", FAIL),
    "another login": ("alice@example.org", ALICE, "bob@users.noreply.github.com", FAIL),
    "a host that only begins alike": (
        "alice@example.org", ALICE, "1234+alice@users.noreply.github.com.example.net", FAIL),
    "a host that only ends alike": ("alice@example.org", ALICE, "1234+alice@xusers.noreply.github.com", FAIL),
    "no account and a real address": ("alice@example.org", None, "alice@users.noreply.github.com", FAIL),
    "an id that is no number": ("alice@example.org", ALICE, "x+alice@users.noreply.github.com", FAIL),
    "digits of another script": ("a@example.org", ALICE, "١٢٣٤+x@users.noreply.github.com", FAIL),
}  # fmt: skip


@pytest.mark.parametrize(("author", "account", "signer", "result"), ADDRESSES.values(), ids=ADDRESSES.keys())
def test_every_address_of_the_same_account_counts_and_no_other(
    author: str, account: Account | None, signer: str, result: GateResult
) -> None:
    assert judged(commit(sign(signer), author=mailed(author), account=account)).result is result


def test_an_address_counts_that_github_ties_to_the_account_on_another_commit() -> None:
    hidden = mailed("501+mara-okafor@users.noreply.github.com")
    web = commit(sign(MARA.email), 2, author=hidden)
    assert judged(web).result is FAIL
    assert judged(commit(signed(), 1), web).result is PASS
    stranger = commit(signed(), 1, account=JO_ACCOUNT)
    assert judged(stranger, web).result is FAIL


def test_an_address_that_github_ties_to_two_accounts_is_no_proof() -> None:
    web = commit(sign(JO.email), 3, author=mailed("501+mara-okafor@users.noreply.github.com"))
    both = (commit(signed(JO), 1, author=JO), commit(signed(JO), 2, author=JO, account=JO_ACCOUNT))
    for order in (both, both[::-1]):
        assert [one.where for one in judged(*order, web).findings] == [web.sha[:7]]


def test_merge_commits_are_exempt_and_said() -> None:
    merge = commit("Merge branch 'main' into topic", 2, parents=(sha(1), BASE))
    outcome = judged(commit(signed()), merge)
    assert outcome.result is PASS
    assert texts(outcome) == "1 commit signed off; exempt: 1 merge commit"
    assert judged(commit(), merge).result is FAIL
    assert judged(merge).result is PASS


def test_a_suggestion_taken_in_the_browser_needs_its_authors_sign_off() -> None:
    suggestion = "Apply suggestion from review\n\nCo-authored-by: Jo Lind <jo@example.net>"
    assert judged(by_github(suggestion)).result is FAIL
    assert judged(by_github(f"{suggestion}\nSigned-off-by: Jo Lind <jo@example.net>")).result is FAIL
    assert judged(by_github(f"{suggestion}\nSigned-off-by: Mara <{MARA.email}>")).result is PASS


def test_the_committers_sign_off_is_not_the_authors() -> None:
    assert judged(commit(signed(JO), committer=JO, committer_account=JO_ACCOUNT)).result is FAIL


ROBOT = Identity(name="dependabot[bot]", email="49699333+dependabot[bot]@users.noreply.github.com")
BUMP = replace(by_github("Bump"), author=ROBOT, author_account=BOT_ACCOUNT)


def test_a_bot_is_one_by_its_account_and_by_github_s_word_that_it_made_the_commit() -> None:
    outcome = judged(BUMP)
    assert outcome.result is PASS
    assert texts(outcome) == "nothing to sign off; exempt: 1 commit by a bot"
    assert judged(replace(BUMP, committer=ROBOT, committer_account=BOT_ACCOUNT)).result is PASS
    assert judged(replace(BUMP, author_account=None)).result is FAIL
    assert judged(replace(BUMP, author_account=replace(BOT_ACCOUNT, bot=False))).result is FAIL
    strict = Dco(mode=GateMode.ENFORCE, exempt_bots=False)
    assert judged(BUMP, dco=strict).result is FAIL


@pytest.mark.parametrize(
    "forged",
    {
        "pushed with git": commit(author=ROBOT, account=BOT_ACCOUNT),
        "a person's key": replace(BUMP, committer=MARA, committer_account=MARA_ACCOUNT),
        "GitHub's name": replace(BUMP, verified=False),
        "GitHub's name without an account": replace(BUMP, committer_account=None),
        "another bot's": replace(BUMP, committer_account=replace(BOT_ACCOUNT, id=9, login="other[bot]")),
        "a key of nobody's": replace(BUMP, committer=JO, committer_account=None),
    }.items(),
    ids=lambda pair: pair[0],
)
def test_a_commit_that_anybody_can_make_is_no_bot_s(forged: tuple[str, Commit]) -> None:
    outcome = judged(forged[1])
    assert outcome.result is FAIL
    said = text(outcome.findings[0])
    assert "GitHub does not confirm that the bot made the commit" in said
    assert all(step in said for step in ("GitHub's API", "git commit --signoff", "--reset-author"))
    assert judged(replace(forged[1], message=sign(ROBOT.email))).result is PASS


# ------------------------------------------------------------------------------------------- remediation


def remedy(
    target: str, by: Identity = MARA, *, seed: object = "later", account: Account | None = MARA_ACCOUNT
) -> Commit:
    words = f"I, {by.name} <{by.email}>, hereby add my Signed-off-by to this commit: {target}"
    return commit(f"{words}\n\n{signed(by)}", seed, author=by, account=account)


FIRST = commit("Unsigned", 1)


def test_a_later_commit_by_the_same_person_signs_off() -> None:
    assert judged(FIRST, remedy(FIRST.sha)).result is PASS
    assert judged(remedy(FIRST.sha), FIRST).result is PASS
    off = Dco(mode=GateMode.ENFORCE, allow_remediation=False)
    assert judged(FIRST, remedy(FIRST.sha), dco=off).result is FAIL


REMEDIES = {
    "seven digits": (remedy(FIRST.sha[:7]), PASS),
    "capital digits": (remedy(FIRST.sha.upper()), PASS),
    "six digits": (remedy(FIRST.sha[:6]), FAIL),
    "another commit": (remedy(sha("elsewhere")), FAIL),
    "more digits than the name has": (remedy(FIRST.sha + "0"), FAIL),
    "another person, for themselves": (remedy(FIRST.sha, JO, account=JO_ACCOUNT), FAIL),
    "another person, in the author's name": (
        replace(remedy(FIRST.sha), author=JO, author_account=JO_ACCOUNT, message=remedy(FIRST.sha).message),
        FAIL,
    ),
    "the author, in another's name": (
        replace(remedy(FIRST.sha, JO, account=JO_ACCOUNT), author=MARA, author_account=MARA_ACCOUNT),
        FAIL,
    ),
    "on behalf of the author": (
        commit(
            f"On behalf of Mara Okafor <{MARA.email}>, I, Jo Lind <{JO.email}>, hereby add my Signed-off-by "
            f"to this commit: {FIRST.sha}\n\n{signed(JO)}",
            2,
            author=JO,
            account=JO_ACCOUNT,
        ),
        FAIL,
    ),
    "wrapped by an editor": (
        commit(
            f"I, Mara Okafor <{MARA.email}>, hereby add my Signed-off-by to\nthis commit: {FIRST.sha}\n\n"
            f"{signed()}",
            2,
        ),
        PASS,
    ),
    "line ends of Windows": (
        replace(remedy(FIRST.sha), message=remedy(FIRST.sha).message.replace("\n", "\r\n")),
        PASS,
    ),
    "a body before it": (
        replace(remedy(FIRST.sha), message=f"Sign off\n\n{remedy(FIRST.sha).message}"),
        PASS,
    ),
    "quoted": (replace(remedy(FIRST.sha), message=f"> {remedy(FIRST.sha).message}"), FAIL),
    "two addresses of one account": (
        remedy(FIRST.sha, mailed("501+mara-okafor@users.noreply.github.com")),
        PASS,
    ),
}


@pytest.mark.parametrize(("later", "result"), REMEDIES.values(), ids=REMEDIES.keys())
def test_a_remediation_names_its_author_and_one_commit(later: Commit, result: GateResult) -> None:
    assert judged(FIRST, later).result is result


def test_digits_that_two_commits_begin_with_name_neither() -> None:
    one, two = commit("x", name="abcdef0" + "1" * 33), commit(signed(), name="abcdef0" + "2" * 33)
    assert judged(one, two, remedy("abcdef0")).result is FAIL
    assert judged(one, two, remedy("abcdef01")).result is PASS


def test_one_commit_signs_off_several_and_must_itself_be_signed_off() -> None:
    second = commit("Unsigned too", 2)
    lines = "\n".join(remedy(one.sha).message.split("\n")[0] for one in (FIRST, second))
    both = commit(f"Sign off\n\n{lines}\n\n{signed()}", 3)
    assert judged(FIRST, second, both).result is PASS
    bare = commit(f"Sign off\n\n{lines}", 3)
    assert [one.where for one in judged(FIRST, second, bare).findings] == [bare.sha[:7]]


# ------------------------------------------------------------------------------------------- merge queues


def queued(*commits: Commit, of: tuple[Commit, ...] | None) -> GateOutcome:
    return check(changed(commits, queued=of, queue=True), CARD)


def test_what_the_queue_made_is_judged_by_the_pull_requests_commits() -> None:
    assert queued(by_github("Squashed (#7)"), of=(commit(signed()),)).result is PASS
    assert queued(by_github(signed(subject="Squashed (#7)")), of=(commit(),)).result is FAIL


@pytest.mark.parametrize("verified", [True, False], ids=["verified", "not verified"])
def test_a_rebase_s_copies_are_judged_by_what_they_are_copies_of(verified: bool) -> None:
    one, two = commit(signed(subject="one"), 1), commit("two", 2)
    rebased = tuple(by_github(own.message, at, verified=verified) for at, own in enumerate((one, two), 11))
    later = remedy(two.sha)
    assert queued(*rebased, of=(one, two)).result is FAIL
    copy = by_github(later.message, 13, verified=verified)
    assert queued(*rebased, copy, of=(one, two, later)).result is PASS
    bump = replace(BUMP, message="Bump", sha=sha(20))
    assert queued(replace(bump, sha=sha(21), verified=verified), of=(bump,)).result is PASS
    twice = (replace(bump, sha=sha(21), verified=verified), replace(bump, sha=sha(22), verified=verified))
    assert queued(*twice, of=(bump,)).result is (UNMEASURED if verified else FAIL)


@pytest.mark.parametrize("other", [by_github("one\n\nmore", 12), by_github("one", 12, author=JO)])
def test_a_commit_with_a_copy_s_subject_is_no_copy(other: Commit) -> None:
    one, two = commit(signed(subject="one"), 1), commit(signed(subject="two"), 2)
    copy = by_github(two.message, 11)
    assert queued(copy, other, of=(one, two)).result is UNMEASURED


def test_what_github_made_on_another_branch_is_no_squash_of_the_one_that_is_named() -> None:
    """The queue merges: the other pull request holds a suggestion that was taken in the browser, unsigned."""
    own, edit = commit(signed(), 1), by_github("Apply suggestion", 2)
    merges = tuple(
        replace(by_github(f"Merge pull request #{at}", at), parents=(BASE, one.sha))
        for at, one in ((7, edit), (8, own))
    )
    assert queued(edit, own, *merges, of=(own,)).result is FAIL


def test_commits_of_a_second_pull_request_in_the_group_are_not_passed_by_the_first() -> None:
    squashed = (by_github("First (#7)", 11), by_github("Second (#8)", 12))
    outcome = queued(*squashed, of=(commit(signed(), 1), commit(signed(), 2)))
    assert outcome.result is UNMEASURED
    assert "one pull request at a time" in texts(outcome)


def test_the_queues_merge_of_an_unsigned_commit_fails_there_too() -> None:
    merge = replace(by_github("Merge pull request #7"), parents=(BASE, sha(1)))
    assert queued(commit(), merge, of=(commit(),)).result is FAIL
    assert queued(commit(), merge, of=None).result is FAIL
    assert queued(commit(signed()), merge, of=None).result is PASS


def test_a_suggestion_taken_in_the_browser_is_no_commit_of_the_queue() -> None:
    suggestion = by_github("Apply suggestion", 5)
    assert queued(suggestion, commit(signed()), of=(suggestion, commit(signed()))).result is FAIL


@pytest.mark.parametrize(
    "forged",
    [
        by_github("Squashed (#7)", verified=False),
        replace(by_github("Squashed (#7)"), committer_account=None),
        commit("Squashed (#7)", committer=GITHUB, committer_account=MARA_ACCOUNT, verified=True),
        commit("Squashed (#7)", committer=Identity(name="web-flow", email=GITHUB.email), verified=True),
    ],
)
def test_github_as_a_name_is_no_commit_of_the_queue(forged: Commit) -> None:
    assert queued(forged, of=(commit(signed(), 9),)).result is FAIL


def test_outside_a_queue_a_commit_by_github_is_judged_itself() -> None:
    made = changed((by_github("Edit in the browser"),), queued=(commit(signed()),))
    assert check(made, CARD).result is FAIL


def test_a_queues_own_commits_without_their_pull_request_are_unmeasured() -> None:
    outcome = queued(by_github(signed()), of=None)
    assert outcome.result is UNMEASURED
    assert "pull-requests: read" in texts(outcome)
    assert queued(by_github(signed()), of=()).result is UNMEASURED
    missing = check(changed((by_github(signed()),), queued=MISSING, queue=True), CARD)
    assert missing.result is UNMEASURED
    assert MISSING.why in texts(missing)


def test_in_a_queue_the_step_is_taken_on_the_branch() -> None:
    (finding,) = queued(by_github("Squashed (#7)"), of=(commit(),)).findings
    assert finding.where == sha(1)[:7]
    assert "On the branch of the pull request" in text(finding)


# -------------------------------------------------------------------------------------------- no judgement


def test_commits_that_could_not_be_read_are_unmeasured_with_what_to_provide() -> None:
    outcome = check(changed(MISSING), CARD)
    assert outcome.result is UNMEASURED
    assert MISSING.why in texts(outcome)
    assert MISSING.mend in texts(outcome)


def test_commits_that_nobody_asked_for_are_unmeasured_unless_the_gate_is_off() -> None:
    assert check(changed(None), CARD).result is UNMEASURED
    assert check(changed(None, dco=Dco(mode=GateMode.OFF)), CARD).result is NOT_APPLICABLE


def test_no_commit_is_not_applicable_unless_files_changed() -> None:
    outcome = check(changed(()), CARD)
    assert outcome.result is UNMEASURED
    assert "no commit was named" in texts(outcome)
    nothing = Change(files=(), totals=Totals(files=0, additions=0, deletions=0))
    assert check(replace(changed(()), change=nothing), CARD).result is NOT_APPLICABLE


@pytest.mark.parametrize("mode", [GateMode.OBSERVE, GateMode.WARN, GateMode.ENFORCE])
def test_the_outcome_carries_its_name_and_mode(mode: GateMode) -> None:
    outcome = judged(commit(), dco=Dco(mode=mode))
    assert (outcome.name, outcome.mode, outcome.result) == ("dco", mode, FAIL)


# ------------------------------------------------------------------------------------------------ findings


def test_a_finding_names_commit_and_person_but_not_the_mailbox() -> None:
    author = Identity(name="Mara mara@example.org", email="mara@example.org")
    (finding,) = judged(commit(sign("private@example.com"), author=author, account=None)).findings
    said = text(finding)
    assert finding.where == sha(1)[:7]
    assert "Mara m…@example.org <m…@example.org>" in said
    assert "signed off with another address: p…@example.com" in said
    assert finding.limit == "Signed-off-by with m…@example.org"
    assert "mara@" not in said
    assert "private@" not in said


def test_every_unsigned_commit_has_its_finding() -> None:
    outcome = judged(commit("a", 1), commit(signed(), 2), commit("c", 3, author=JO, account=JO_ACCOUNT))
    assert [one.where for one in outcome.findings] == [sha(1)[:7], sha(3)[:7]]
    assert ["Mara" in text(one) for one in outcome.findings] == [True, False]


def test_a_line_that_is_no_sign_off_is_told_apart_from_none() -> None:
    half = judged(commit("x\n\nSigned-off-by: Mara")).findings[0]
    assert half.measured == "a sign-off that is not of the form NAME <MAIL>"
    assert judged(commit("x")).findings[0].measured == "no sign-off"


def test_of_many_wrong_sign_offs_some_are_shown_and_the_rest_counted() -> None:
    many = "x\n\n" + "\n".join(f"Signed-off-by: A <a{number}@example.net>" for number in range(2000))
    assert judged(commit(many)).findings[0].measured.endswith("and 1,997 more")


@pytest.mark.parametrize("email", ["", "  "])
def test_an_author_without_an_address_is_told_to_set_one(email: str) -> None:
    nobody = mailed(email)
    (finding,) = judged(commit(sign(email), author=nobody, account=None)).findings
    assert "names no address" in text(finding)
    assert "--reset-author" in text(finding)
    early = judged(commit("x", author=nobody, account=None), commit(signed(), 2, parents=(sha(1),)))
    assert f"git rebase --interactive {sha(1)}^" in text(early.findings[0])


# ---------------------------------------------------------------------------------------------- properties

PEOPLE = [(MARA, MARA_ACCOUNT), (JO, JO_ACCOUNT), (MARA, None), (mailed("x"), None)]
BODIES = st.sampled_from(
    ["x", signed(), signed(JO), signed(mailed("x")), f"Signed-off-by: A <{MARA.email}>", "Signed-off-by: x"]
)
COMMITS = st.lists(
    st.builds(
        lambda body, person, seed, parents, target: commit(
            body if target is None else remedy(sha(target), person[0]).message,
            seed,
            author=person[0],
            account=person[1],
            parents=tuple(map(sha, parents)),
        ),
        BODIES,
        st.sampled_from(PEOPLE),
        st.integers(0, 30),
        st.lists(st.integers(0, 30), max_size=2),
        st.none() | st.integers(0, 30),
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda one: one.sha,
)
UNSIGNED = commit("Without a sign-off", "unsigned")


@given(COMMITS, st.randoms(use_true_random=False))
def test_the_order_of_commits_changes_no_verdict(commits: list[Commit], random: Random) -> None:
    shuffled = list(commits)
    random.shuffle(shuffled)
    one, two = judged(*commits), judged(*shuffled)
    assert one.result is two.result
    assert {finding.where for finding in one.findings} == {finding.where for finding in two.findings}


@given(COMMITS)
def test_one_more_unsigned_commit_always_fails(commits: list[Commit]) -> None:
    assert judged(*commits, UNSIGNED).result is FAIL


@given(COMMITS)
def test_forbidding_remediation_lets_nothing_more_pass(commits: list[Commit]) -> None:
    strict = judged(*commits, dco=Dco(mode=GateMode.ENFORCE, allow_remediation=False))
    assert {one.where for one in judged(*commits).findings} <= {one.where for one in strict.findings}


@given(COMMITS)
def test_a_queue_that_only_merges_says_what_the_pull_request_said(commits: list[Commit]) -> None:
    assert queued(*commits, of=tuple(commits)).result is judged(*commits).result


@given(COMMITS)
def test_every_finding_says_what_where_and_how_to_mend_it(commits: list[Commit]) -> None:
    for finding in judged(*commits).findings:
        assert finding.where in {one.sha[:7] for one in commits}
        assert finding.what
        assert "git" in text(finding)
        assert MARA.email not in text(finding)
