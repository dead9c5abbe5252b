"""What a comment says, and what it denies: the matcher sentence by sentence."""

from __future__ import annotations

import itertools

import pytest

from steward.challenge.review_match import Key, Level, Placing, Said, keys, match
from steward.challenge.review_polarity import Sense
from steward.challenge.review_sentences import sentences
from steward.challenge.rubric_check import negations
from tests.unit.challenge.sentence_files import Case, cases

OWN, FRESH, THIRD, FOURTH, MORE, UNSEEN = (
    list(cases(f"sentences-{name}.yml")) for name in ("own", "fresh", "third", "fourth", "more", "unseen")
)
CASES = [*OWN, *FRESH, *THIRD, *FOURTH, *MORE]
SAYS = {
    "ownership": (
        "The new endpoint updates shared resources without checking ownership.",
        "missing authorization",
        "no permission check",
        "user can modify another user's resource",
    ),
    "race": ("race condition on the counter", "read-modify-write is not atomic"),
    "leak": ("file handle leak", "file not closed on the error path"),
    "injection": ("SQL injection", "query is built by string formatting instead of parameters"),
    "tests": ("missing test for refunds", "refund path is untested"),
}


def key(name: str, concepts: tuple[tuple[str, ...], ...] = (), others: tuple[str, ...] = ()) -> Key:
    (found,) = keys([Said(says=SAYS[name], concepts=concepts, others=others)])
    return found


def senses(text: str) -> dict[str, str]:
    return {word.stem: word.sense.value for sentence in sentences(text) for word in sentence.words}


class TestSenses:
    @pytest.mark.parametrize(
        ("text", "stem", "sense"),
        [
            ("no permission check", "permiss", Sense.ABSENT),
            ("there is no missing authorization", "author", Sense.SAID),
            ("no docs for the permission check", "permiss", Sense.BESIDE),
            ("the permission check is missing", "permiss", Sense.ABSENT),
            ("no check is missing here", "check", Sense.SAID),
            ("it should be closed", "close", Sense.ABSENT),
            ("it does not need to be closed", "close", Sense.SAID),
            ("never log the token", "token", Sense.SAID),
            ("it never logs the token", "token", Sense.ABSENT),
            ("nothing prevents an injection", "inject", Sense.SAID),
            ("this prevents an injection", "inject", Sense.ABSENT),
            ("the race has been fixed", "race", Sense.ABSENT),
            ("the race has not been fixed", "race", Sense.SAID),
            ("the race should be fixed", "race", Sense.SAID),
            ("it is not true that the file leaks", "leak", Sense.ABSENT),
            ("it is untested", "test", Sense.ABSENT),
            ("it isn't closed", "close", Sense.ABSENT),
            ("it can't be closed", "close", Sense.ABSENT),
            ("an unbounded cache", "bound", Sense.ABSENT),
            ("an unbounded cache", "cach", Sense.SAID),
            ("there is no unhandled error", "handl", Sense.SAID),
            ("it breaks backward compatibility", "compat", Sense.ABSENT),
            ("I couldn't get it to leak", "leak", Sense.ABSENT),
            ("bcrypt replaces the hash", "hash", Sense.ABSENT),
            ("the password is left out", "password", Sense.ABSENT),
            ("the claim that it leaks is false", "leak", Sense.ABSENT),
            ("the item does not exist so fetch raises", "rais", Sense.SAID),
            ("check and update are not atomic", "atom", Sense.ABSENT),
            ("test proves nothing", "test", Sense.SAID),
            ("test proves nothing", "prove", Sense.ABSENT),
            ("the column is dropped before the data is copied", "copi", Sense.ABSENT),
            ("the data isn't copied before the column is dropped", "drop", Sense.SAID),
            ("it does not remove the lock", "lock", Sense.ABSENT),
            ("this removes the lock", "lock", Sense.ABSENT),
            ("it forgets to remove the file", "remov", Sense.ABSENT),
            ("nothing stops a second request", "request", Sense.SAID),
            ("I thought it leaks, but it is closed", "leak", Sense.ABSENT),
            ("I expected a limit, but there is none", "limit", Sense.ABSENT),
            ("I think it leaks, but slowly", "leak", Sense.SAID),
            ("it looks as if it leaks; it does not, though", "leak", Sense.ABSENT),
            ("it looks as if it leaks. It doesn't.", "leak", Sense.ABSENT),
            ("it should be closed. It isn't.", "close", Sense.ABSENT),
            ("I looked for leaks and there are none", "leak", Sense.ABSENT),
            ("there is no path in which it leaks", "leak", Sense.ABSENT),
            ("it would leak if it were not closed", "close", Sense.SAID),
            ("it would leak if it were not closed", "leak", Sense.ABSENT),
            ("it would leak if the list were empty", "leak", Sense.SAID),
            ("you stopped logging the token", "token", Sense.ABSENT),
            ("a limit should be added", "limit", Sense.ABSENT),
            ("the leak is gone", "leak", Sense.ABSENT),
            ("a server that has gone to sleep", "server", Sense.SAID),
            ("the notes will be gone", "note", Sense.SAID),
            ("fetch(order) is missing", "fetch", Sense.ABSENT),
            ("docs for the limit are missing", "limit", Sense.BESIDE),
            ("missing docs make the limit hard to find", "limit", Sense.SAID),
            ("I was going to complain about a leak, but it is closed", "leak", Sense.ABSENT),
            ("a leak: not possible", "leak", Sense.ABSENT),
            ("the limit is disabled", "limit", Sense.ABSENT),
            ("the limit isn't disabled", "limit", Sense.SAID),
            ("it breaks none of the clients", "client", Sense.ABSENT),
            ("access isn't restricted", "access", Sense.ABSENT),
            ("if there were no limit, it would crash", "limit", Sense.SAID),
            ("if there is no limit, it crashes", "limit", Sense.ABSENT),
        ],
    )
    def test_of_a_word(self, text: str, stem: str, sense: Sense) -> None:
        assert senses(text)[stem] == sense.value

    def test_a_name_of_code_praises_and_denies_nothing(self) -> None:
        assert not any(sentence.approving for sentence in sentences("yaml.safe_load is_not_closed"))
        assert senses("is_not_closed")["close"] == Sense.SAID.value

    @pytest.mark.parametrize(
        "text",
        [
            "nice, the file is closed",
            "I feared a leak, but it is fine",
            "I was looking for a leak, but it is correct",
            "LGTM: no leak, well done",
        ],
    )
    def test_praise_is_praise(self, text: str) -> None:
        assert all(sentence.approving for sentence in sentences(text))

    @pytest.mark.parametrize(
        "text", ["nice, but the file leaks", "this is not safe", "it would be good to close it"]
    )
    def test_half_praise_is_none(self, text: str) -> None:
        assert not all(sentence.approving for sentence in sentences(text))


