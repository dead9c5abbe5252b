"""A review against a rubric: points, penalties, caps, verdicts, and what gaming comes to."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from steward.challenge.review import match_review, place, score_review
from steward.challenge.review_match import Placing
from steward.challenge.review_points import ReviewReport, Verdict
from steward.challenge.review_reading import Remark, read_review
from steward.challenge.rubric import Decision, Severity, Weights
from tests.unit.challenge.build_review import (
    ALL,
    LEAK,
    NAMING,
    OWNERSHIP,
    RUBRIC,
    SAID,
    STRAY,
    TESTS,
    points,
    rubric,
    scored,
)

GREY = "Permissions of the resource are odd, another user sees it."


def taken(report: ReviewReport) -> dict[str, int]:
    return {hit.expected.id: hit.finding.number for hit in report.hits if hit.finding}


class TestPoints:
    def test_a_full_review_has_them_all(self) -> None:
        report = scored(*ALL)
        assert (report.score, report.verdict, report.penalties, report.caps) == (
            100,
            Verdict.ACCEPTED,
            (),
            (),
        )
        assert points(report) == {
            "decision": 30,
            "findings": 30,
            "severity": 10,
            "area": 10,
            "explanation": 20,
        }

    def test_each_part_is_a_share_of_the_required_findings(self) -> None:
        report = scored(SAID["ownership"], SAID["tests"])
        assert points(report) == pytest.approx(
            {"decision": 30, "findings": 20, "severity": 6.67, "area": 6.67, "explanation": 13.33}, abs=0.01
        )

    @pytest.mark.parametrize(
        ("severity", "share"),
        [
            (Severity.CRITICAL, 10),
            (Severity.HIGH, 5),
            (Severity.MEDIUM, 0),
            (Severity.LOW, 0),
            (None, 0),
        ],
    )
    def test_severity_exact_one_step_off_or_more(self, severity: Severity | None, share: int) -> None:
        report = scored(Remark(text="There is no permission check", severity=severity), by=rubric(OWNERSHIP))
        assert points(report)["severity"] == share

    @pytest.mark.parametrize(
        ("remark", "share"),
        [
            (Remark(text="no permission check", category="Security"), 10),
            (Remark(text="no permission check", category="style"), 0),
            (Remark(text="no permission check", file="api/items.py", line=61), 10),
            (Remark(text="no permission check", category="style", file="items.py"), 10),
            (Remark(text="user can modify another user's resource"), 0),
        ],
    )
    def test_area_is_the_category_or_the_place(self, remark: Remark, share: int) -> None:
        assert points(scored(remark, by=rubric(OWNERSHIP)))["area"] == share

    def test_explanation_is_evidence_impact_and_fix(self) -> None:
        texts = (
            "There is no permission check",
            "There is no permission check in `update`",
            "There is no permission check in `update`, so anyone can write",
            "There is no permission check in `update`, so anyone can write; compare the owner",
        )
        shares = [points(scored(text, by=rubric(OWNERSHIP)))["explanation"] for text in texts]
        assert shares == pytest.approx([0, 6.67, 13.33, 20], abs=0.01)

    def test_weights_are_shares_of_their_sum(self) -> None:
        weights = Weights(decision=1, findings=3, severity=0, area=0, explanation=0)
        by = rubric(LEAK, TESTS, weights=weights)
        assert scored(SAID["leak"], SAID["tests"], by=by).score == 100
        assert scored(SAID["leak"], by=by).score == 48  # 62.5 less 15, rounded

    def test_where_nothing_is_to_be_found_the_decision_is_the_whole(self) -> None:
        clean = rubric(NAMING, decision=Decision.APPROVE)
        report = scored("The function name is misleading.", decision=Decision.APPROVE, by=clean)
        assert (points(report), report.score, report.verdict) == ({"decision": 30}, 100, Verdict.ACCEPTED)


class TestPenalties:
    @pytest.mark.parametrize(("penalty", "score"), [(0, 100), (2, 98), (5, 95), (10, 90), (7.5, 93)])
    def test_a_finding_that_matches_nothing_costs_by_level(self, penalty: float, score: int) -> None:
        assert scored(*ALL, STRAY, by=rubric(penalty=penalty)).score == score

    def test_at_most_twenty(self) -> None:
        strays = [f"{STRAY} Part {number}." for number in range(3)]
        assert scored(*ALL, *strays, by=rubric(penalty=10.0)).score == 80

    def test_duplicates_optional_findings_praise_and_questions_are_free(self) -> None:
        more = (SAID["leak"], "The function name is misleading.", "Nice tests!", "Why is this a class?")
        assert scored(*ALL, *more).score == 100

    @pytest.mark.parametrize(
        "text", ["issue (blocking): no permission check", "Critical: no permission check"]
    )
    def test_an_approval_against_own_blocking_findings_costs_fifteen(self, text: str) -> None:
        by = rubric(OWNERSHIP, decision=Decision.APPROVE)
        costs = [each.points for each in scored(text, decision=Decision.APPROVE, by=by).penalties]
        assert costs == [15]
        assert scored("no permission check", decision=Decision.APPROVE, by=by).penalties == ()

    def test_the_central_risk_missed_costs_fifteen_and_caps_at_fifty(self) -> None:
        report = scored(SAID["leak"], SAID["tests"])
        assert report.score == 50
        assert [each.points for each in report.penalties] == [15]
        assert scored(SAID["tests"]).score == 38  # 30 and a third of 70, less 15

    def test_each_of_two_central_risks_counts(self) -> None:
        both = rubric(replace(LEAK, severity=Severity.CRITICAL), OWNERSHIP)
        assert scored(SAID["ownership"], by=both).score <= 50

    @pytest.mark.parametrize(
        ("decision", "why"),
        [
            (Decision.APPROVE, "the decision is not the right one: at most 60"),
            (Decision.COMMENT, "the decision is not the right one: at most 60"),
            (
                None,
                "no decision found: write `Decision: request changes` on a line of its own; at most 60",
            ),
        ],
    )
    def test_a_wrong_decision_or_none_caps_at_sixty(self, decision: Decision | None, why: str) -> None:
        report = scored(*ALL, decision=decision, by=rubric(least=60.0))
        assert report.score <= 60
        assert why in report.caps

    def test_what_is_said_of_the_merge_is_free(self) -> None:
        more = ("I would not merge this yet.", "Three things have to change.", "See my comments below.")
        assert scored(*ALL, *more, "Great start, but this is not ready.").score == 100

    def test_never_below_zero(self) -> None:
        assert (
            scored(*[f"{STRAY} {number} times." for number in range(9)], decision=Decision.APPROVE).score == 0
        )


class TestVerdicts:
    def test_the_least_that_passes_passes(self) -> None:
        assert scored(*ALL, STRAY, by=rubric(least=95.0)).verdict is Verdict.ACCEPTED
        assert scored(*ALL, STRAY, by=rubric(least=95.5)).verdict is Verdict.FAILED

    def test_an_unsure_match_is_for_a_person(self) -> None:
        report = scored(SAID["leak"], SAID["tests"], GREY)
        assert (report.score, report.verdict) == (50, Verdict.NEEDS_REVIEW)
        assert report.most > report.least

    def test_an_unsure_match_that_cannot_help_has_failed(self) -> None:
        assert scored(GREY, decision=Decision.APPROVE).verdict is Verdict.FAILED

    def test_a_wrong_place_is_for_a_person(self) -> None:
        placed = Remark(text=SAID["ownership"], file="api/items.py", line=62)
        assert scored(placed, *ALL[1:]).verdict is Verdict.NEEDS_REVIEW
        assert scored(replace(placed, line=61), *ALL[1:]).verdict is Verdict.ACCEPTED
        assert scored(replace(placed, file="api/other.py"), *ALL[1:]).verdict is Verdict.NEEDS_REVIEW

    @pytest.mark.parametrize(
        ("first", "last", "placing"),
        [
            (None, 61, Placing.RIGHT),
            (None, 62, Placing.WRONG),
            (61, 70, Placing.RIGHT),
            (62, 70, Placing.WRONG),
            (30, 37, Placing.RIGHT),
            (30, 36, Placing.WRONG),
            (1, 900, Placing.RIGHT),
            (61, None, Placing.RIGHT),
            (62, None, Placing.WRONG),
            (None, None, Placing.RIGHT),
        ],
    )
    def test_a_comment_over_several_lines_stands_on_each(
        self, first: int | None, last: int | None, placing: Placing
    ) -> None:
        remark = Remark(text=SAID["ownership"], file="api/items.py", line=last, first=first)
        (finding,) = read_review(None, "", [remark]).findings
        assert place(OWNERSHIP, finding) is placing

    def test_on_the_very_lines_a_word_is_enough_for_a_person_to_look(self) -> None:
        remark = Remark(
            text="Whose resource is that? Somebody might not own it.", file="api/items.py", line=44
        )
        odd = Remark(text="This resource deserves a longer name.", file="api/items.py", line=44)
        assert OWNERSHIP.location is not None
        for said, line, verdict in (
            (remark, 44, Verdict.NEEDS_REVIEW),
            (odd, 44, Verdict.NEEDS_REVIEW),
            (odd, 90, Verdict.FAILED),
            (replace(odd, text="A longer name, please."), 44, Verdict.FAILED),
        ):
            assert scored(replace(said, line=line), *ALL[1:]).verdict is verdict, said


class TestAssignment:
    def test_the_order_makes_no_difference(self) -> None:
        texts = [*ALL, STRAY, GREY]
        seen = set()
        for order in itertools.permutations(texts):
            report = scored(*order)
            got = tuple(sorted((name, order[number - 1]) for name, number in taken(report).items()))
            seen.add((report.score, report.verdict, got))
        assert len(seen) == 1
        turned = rubric(*reversed(RUBRIC.expected))
        assert scored(*texts, by=turned).hits == scored(*texts).hits

    def test_one_finding_matches_one_expectation(self) -> None:
        twins = rubric(OWNERSHIP, replace(OWNERSHIP, id="another"))
        assert len(taken(scored("There is no permission check", by=twins))) == 1
        both = scored("There is no permission check", "A user can modify another user's resource", by=twins)
        assert len(taken(both)) == 2

    def test_of_equal_ones_the_first_id_gets_it(self) -> None:
        twins = rubric(replace(OWNERSHIP, id="b"), replace(OWNERSHIP, id="a"))
        assert list(taken(scored("There is no permission check", by=twins))) == ["a"]

    def test_required_findings_are_served_first(self) -> None:
        twins = rubric(replace(OWNERSHIP, id="a", required=False), replace(OWNERSHIP, id="b"))
        assert list(taken(scored("There is no permission check", by=twins))) == ["b"]


class TestQuestions:
    def test_what_is_asked_for_is_for_a_person_and_free_where_it_matches_nothing(self) -> None:
        asked = scored("Could you add a permission check?", *ALL[1:])
        assert asked.verdict is Verdict.NEEDS_REVIEW
        assert scored(*ALL, "Could you rename the parser?").score == 100


class TestGaming:
    def test_a_keyword_list_that_cannot_pass_has_failed(self) -> None:
        report = score_review(
            RUBRIC, read_review(Decision.REQUEST_CHANGES, "lock, race, leak, cache, query, index")
        )
        assert (report.verdict, report.most < RUBRIC.least) == (Verdict.FAILED, True)

    def test_a_keyword_list_is_not_accepted(self) -> None:
        words = "missing authorization, permission check, file handle leak, refund test, untested, race, injection"
        report = score_review(RUBRIC, read_review(Decision.REQUEST_CHANGES, words))
        assert report.verdict is not Verdict.ACCEPTED
        assert report.score < RUBRIC.least

    def test_nor_one_below_the_other(self) -> None:
        words = ["missing authorization", "file handle leak", "missing test for refunds", "SQL injection"]
        words += ["race condition", "memory leak", "hardcoded secret", "N+1 query", "dead code", "no docs"]
        body = "\n".join(f"- {word}" for word in words)
        assert (
            score_review(RUBRIC, read_review(Decision.REQUEST_CHANGES, body)).verdict is not Verdict.ACCEPTED
        )

    def test_the_diff_quoted_back_says_nothing(self) -> None:
        diff = "@@ -1,3 +1,3 @@\n-# no permission check\n+# file handle leak, missing test for refunds\n"
        for body in (diff, f"```diff\n{diff}```", "".join(f"> {line}\n" for line in diff.splitlines())):
            report = score_review(RUBRIC, read_review(Decision.REQUEST_CHANGES, body))
            assert (report.verdict, report.matched) == (Verdict.FAILED, ())

    def test_hundreds_of_comments_are_not_accepted(self) -> None:
        guesses = [
            f"The function number {number} should be split into smaller ones." for number in range(300)
        ]
        assert scored(*ALL, *guesses, by=rubric(penalty=0.0)).verdict is Verdict.NEEDS_REVIEW

    def test_guesses_that_mostly_match_nothing_are_not_accepted(self) -> None:
        guesses = [f"The function number {number} should be split into smaller ones." for number in range(8)]
        assert scored(*ALL, *guesses, by=rubric(penalty=0.0, least=50.0)).verdict is Verdict.NEEDS_REVIEW

    def test_guesses_that_only_come_near_are_not_accepted(self) -> None:
        guesses = [
            f"Critical (security): there is no {thing} check in `save()`, so anybody could do harm; please add it."
            for thing in ("permission", "bounds", "type", "length", "quota", "locale")
        ]
        found = scored(*guesses, by=rubric(OWNERSHIP))
        assert (found.unmatched, found.verdict) == ((), Verdict.NEEDS_REVIEW)
        # The same fault named at each of its places is no guess.
        again = [Remark(text=guesses[0], file="api/items.py", line=line) for line in range(41, 47)]
        assert scored(*again, by=rubric(OWNERSHIP)).verdict is Verdict.ACCEPTED

    def test_an_empty_review_is_not_accepted(self) -> None:
        assert scored().verdict is Verdict.FAILED
        clean = rubric(NAMING, decision=Decision.APPROVE)
        assert scored(decision=Decision.APPROVE, by=clean).verdict is Verdict.NEEDS_REVIEW

    def test_another_language_is_for_a_person(self) -> None:
        text = "Es fehlt die Prüfung der Berechtigung, jeder Benutzer kann fremde Daten ändern."
        assert scored(text).verdict is Verdict.NEEDS_REVIEW

    def test_everything_in_one_comment_counts_once(self) -> None:
        assert len(taken(scored(" ".join(ALL)))) == 1

    def test_denials_of_everything_count_for_nothing(self) -> None:
        said = ("There is no missing authorization.", "The file handle does not leak.", "Refunds are tested.")
        assert (
            match_review(RUBRIC, read_review(None, "\n\n".join(said)))[0]
            == match_review(RUBRIC, read_review(None, ""))[0]
        )

    def test_very_long_reviews_are_read_in_bounds(self) -> None:
        body = "\n\n".join(f"no {'permission ' * 400}check {number}" for number in range(400))
        assert scored(body[:200_000]).verdict is not Verdict.ACCEPTED
