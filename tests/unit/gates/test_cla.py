"""Gate cla: who has to sign, whose signature is whose, and what those who have not are told."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from steward.facts import Account, Commit, Identity, Missing, Remark, Signature, Signatures
from steward.gates.cla import check
from steward.model import Change, Finding, GateMode, GateOutcome, GateResult, Totals
from steward.policy import Cla
from tests.unit.gates.commits import (
    BASE,
    BOT_ACCOUNT,
    CARD,
    CLA,
    JO,
    JO_ACCOUNT,
    MARA,
    MARA_ACCOUNT,
    MISSING,
    WEB_FLOW,
    by_github,
    changed,
    commit,
    sha,
    text,
    texts,
)

PASS, FAIL = GateResult.PASS, GateResult.FAIL
UNMEASURED, NOT_APPLICABLE = GateResult.UNMEASURED, GateResult.NOT_APPLICABLE
SENTENCE = CLA.sentence
MARA_SIGNED = Signature(login="mara-okafor", id=501)
JO_SIGNED = Signature(login="JoLind", id=502)
NO_FILE = Missing(why="there is no file .github/cla.json", mend="Add it to the default branch.")


def judged(
    *commits: Commit,
    file: tuple[Signature, ...] | Missing = (),
    remarks: tuple[Remark, ...] = (),
    named: str | None = None,
    cla: Cla = CLA,
) -> GateOutcome:
    signatures = Signatures(file=file, remarks=remarks, check=named)
    return check(changed(commits, cla=cla, signatures=signatures), CARD)


def said(body: str, account: Account = MARA_ACCOUNT) -> Remark:
    return Remark(account=account, body=body)


def co_authored(email: str, name: str = "Jo Lind") -> Commit:
    return commit(f"A change\n\nCo-authored-by: {name} <{email}>")


# ------------------------------------------------------------------------------------------------ the file


FILES = {
    "the id": ((MARA_SIGNED,), PASS),
    "the id under an old login": ((Signature(login="mara-old", id=501),), PASS),
    "the login under another id": ((Signature(login="mara-okafor", id=999),), FAIL),
    "the login where there is no id": ((Signature(login="Mara-Okafor"),), PASS),
    "the id where there is no login": ((Signature(login="", id=501),), PASS),
    "somebody else": ((JO_SIGNED,), FAIL),
    "nobody": ((), FAIL),
}


@pytest.mark.parametrize(("file", "result"), FILES.values(), ids=FILES.keys())
def test_an_entry_is_whose_id_it_has(file: tuple[Signature, ...], result: GateResult) -> None:
    assert judged(commit(), file=file).result is result


CO_AUTHORS = {
    "noreply with id": ("502+JoLind@users.noreply.github.com", (JO_SIGNED,), PASS),
    "noreply with id, renamed since": ("502+jo-old@users.noreply.github.com", (JO_SIGNED,), PASS),
    "noreply with another id": ("503+JoLind@users.noreply.github.com", (JO_SIGNED,), FAIL),
    "old noreply, entry without id": (
        "jolind@users.noreply.github.com", (Signature(login="JoLind"),), PASS),
    "old noreply, entry with an id": ("jolind@users.noreply.github.com", (JO_SIGNED,), FAIL),
    "a real address that nothing ties to an account": ("jo@example.net", (JO_SIGNED,), FAIL),
    "a noreply address of nobody who signed": ("502+JoLind@users.noreply.github.com", (), FAIL),
    "the author again": (MARA.email, (), PASS),
    "the author's noreply": ("501+mara-okafor@users.noreply.github.com", (), PASS),
}  # fmt: skip


@pytest.mark.parametrize(("email", "file", "result"), CO_AUTHORS.values(), ids=CO_AUTHORS.keys())
def test_a_co_author_signs_too(email: str, file: tuple[Signature, ...], result: GateResult) -> None:
    assert judged(co_authored(email), file=(MARA_SIGNED, *file)).result is result


def test_a_co_authors_address_is_known_from_another_commit_of_theirs() -> None:
    own = commit("x", 2, author=JO, account=JO_ACCOUNT)
    assert judged(co_authored(JO.email), own, file=(MARA_SIGNED, JO_SIGNED)).result is PASS
    assert judged(co_authored(JO.email.upper()), own, file=(MARA_SIGNED, JO_SIGNED)).result is PASS


def test_an_old_noreply_address_is_whose_login_it_is_now() -> None:
    old = co_authored("jolind@users.noreply.github.com")
    assert judged(old, file=(MARA_SIGNED,), remarks=(said(SENTENCE, JO_ACCOUNT),)).result is PASS
    remark = said("Looks good", JO_ACCOUNT)
    assert judged(old, file=(MARA_SIGNED, JO_SIGNED), remarks=(remark,)).result is PASS


def test_nobody_signs_for_a_merge_that_github_made() -> None:
    merge = msgspec.structs.replace(
        commit("Merge branch 'main'", 2, author=JO, account=JO_ACCOUNT, parents=(sha(1), BASE)),
        committer_account=WEB_FLOW,
        verified=True,
    )
    assert judged(commit(), merge, file=(MARA_SIGNED,)).result is PASS
    assert texts(judged(merge)) == "nobody has to sign"


def test_a_merge_by_hand_is_somebody_s_work() -> None:
    merge = commit("Merge branch 'main'", 2, author=JO, account=JO_ACCOUNT, parents=(sha(1), BASE))
    assert judged(commit(), merge, file=(MARA_SIGNED,)).result is FAIL


def test_a_bot_is_one_by_its_account_and_by_github_s_word_that_it_made_the_commit() -> None:
    robot = Identity(name="dependabot[bot]", email="49699333+dependabot[bot]@users.noreply.github.com")
    bump = replace(by_github("Bump", 3), author=robot, author_account=BOT_ACCOUNT)
    assert judged(bump).result is PASS
    assert judged(replace(bump, author_account=None)).result is FAIL
    assert judged(replace(bump, author_account=replace(BOT_ACCOUNT, bot=False))).result is FAIL
    strict = Cla(mode=GateMode.ENFORCE, exempt_bots=False)
    assert judged(bump, cla=strict).result is FAIL
    for forged in (
        commit(author=robot, account=BOT_ACCOUNT),
        replace(bump, verified=False),
        replace(bump, committer_account=MARA_ACCOUNT),
    ):
        outcome = judged(bump, forged)
        assert outcome.result is FAIL
        assert "GitHub does not confirm that the bot made the commit" in texts(outcome)
        assert "an entry of the account dependabot[bot] (id 49699333)" in texts(outcome)
    entry = Signature(login="dependabot[bot]", id=BOT_ACCOUNT.id)
    assert judged(commit(author=robot, account=BOT_ACCOUNT), file=(entry,)).result is PASS
    helped = co_authored(robot.email, robot.name)
    assert judged(helped, file=(MARA_SIGNED,)).result is FAIL
    assert judged(helped, bump, file=(MARA_SIGNED,)).result is PASS


# ------------------------------------------------------------------------------------------- the comments


REMARKS = {
    "the sentence": (SENTENCE, PASS),
    "in any case": (SENTENCE.upper(), PASS),
    "white space of every kind": ("\n " + SENTENCE.replace(" ", " \u00a0 ") + "\t\r\n", PASS),
    "wrapped": (SENTENCE.replace(" and ", "\nand "), PASS),
    "a full stop": (f"{SENTENCE}.", PASS),
    "a line among others": (f"Hello!\r\n{SENTENCE}\r\nThanks.", PASS),
    "after a quotation": (f"> Please sign.\n\n{SENTENCE}", PASS),
    "after a command": (f"/steward evaluate\n{SENTENCE}", PASS),
    "after code": (f"```\nx\n```\n{SENTENCE}", PASS),
    "quoted": (f"> {SENTENCE}", FAIL),
    "quoted twice": (f"  >> {SENTENCE}", FAIL),
    "inside a sentence": (f"Do I write {SENTENCE}?", FAIL),
    "denied": (f"I do not say: {SENTENCE}", FAIL),
    "the beginning": (SENTENCE[:-4], FAIL),
    "shown as code": (f"Please write:\n\n```text\n{SENTENCE}\n```\n", FAIL),
    "shown as code that never ends": (f"~~~~\n{SENTENCE}\n~~~", FAIL),
    "hidden": (f"Thanks <!--\n{SENTENCE}\n-->", FAIL),
    "hidden to the end": (f"Thanks <!--\n{SENTENCE}", FAIL),
    "another sentence": ("I have read it.", FAIL),
    "nothing": ("", FAIL),
}


@pytest.mark.parametrize(("body", "result"), REMARKS.values(), ids=REMARKS.keys())
def test_a_comment_signs_when_a_line_of_it_is_the_sentence(body: str, result: GateResult) -> None:
    assert judged(commit(), remarks=(said(body),)).result is result


def test_a_comment_signs_for_its_account_alone() -> None:
    assert judged(commit(), remarks=(said(SENTENCE, JO_ACCOUNT),)).result is FAIL
    impostor = Account(id=7, login="mara-okafor", bot=False)
    assert judged(commit(), remarks=(said(SENTENCE, impostor),)).result is FAIL
    renamed = Account(id=501, login="mara-new", bot=False)
    assert judged(commit(), remarks=(said(SENTENCE, renamed),)).result is PASS
    assert judged(commit(), remarks=(said(SENTENCE, replace(MARA_ACCOUNT, bot=True)),)).result is FAIL


def test_the_sentence_is_the_repositorys_own_and_none_signs_nothing() -> None:
    own = Cla(mode=GateMode.ENFORCE, sentence="I agree.")
    assert judged(commit(), remarks=(said("i agree"),), cla=own).result is PASS
    assert judged(commit(), remarks=(said(SENTENCE),), cla=own).result is FAIL
    for empty in ("", " \n", "."):
        none = Cla(mode=GateMode.ENFORCE, sentence=empty)
        assert judged(commit(), remarks=(said("\n\n.\n"), said("")), cla=none).result is FAIL


# ----------------------------------------------------------------------------------------------- the check


@pytest.mark.parametrize(
    ("named", "conclusion", "result"),
    [
        ("license/cla", "success", PASS),
        ("license/cla", "neutral", FAIL),
        ("license/cla", "skipped", FAIL),
        ("license/cla", "failure", FAIL),
        ("license/cla", None, FAIL),
        (None, "success", FAIL),
        (None, None, FAIL),
    ],
)
def test_a_named_check_says_it_instead(named: str | None, conclusion: str | None, result: GateResult) -> None:
    cla = Cla(mode=GateMode.ENFORCE, check=named)
    assert judged(commit(), named=conclusion, cla=cla).result is result
    assert judged(commit(), file=(MARA_SIGNED,), named=conclusion, cla=cla).result is PASS


def test_a_check_that_did_not_succeed_is_told() -> None:
    cla = Cla(mode=GateMode.ENFORCE, check="license/cla")
    assert "the check license/cla is failure" in texts(judged(commit(), named="failure", cla=cla))
    assert "the check license/cla is not there" in texts(judged(commit(), cla=cla))


# -------------------------------------------------------------------------------------------- no judgement


def test_without_the_file_only_other_signatures_count() -> None:
    assert judged(commit(), file=NO_FILE, remarks=(said(SENTENCE),)).result is PASS
    outcome = judged(commit(), file=NO_FILE)
    assert outcome.result is UNMEASURED
    assert NO_FILE.why in texts(outcome)
    assert NO_FILE.mend in texts(outcome)
    assert f"comment here, as mara-okafor: {SENTENCE}" in texts(outcome)


def test_no_file_could_name_somebody_without_an_account() -> None:
    assert judged(commit(account=None), file=NO_FILE).result is FAIL


def test_facts_that_are_not_there_are_unmeasured_unless_the_gate_is_off() -> None:
    assert check(changed((commit(),), signatures=None), CARD).result is UNMEASURED
    assert check(changed(None, signatures=Signatures(file=())), CARD).result is UNMEASURED
    missing = check(changed(MISSING, signatures=Signatures(file=())), CARD)
    assert missing.result is UNMEASURED
    assert MISSING.mend in texts(missing)
    off = changed(None, cla=Cla(mode=GateMode.OFF))
    assert check(off, CARD).result is NOT_APPLICABLE


def test_no_commit_is_not_applicable_unless_files_changed() -> None:
    made = changed((), signatures=Signatures(file=()))
    nothing = Change(files=(), totals=Totals(files=0, additions=0, deletions=0))
    assert check(made, CARD).result is UNMEASURED
    assert check(replace(made, change=nothing), CARD).result is NOT_APPLICABLE


def test_in_a_queue_the_pull_requests_authors_have_to_sign() -> None:
    squash = by_github("Squashed (#7)", author=MARA)
    signatures = Signatures(file=(MARA_SIGNED,))

    def of(*commits: Commit) -> GateResult:
        made = changed((squash,), signatures=signatures, queued=commits, queue=True)
        return check(made, CARD).result

    assert of(commit()) is PASS
    assert of(commit(), commit("x", 2, author=JO, account=JO_ACCOUNT)) is FAIL
    assert of() is UNMEASURED


# ------------------------------------------------------------------------------------------------ findings


def only(outcome: GateOutcome) -> Finding:
    assert outcome.result is FAIL
    (finding,) = outcome.findings
    return finding


def test_a_finding_names_who_has_to_sign_what_and_how() -> None:
    finding = only(judged(commit("x", 1), commit("y", 2), commit("z", 3)))
    line = text(finding)
    assert finding.where == sha(1)[:7]
    assert "Mara Okafor <m…@example.org>, author of commit" in line
    assert "and 2 more commits" in line
    assert "no signature of the account mara-okafor (id 501)" in line
    assert f"Read CLA.md and comment here, as mara-okafor: {SENTENCE}" in line
    assert line.endswith("Then comment /steward evaluate.")
    assert MARA.email not in line


def test_an_address_that_github_knows_nobody_for_is_to_be_linked() -> None:
    finding = only(judged(commit(account=None), file=(MARA_SIGNED,)))
    assert "m…@example.org" in text(finding)
    assert "Settings, Emails" in text(finding)
    assert "--reset-author" in text(finding)
    assert MARA.email not in text(finding)


def test_a_co_author_without_an_account_is_to_be_named_by_one() -> None:
    finding = only(judged(co_authored(JO.email), file=(MARA_SIGNED, JO_SIGNED)))
    assert "co-author of commit" in text(finding)
    assert "Co-authored-by: NAME <ID+LOGIN@users.noreply.github.com>" in text(finding)


def test_an_old_noreply_address_wants_its_number() -> None:
    finding = only(judged(co_authored("jolind@users.noreply.github.com"), file=(MARA_SIGNED, JO_SIGNED)))
    assert "ID+jolind@users.noreply.github.com" in text(finding)


def test_a_sentence_that_no_code_span_holds_is_pointed_to() -> None:
    long = Cla(mode=GateMode.ENFORCE, sentence="I agree " * 60)
    assert "gates.cla.sentence" in text(only(judged(commit(), cla=long)))
    assert judged(commit(), remarks=(said("I agree " * 60),), cla=long).result is PASS


# ---------------------------------------------------------------------------------------------- properties

ACCOUNTS = [MARA_ACCOUNT, JO_ACCOUNT, BOT_ACCOUNT, None]
COMMITS = st.lists(
    st.builds(
        lambda number, seed, co_author, merge: commit(
            f"x\n\nCo-authored-by: A <{co_author}>",
            seed,
            author=Identity(name="A", email=f"{number}@example.org"),
            account=ACCOUNTS[number],
            parents=(BASE, sha(0)) if merge else (BASE,),
        ),
        st.integers(0, 3),
        st.integers(1, 40),
        st.sampled_from(
            ["0@example.org", "1@example.org", "502+x@users.noreply.github.com", "", "q@example.org"]
        ),
        st.booleans(),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda one: one.sha,
)
FILE = st.lists(st.sampled_from([MARA_SIGNED, JO_SIGNED, Signature(login="JoLind")]), max_size=3).map(tuple)
SAID = st.lists(
    st.builds(said, st.sampled_from([SENTENCE, "no"]), st.sampled_from([MARA_ACCOUNT, JO_ACCOUNT])),
    max_size=3,
).map(tuple)


@given(COMMITS, FILE, SAID, st.randoms(use_true_random=False))
def test_no_order_changes_the_verdict(
    commits: list[Commit], file: tuple[Signature, ...], remarks: tuple[Remark, ...], random: Random
) -> None:
    shuffled = list(commits)
    random.shuffle(shuffled)
    one = judged(*commits, file=file, remarks=remarks)
    two = judged(*shuffled, file=file[::-1], remarks=remarks[::-1])
    assert (one.result, len(one.findings)) == (two.result, len(two.findings))


@given(COMMITS, FILE, SAID)
def test_one_more_who_has_not_signed_always_fails(
    commits: list[Commit], file: tuple[Signature, ...], remarks: tuple[Remark, ...]
) -> None:
    stranger = commit("x", 99, author=JO, account=Account(id=9, login="stranger", bot=False))
    assert judged(*commits, stranger, file=file, remarks=remarks).result is FAIL


@given(COMMITS, FILE, SAID)
def test_one_more_signature_never_makes_a_finding(
    commits: list[Commit], file: tuple[Signature, ...], remarks: tuple[Remark, ...]
) -> None:
    before = judged(*commits, file=file, remarks=remarks)
    after = judged(*commits, file=(*file, JO_SIGNED), remarks=(*remarks, said(SENTENCE)))
    assert len(after.findings) <= len(before.findings)


@given(st.text(alphabet="`~<!-> \n\rab"), st.text(alphabet="ab. \n", max_size=4))
def test_any_comment_is_read(body: str, sentence: str) -> None:
    cla = Cla(mode=GateMode.ENFORCE, sentence=sentence)
    assert judged(commit(), remarks=(said(body),), cla=cla).result in (PASS, FAIL)