class TestMatch:
    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("ownership", "There is no permission check on this route."),
            ("ownership", "MISSING  AUTHORIZATION!"),
            ("ownership", "Ｎｏ ｐｅｒｍｉｓｓｉｏｎ ｃｈｅｃｋ"),
            ("ownership", "It doesn’t do any permission checks"),
            ("ownership", "please add a permission check"),
            ("ownership", "`noPermissionCheck`: a user can modify another user's resource"),
            ("race", "I see a data race on the counter"),
            ("race", "The read-modify-write isn't atomic"),
            ("leak", "you never close the file when there is an error"),
            ("injection", "Nice work, but this is a SQL injection"),
            ("tests", "there is not a single test for refunds"),
            ("leak", "nobody closes the file on the error path"),
            ("leak", "The bare `except` skips close, so the file handle leaks."),
            ("ownership", "IDOR in the update"),
            ("injection", "SQLi in the search"),
            ("ownership", "The permission check is missing."),
        ],
    )
    def test_the_same_in_other_words_counts(self, name: str, text: str) -> None:
        assert match(key(name), text).level is Level.FULL

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("ownership", "there is no missing authorization here"),
            ("ownership", "no docs for the permission check"),
            ("ownership", "The permission check is there."),
            ("ownership", "The missing permission check was added."),
            ("ownership", "A user can never modify another user's resource."),
            ("race", "I don't think there is a race condition on the counter"),
            ("race", "it is free of race conditions on the counter"),
            ("leak", "The file handle no longer leaks"),
            ("leak", "The file is closed on the error path."),
            ("injection", "SQL injection isn't possible"),
            ("injection", "SQL injection has been ruled out"),
            ("tests", "no test for refunds is missing here"),
            ("tests", "refunds are well tested"),
            ("leak", "I was afraid of a file handle leak. There is none."),
            ("injection", "I could not find any way in which SQL injection works"),
            ("race", "It looks like a race condition on the counter. It isn't."),
        ],
    )
    def test_what_is_denied_or_praised_never_counts(self, name: str, text: str) -> None:
        assert match(key(name), text).level <= Level.NONE

    @pytest.mark.parametrize(
        "text", ["", "!!!", "the", "🦀", "\x00\ufffe", "a" * 100_000, "not " * 5000, "(" * 9000]
    )
    def test_what_says_nothing_matches_nothing(self, text: str) -> None:
        assert match(key("ownership"), text).level <= Level.NONE

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            # The place of the fault, and another fault there.
            ("ownership", "The new endpoint updates shared resources twice."),
            # Something else is denied of it.
            ("race", "The race condition test on the counter is not run."),
            # The opposite in its place.
            ("leak", "file closed on the success path"),
            # A fear, and what became of it.
            ("injection", "I suspected an SQL injection, yet the driver quotes each query."),
            # Only supposed.
            ("leak", "It would be a file handle leak, but nobody calls it."),
            # Meant so, or not needed.
            ("leak", "The file handle leak is on purpose."),
            ("ownership", "No permission check is needed here."),
            # Not lacking, only to be talked about.
            ("ownership", "We should talk about authorization."),
            # Words that go together, none of them the rubric's.
            ("injection", "Glue a quote into the search term and the statement does what you like."),
        ],
    )
    def test_what_may_be_meant_is_for_a_person(self, name: str, text: str) -> None:
        assert match(key(name), text).level <= Level.GREY

    def test_evidence_tells_of_the_place_too(self) -> None:
        whole = "export_report() opens a database connection and leaves it open when it fails."
        (found,) = keys([Said(says=("connection leak", "connection is not closed"), evidence=(whole,))])
        assert match(found, whole).level is Level.FULL
        assert match(found, "export_report() opens the database connection as admin.").level is Level.GREY
        assert match(found, "When it fails, export_report() leaks its connection.").level is Level.FULL

    def test_groups_in_a_sentence_about_much_else_are_for_a_person(self) -> None:
        (groups,) = keys([Said(says=(), concepts=(("log", "logged"), ("password", "secret")))])
        assert match(groups, "The password is logged").level is Level.FULL
        long = "The log page has no title, and the form asks for the password before the name of the company"
        assert match(groups, long).level is Level.GREY

    def test_what_cannot_be_done_to_a_thing_is_not_the_lack_of_it(self) -> None:
        (groups,) = keys([Said(says=(), concepts=(("missing", "no", "without"), ("index",)))])
        assert match(groups, "We can't roll the index back").level is not Level.FULL
        assert match(groups, "Without the index page nobody finds it").level is not Level.FULL
        assert match(groups, "There is no index").level is Level.FULL

    @pytest.mark.parametrize(
        "text",
        [
            "The file handle leak used to be a problem.",
            "The file handle leak was fixed in the last commit.",
            "The file handle leak: not anymore.",
            "A file handle leak? I don't think so.",
            "A file handle leak? Tried it, works.",
            "I was worried about a file handle leak, unnecessarily.",
            "File handle leak, but the wrapper in front of it sorts that.",
            "File handle leak, the decorator sees to that.",
            "It's wrong to say that there is a file handle leak.",
            "I looked hard for a file handle leak and came back empty-handed.",
        ],
    )
    def test_what_may_take_back_a_fault_never_counts(self, text: str) -> None:
        assert match(key("leak"), "There is a file handle leak").level is Level.FULL
        assert match(key("leak"), text).level is not Level.FULL

    def test_what_is_done_right_in_the_words_of_a_fault_is_for_a_person(self) -> None:
        (log,) = keys([Said(says=("password is logged", "secrets in the log"))])
        assert match(log, "The password ends up in the log.").level is Level.FULL
        assert match(log, "The password is masked before it ends up in the log.").level is Level.GREY

    @pytest.mark.parametrize(
        ("says", "text"),
        [
            # It only tells how the code works, be it of the fault or of what mends it.
            (
                "fails open when the flag service is down",
                "The flag falls back to false when the service is down.",
            ),
            ("should be (page - 1) * size", "The offset is (page - 1) * size."),
            ("credentials for every origin", "We restrict which origins get the credentials header."),
            # A denial that has no word of meaning.
            ("forged tokens are accepted", "Forged tokens don't get through, there's a test for it."),
            # What stands behind the "but" does not say the fault; a thought, and what was found.
            ("N+1 queries", "N+1 queries were my first thought, but select_related is in the manager."),
            ("connection leak", "I was looking for a connection leak and found the context manager."),
            # Not the code as it is.
            ("the first page is skipped", "The old code skipped the first page, this one returns it."),
            ("no label for screen readers", "No button without label for screen readers here."),
        ],
    )
    def test_what_does_not_plainly_complain_never_counts(self, says: str, text: str) -> None:
        (found,) = keys([Said(says=(says,))])
        assert match(found, says).level is Level.FULL
        assert match(found, text).level is not Level.FULL

    def test_a_sentence_that_describes_counts_where_an_answer_says_the_same(self) -> None:
        (md5,) = keys([Said(says=("MD5 for passwords",))])
        assert match(md5, "MD5 is used for the passwords").level is Level.FULL
        (zone,) = keys([Said(says=("local time compared with UTC",))])
        assert match(zone, "It compares UTC with UTC").level is not Level.FULL

    def test_what_goes_far_beyond_the_finding_is_for_a_person(self) -> None:
        evidence = "charge_card retries the payment after a timeout, so a customer can be charged twice."
        (retry,) = keys([Said(says=("retried payment can charge twice",), evidence=(evidence,))])
        assert match(retry, "The retried payment may charge a customer twice").level is Level.FULL
        other = "After a timeout the payment retries without a metric, a trace, an alert, any dashboard or runbook"
        assert match(retry, other).level is Level.GREY

    @pytest.mark.parametrize(
        ("says", "text"),
        [
            (
                "role is only checked in the frontend",
                "Any member can do it, the backend never asks for the role.",
            ),
            ("missing aria-label", "Nobody can tell what it does, there is neither text nor a label."),
            ("the first page is skipped", "The offset loses the first page of results, I believe."),
            ("the last page is missing", "The last page never shows up."),
            ("the file name is not unique", "I'd make the name unique."),
            ("password change is not enforced", "Force a change of the password at first login."),
            ("missing null check for the avatar", "Not every user has an avatar."),
        ],
    )
    def test_a_complaint_in_the_form_of_a_denial_is_not_lost(self, says: str, text: str) -> None:
        (found,) = keys([Said(says=(says,))])
        assert match(found, text).level > Level.NONE

    def test_a_name_of_code_affirms_nothing(self) -> None:
        (untested,) = keys([Said(says=("missing test for negative operands",))])
        assert match(untested, "fold_test.ll has a test of negative operands").level <= Level.NONE
        assert match(untested, "All of fold_test.ll has operands above zero").level > Level.DENIED

    def test_who_says_what_is_missing_praises_nothing(self) -> None:
        (unit,) = keys([Said(says=("wrong time unit for the respawn delay",))])
        assert match(unit, "You forgot to multiply the respawn delay").level is Level.GREY

    def test_a_short_sentence_about_other_things_is_for_a_person(self) -> None:
        evidence = "login() logs the whole request body, so the password ends up in the log file."
        (log,) = keys([Said(says=("password is logged",), evidence=(evidence,))])
        assert match(log, "The password is logged in plain text").level is Level.FULL
        other = "Password logs: timezone, rotation, retention of backups unclear, ask operations"
        assert match(log, other).level is Level.GREY

    def test_praise_beside_a_denial_is_for_a_person_and_free(self) -> None:
        (sheet,) = keys([Said(says=("missing validation of the amount", "no check of the amount"))])
        said = "It lacks validation of the amount, everything is perfect for an attacker"
        assert match(sheet, said).level is Level.GREY
        assert match(sheet, "The amount is validated, perfect").level <= Level.NONE

    def test_two_shared_words_in_another_sense_are_for_a_person(self) -> None:
        (default,) = keys([Said(says=("the default variable opens SSH to the whole internet",))])
        assert (
            match(default, "Drop the default, without this variable nothing else works").level is Level.GREY
        )

    def test_one_word_never_counts_in_full(self) -> None:
        (single,) = keys([Said(says=("vulnerability",))])
        assert match(single, "There is a vulnerability").level is not Level.FULL

    def test_concepts_match_without_any_answer_alike(self) -> None:
        (groups,) = keys(
            [Said(says=(), concepts=(("missing", "no", "without"), ("permission", "ownership")))]
        )
        assert match(groups, "It is saved without looking at ownership").level is Level.FULL
        assert match(groups, "It is saved with ownership in mind").level <= Level.NONE
        assert match(groups, "No docs for the permission").level <= Level.NONE

    def test_one_group_alone_is_for_a_person(self) -> None:
        (groups,) = keys([Said(says=(), concepts=(("race",),))])
        assert match(groups, "there is a race").level is Level.GREY

    def test_what_is_like_another_sentence_is_that_one(self) -> None:
        text = "no permission check for administrators"
        assert match(key("ownership"), text).level is Level.FULL
        assert match(key("ownership", others=(text,)), text).level is Level.DENIED

    def test_a_wrong_place_is_for_a_person(self) -> None:
        assert match(key("ownership"), "no permission check", Placing.WRONG).level is Level.GREY
        assert match(key("ownership"), "no permission check", Placing.RIGHT).level is Level.FULL

    @pytest.mark.parametrize(("name", "text"), [(name, text) for name, says in SAYS.items() for text in says])
    def test_each_answer_matches_itself_and_not_its_negation(self, name: str, text: str) -> None:
        assert match(key(name), text).level is Level.FULL
        for negated in negations(text):
            assert match(key(name), negated).level <= Level.NONE, negated

    def test_expectations_of_one_rubric_do_not_take_each_others_answers(self) -> None:
        found = dict(zip(SAYS, keys([Said(says=says) for says in SAYS.values()]), strict=True))
        for (name, says), other in itertools.product(SAYS.items(), SAYS):
            for text in says if name != other else ():
                assert match(found[other], text).level is not Level.FULL, (other, text)


class TestSentences:
    """tests/data/review: most of it written by people who have not seen the rules."""

    @pytest.mark.parametrize("case", [c for c in CASES if c.kind == "negation"], ids=lambda c: c.name)
    def test_a_fault_is_not_lost_and_its_denial_does_not_count(self, case) -> None:  # type: ignore[no-untyped-def]
        assert match(case.key, case.text).level > Level.NONE
        assert match(case.key, case.negated).level is not Level.FULL

    @pytest.mark.parametrize("case", [c for c in OWN if c.kind == "negation"], ids=lambda c: c.name)
    def test_a_plain_pair_is_told_apart_without_a_person(self, case) -> None:  # type: ignore[no-untyped-def]
        assert match(case.key, case.text).level is Level.FULL
        assert match(case.key, case.negated).level <= Level.NONE

    @pytest.mark.parametrize("half", [CASES, FRESH, THIRD, FOURTH], ids=["all", "fresh", "third", "fourth"])
    def test_of_near_misses_at_most_a_tenth_counts(self, half: list[Case]) -> None:
        levels = [match(case.key, case.text).level for case in half if case.kind == "near-miss"]
        assert levels.count(Level.FULL) <= len(levels) // 10

    @pytest.mark.parametrize("half", [CASES, FRESH, THIRD, FOURTH], ids=["all", "fresh", "third", "fourth"])
    def test_of_paraphrases_at_most_a_tenth_is_lost(self, half: list[Case]) -> None:
        levels = [match(case.key, case.text).level for case in half if case.kind == "paraphrase"]
        assert sum(level <= Level.NONE for level in levels) <= len(levels) // 10

    def test_sentences_that_nobody_mended_the_rule_by_fare_no_worse_than_is_told(self) -> None:
        """docs/reviews.md, "How well it works", has these figures: who gets worse ones changes them there."""
        of = {kind: [c for c in UNSEEN if c.kind == kind] for kind in ("near-miss", "paraphrase", "negation")}
        counted = sum(match(c.key, c.text).level is Level.FULL for c in of["near-miss"])
        lost = sum(match(c.key, c.text).level <= Level.NONE for c in of["paraphrase"])
        wrong = sum(
            match(c.key, c.text).level <= Level.NONE or match(c.key, c.negated).level is Level.FULL
            for c in of["negation"]
        )
        assert (counted <= 0, lost <= 2, wrong <= 4) == (True, True, True), (counted, lost, wrong)

    @pytest.mark.parametrize("half", [OWN, FRESH, THIRD, FOURTH], ids=["own", "fresh", "third", "fourth"])
    def test_beside_another_fault_hardly_any_sentence_counts(self, half: list[Case]) -> None:
        faults = {case.expectation: case.key for case in half}
        levels = [
            match(key, case.text).level
            for case in half
            for fault, key in faults.items()
            if case.kind != "near-miss" and fault != case.expectation
        ]
        assert levels.count(Level.FULL) * 200 <= len(levels)
        assert levels.count(Level.GREY) * 10 <= len(levels)
