"""Waivers and commands through whole runs: the comments are the record, and permission is what the API says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.contract.gated import SETTINGS, Gated, gate, report
from tests.github import builders
from tests.github.commits import signed, unsigned
from tests.github.nouns import ACTIONS_BOT, User
from tests.github.runner import Outcome
from tests.github.server import GitHubServer

SETTING = "gates: {dco: {mode: enforce}}\n"
REASON = "the history was agreed on"
WAIVE = f"/steward waive dco {REASON}"
ROBOT = User(login="robot[bot]", id=77, type="Bot")


@pytest.fixture
def make(github: GitHubServer, tmp_path: Path) -> Callable[..., Gated]:
    return lambda **given: Gated(github, tmp_path, **{"settings": SETTING, "commits": [unsigned()], **given})


@pytest.fixture
def stage(make: Callable[..., Gated]) -> Gated:
    """A pull request whose commit is not signed off, judged once."""
    made = make()
    assert gate(made.judge(), "dco")["outcome"] == "fail"
    return made


def outcome(done: Outcome) -> str:
    return str(gate(done, "dco")["outcome"])


# ------------------------------------------------------------------------------------------- what is seen


def test_a_waiver_stands_everywhere_with_who_when_why_and_for_which_commit(stage: Gated) -> None:
    comment, done = stage.command(WAIVE)

    found = gate(done, "dco")
    assert found["outcome"] == "waived"
    assert found["waiver"] == {
        "login": "maintainer",
        "reason": REASON,
        "head": stage.pull.head_sha,
        "given": "2026-11-17T09:03:00Z",
        "url": f"https://github.test/example-org/widgets/pull/7#issuecomment-{comment.id}",
    }
    assert stage.check() == ("neutral", "90 green, waived: dco")
    when, head = "on 2026-11-17 at 09:03 UTC", stage.pull.head_sha[:7]
    said = f"**dco** is waived by `maintainer` {when} for `{head}`: `{REASON}` ([comment]("
    assert all(said in text for text in (stage.comment(), stage.checks()[-1].text or "", done.summary))
    assert "| dco | enforce | 🟠 waived |" in stage.comment()
    assert (done.exit_code, stage.reactions(comment), stage.replies()) == (0, ["+1"], [])


def test_a_waived_gate_s_findings_are_still_told(stage: Gated) -> None:
    _, done = stage.command(WAIVE)

    assert "is not signed off by its author" in gate(done, "dco")["findings"][0]["what"]
    assert "is not signed off by its author" in stage.comment()


def test_a_waiver_turns_the_check_of_the_head_and_not_of_the_default_branch(stage: Gated) -> None:
    stage.command(WAIVE)

    assert {run.head_sha for run in stage.repository.check_runs.values()} == {stage.pull.head_sha}
    assert [run.conclusion for run in stage.checks()] == ["failure", "neutral"]


def test_only_the_gate_that_is_named_is_waived(make: Callable[..., Gated]) -> None:
    stage = make(settings="gates: {dco: {mode: enforce}, complexity: {mode: enforce, max_lines: 1}}\n")
    stage.judge()

    _, done = stage.command(WAIVE)

    assert gate(done, "complexity")["outcome"] == "fail"
    assert stage.check() == ("failure", "90 green, blocked: complexity")


def test_a_gate_that_passes_reads_pass_whatever_was_waived(make: Callable[..., Gated]) -> None:
    stage = make(commits=[signed()])
    stage.judge()

    _, done = stage.command(WAIVE)

    assert (outcome(done), stage.check()[0]) == ("pass", "success")


def test_an_unmeasured_gate_can_be_waived(make: Callable[..., Gated], github: GitHubServer) -> None:
    stage = make()
    github.fault("GET", "repos/compare-commits", "502", times="always")
    assert outcome(stage.judge()) == "unmeasured"

    _, done = stage.command(WAIVE)

    assert outcome(done) == "waived"


# --------------------------------------------------------------------------------------------- who and how


@pytest.mark.parametrize(
    ("login", "allowed"),
    [
        ("maintainer", True),
        ("MAINTAINER", True),
        ("keeper", True),
        ("admin", True),
        ("triager", False),
        ("reader", False),
        ("stranger", False),
        ("contributor", False),
    ],
)
def test_a_waiver_takes_the_permission_that_the_api_confirms(stage: Gated, login: str, allowed: bool) -> None:
    comment, done = stage.command(WAIVE, login)

    assert outcome(done) == ("waived" if allowed else "fail")
    assert stage.reactions(comment) == (["+1"] if allowed else ["confused"])
    assert len(stage.replies()) == (0 if allowed else 1)


def test_what_a_comment_says_of_its_author_s_association_is_not_asked(stage: Gated) -> None:
    comment = stage.say(WAIVE, "stranger")
    comment.author_association = "OWNER"

    stage.run_event(stage.events.comment(stage.pull, comment))

    assert outcome(stage.judge()) == "fail"


@pytest.mark.parametrize("role", ["write", "maintain", "admin"])
def test_the_author_waives_only_where_the_settings_allow_it(stage: Gated, role: str) -> None:
    stage.repository.permissions["contributor"] = role
    _, done = stage.command(WAIVE, "contributor")
    assert outcome(done) == "fail"
    assert "the author of a pull request cannot waive its gates here" in stage.replies()[0]

    stage.set_policy(SETTINGS, SETTING + "waivers: {allow_author: true}\n")

    assert outcome(stage.judge()) == "waived"


@pytest.mark.parametrize(("role", "allowed"), [("write", False), ("maintain", True), ("admin", True)])
def test_the_settings_may_ask_for_more(make: Callable[..., Gated], role: str, allowed: bool) -> None:
    stage = make(settings=SETTING + "waivers: {permission: maintain}\n")
    stage.repository.permissions["maintainer"] = role
    stage.judge()

    _, done = stage.command(WAIVE)

    assert outcome(done) == ("waived" if allowed else "fail")


def test_an_organization_s_own_role_counts_as_what_it_builds_on(stage: Gated) -> None:
    stage.repository.custom_roles["release-manager"] = "write"
    stage.repository.permissions["stranger"] = "release-manager"

    _, done = stage.command(WAIVE, "stranger")

    assert outcome(done) == "waived"


@pytest.mark.parametrize("user", [ROBOT, ACTIONS_BOT])
def test_a_bot_waives_nothing_whatever_it_may_do(stage: Gated, user: User) -> None:
    stage.repository.permissions[user.login] = "admin"
    stage.world.add_user(user)
    comment = stage.say(WAIVE, user=user)
    asked = len(stage.github.requests)

    done = stage.run_event(stage.events.comment(stage.pull, comment))
    assert (done.outputs["state"], done.outputs["reason"]) == ("skipped", "self")
    assert len(stage.github.requests) == asked

    assert outcome(stage.judge()) == "fail"


def test_a_comment_of_an_account_that_is_gone_waives_nothing(stage: Gated) -> None:
    stage.say(WAIVE).user = None

    assert outcome(stage.judge()) == "fail"


def test_a_permission_that_is_taken_away_takes_the_waiver_with_it(stage: Gated) -> None:
    stage.command(WAIVE)
    assert outcome(stage.judge()) == "waived"

    stage.repository.permissions["maintainer"] = "read"

    assert (outcome(stage.judge()), stage.check()[0]) == ("fail", "failure")


@pytest.mark.parametrize("kind", ["403", "502", "html"])
def test_a_permission_that_cannot_be_read_opens_nothing(stage: Gated, kind: str) -> None:
    stage.github.fault("GET", "repos/get-collaborator-permission-level", kind, times="always")

    _, done = stage.command(WAIVE)

    assert outcome(done) == "fail"
    assert stage.check()[0] == "failure"
    assert "what you may do here could not be read" in stage.replies()[0].replace("`", "")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("/steward waive dco", "a waiver needs a reason of at least 10 characters"),
        ("/steward waive dco ten chars.", ""),
        ("/steward waive dco          short", "a waiver needs a reason of at least 10 characters"),
        ("/steward waive dco --keep", "a waiver needs a reason of at least 10 characters"),
        ("/steward waive", "name a gate: dco, cla,"),
        ("/steward waive dcoo because it must be", "name a gate: dco, cla,"),
        ("/steward waive * because it must be", "name a gate: dco, cla,"),
        ("/steward weive dco because it must be", "there is no such command; there are evaluate, waive"),
    ],
)
def test_a_command_that_cannot_be_understood_is_answered_with_what_to_write(
    stage: Gated, body: str, said: str
) -> None:
    comment, _ = stage.command(body)

    if not said:
        assert stage.reactions(comment) == ["+1"]
        return
    assert stage.reactions(comment) == ["confused"]
    (reply,) = stage.replies()
    assert said.lower() in reply.lower()


def test_a_refusal_is_said_once(stage: Gated) -> None:
    comment, _ = stage.command(WAIVE, "stranger")
    for _ in range(2):
        stage.run_event(stage.events.comment(stage.pull, comment))
    stage.judge()

    assert len(stage.replies()) == 1


def test_a_refusal_shows_nothing_of_what_was_asked(stage: Gated) -> None:
    stage.command("/steward waive dco @everyone <img src=x> [x](https://evil.example)", "stranger")

    (reply,) = stage.replies()
    assert "evil" not in reply
    assert "@" not in reply


def test_a_reason_is_shown_inert(stage: Gated) -> None:
    _, done = stage.command("/steward waive dco `@everyone` <b> | ## x [x](https://evil.example) \u202e")

    text = stage.comment()
    assert "U+202E" in text
    assert "``" in text.split("is waived by")[1].split("\n")[0]
    assert outcome(done) == "waived"


# ------------------------------------------------------------------------------------------- no command


@pytest.mark.parametrize(
    "body",
    [
        f"Please look:\n{WAIVE}",
        f"\n{WAIVE}",
        f"```\n{WAIVE}\n```",
        f"> {WAIVE}",
        f"- {WAIVE}",
        f"<!-- x -->{WAIVE}",
        f"/stewardwaive dco {REASON}",
        f"/Steward waive dco {REASON}",
        f"steward waive dco {REASON}",
        f"@maintainer: {WAIVE}",
    ],
)
def test_what_is_no_command_in_the_first_line_waives_nothing(stage: Gated, body: str) -> None:
    stage.say(body)

    assert outcome(stage.judge()) == "fail"
    assert stage.replies() == []


def test_words_in_the_pull_request_s_own_text_waive_nothing(stage: Gated) -> None:
    stage.repository.permissions["contributor"] = "admin"
    stage.set_policy(SETTINGS, SETTING + "waivers: {allow_author: true}\n")
    stage.pull.body = stage.pull.title = WAIVE
    review = stage.approve("maintainer", "COMMENTED")
    review.body = WAIVE

    assert outcome(stage.run_event(stage.events.review(stage.pull, review))) == "fail"


# --------------------------------------------------------------------------------------- for which commit


def test_a_push_voids_a_waiver(stage: Gated) -> None:
    _, done = stage.command(WAIVE)
    assert outcome(done) == "waived"

    stage.commit(unsigned("Another change"))

    assert (outcome(stage.judge()), stage.check()[0]) == ("fail", "failure")
    assert outcome(stage.judge()) == "fail"  # and it stays so


def test_a_push_back_to_the_old_head_finds_the_waiver_again(stage: Gated) -> None:
    head, change = stage.pull.head_sha, stage.pull.change
    stage.command(WAIVE)
    stage.commit(unsigned("Another change"))
    stage.judge()

    stage.pull.push(head_sha=head, change=change)

    assert outcome(stage.judge()) == "waived"


def test_a_push_voids_a_waiver_though_nobody_judged_between(stage: Gated) -> None:
    """The waiver's own run was lost: what binds it is the time of the first check run on the head."""
    stage.say(WAIVE)
    stage.commit(unsigned("Another change"))

    assert outcome(stage.judge()) == "fail"
    assert outcome(stage.judge()) == "fail"


def test_a_waiver_that_is_given_before_anything_was_judged_counts_for_no_commit(
    make: Callable[..., Gated],
) -> None:
    stage = make()
    stage.say(WAIVE)

    assert outcome(stage.judge()) == "fail"
    assert outcome(stage.judge()) == "fail"


def test_a_waiver_with_keep_holds_for_every_commit(stage: Gated) -> None:
    comment, done = stage.command(f"/steward waive dco --keep {REASON}")
    assert (outcome(done), gate(done, "dco")["waiver"]["head"]) == ("waived", None)

    stage.commit(unsigned("Another change"))

    assert outcome(stage.judge()) == "waived"
    assert "for the whole pull request" in stage.comment()
    assert stage.reactions(comment) == ["+1"]


def test_the_second_waiver_of_a_gate_replaces_the_first(stage: Gated) -> None:
    stage.command(f"/steward waive dco --keep {REASON}", "keeper")

    _, done = stage.command("/steward waive dco for this one only", "maintainer")

    waiver = gate(done, "dco")["waiver"]
    assert (waiver["login"], waiver["reason"], waiver["head"]) == (
        "maintainer",
        "for this one only",
        stage.pull.head_sha,
    )


# ------------------------------------------------------------------------------------------- taken back


@pytest.mark.parametrize("login", ["maintainer", "keeper"])
def test_unwaive_ends_it(stage: Gated, login: str) -> None:
    stage.command(f"/steward waive dco --keep {REASON}")

    comment, done = stage.command("/steward unwaive dco", login)

    assert (outcome(done), stage.check()[0], stage.reactions(comment)) == ("fail", "failure", ["+1"])


@pytest.mark.parametrize("login", ["contributor", "triager", "stranger"])
def test_who_may_not_waive_may_not_take_back(stage: Gated, login: str) -> None:
    stage.command(f"/steward waive dco --keep {REASON}")

    comment, done = stage.command("/steward unwaive dco", login)

    assert (outcome(done), stage.reactions(comment)) == ("waived", ["confused"])


def test_a_waiver_after_unwaive_counts_again(stage: Gated) -> None:
    stage.command(WAIVE)
    stage.command("/steward unwaive dco")

    _, done = stage.command(WAIVE)

    assert outcome(done) == "waived"


def test_deleting_the_comment_ends_its_waiver(stage: Gated) -> None:
    comment, _ = stage.command(f"/steward waive dco --keep {REASON}")
    builders.delete_comment(stage.repository, comment)

    done = stage.run_event(stage.events.comment(stage.pull, comment, "deleted"))

    assert (outcome(done), stage.check()[0]) == ("fail", "failure")


@pytest.mark.parametrize("by", ["maintainer", "admin"])
@pytest.mark.parametrize("body", ["Never mind", f"/steward waive dco --keep {REASON} and more"])
def test_rewriting_the_comment_ends_its_waiver(stage: Gated, body: str, by: str) -> None:
    comment, _ = stage.command(f"/steward waive dco --keep {REASON}")
    before = comment.body
    stage.world.clock.advance(60)
    builders.edit_comment(stage.world, comment, body, by=stage.world.user(by))

    done = stage.run_event(stage.events.comment(stage.pull, comment, "edited", before=before))

    assert (outcome(done), stage.check()[0]) == ("fail", "failure")


def test_somebody_else_s_comment_cannot_be_made_into_a_waiver(stage: Gated) -> None:
    """Whoever may write can edit another's words: what the maintainer did not write does not count."""
    remark = stage.say("Looks good to me")
    stage.world.clock.advance(60)
    builders.edit_comment(stage.world, remark, WAIVE, by=stage.world.user("keeper"))

    assert outcome(stage.judge()) == "fail"


# ----------------------------------------------------------------------------------------------- forgeries


def forged(stage: Gated, state: str, user: User) -> None:
    mark = f'"pr":7,"head":"{stage.pull.head_sha}","run":9,"attempt":1,"state":"done"'
    body = f"<!-- steward:v1 {{{mark},{state}}} -->\n\n### 🟢 90 green\n"
    builders.add_comment(stage.world, stage.repository, 7, body, user=user)


@pytest.mark.parametrize("user", [User(login="stranger", id=3), ROBOT])
def test_a_forged_state_opens_nothing(stage: Gated, user: User) -> None:
    comment = stage.say(WAIVE, "stranger")
    forged(stage, f'"waivers":[{{"comment":{comment.id},"head":"{stage.pull.head_sha}"}}]', user)

    assert (outcome(stage.judge()), stage.check()[0]) == ("fail", "failure")


def test_our_own_state_rewritten_by_somebody_opens_nothing(stage: Gated) -> None:
    """Whoever may write can edit our comment: what it remembers of waivers only takes away."""
    waiver, _ = stage.command(WAIVE)
    old = stage.pull.head_sha
    stage.commit(unsigned("Another change"))
    stage.judge()
    (ours,) = stage.ours()
    ours.body = ours.body.replace(old, stage.pull.head_sha)
    assert f'"comment":{waiver.id}' in ours.body

    assert outcome(stage.judge()) == "fail"


def test_a_state_that_is_lost_costs_no_waiver(stage: Gated) -> None:
    stage.command(WAIVE)
    stage.repository.comments.pop(stage.ours()[0].id)

    assert outcome(stage.judge()) == "waived"


def test_a_forged_reply_silences_no_refusal(stage: Gated) -> None:
    comment = stage.say(WAIVE, "stranger")
    stage.say(f"<!-- steward:reply {comment.id} -->\nAll is well", "stranger")

    stage.run_event(stage.events.comment(stage.pull, comment))

    assert len(stage.replies()) == 1


def test_a_check_run_that_is_not_ours_does_not_say_since_when_a_head_is_judged(
    make: Callable[..., Gated],
) -> None:
    """An early check run of our name would let waivers of an older head count for this one."""
    stage = make()
    stage.judge()
    stage.say(WAIVE)
    stage.commit(unsigned("Another change"))
    first = stage.checks(stage.pull.change.commits[0].sha)[0]
    early = replace(first, id=1, head_sha=stage.pull.head_sha, external_id="another tool")
    stage.repository.check_runs[1] = early

    assert outcome(stage.judge()) == "fail"


# --------------------------------------------------------------------------------------------------- races


def test_two_waivers_at_once_are_both_kept(make: Callable[..., Gated]) -> None:
    stage = make(settings="gates: {dco: {mode: enforce}, complexity: {mode: enforce, max_lines: 1}}\n")
    stage.judge()
    first = stage.say(WAIVE)
    second = stage.say("/steward waive complexity it is generated code", "keeper")

    # The runs that the two start both see both comments.
    stage.run_event(stage.events.comment(stage.pull, second))
    done = stage.run_event(stage.events.comment(stage.pull, first))

    assert [one["outcome"] for one in report(done)["gates"] if one["mode"] == "enforce"] == [
        "waived",
        "waived",
    ]
    assert stage.check() == ("neutral", "90 green, waived: dco, complexity")
    assert (stage.reactions(first), stage.reactions(second)) == (["+1"], ["+1"])


def test_a_push_while_a_waiver_is_judged_leaves_the_new_head_red(stage: Gated) -> None:
    def push(_: object) -> None:
        stage.commit(unsigned("Another change"))

    stage.github.before("POST", "checks/create", push)
    stage.command(WAIVE)

    assert stage.checks() == [] or stage.check()[0] == "failure"
    assert outcome(stage.judge()) == "fail"


# ------------------------------------------------------------------------------------------ the other words


@pytest.mark.parametrize(
    ("login", "allowed"), [("contributor", True), ("triager", True), ("stranger", False)]
)
def test_evaluate_judges_again(stage: Gated, login: str, allowed: bool) -> None:
    checks = len(stage.checks())

    comment = stage.say("/steward evaluate", login)
    done = stage.run_event(stage.events.comment(stage.pull, comment))

    assert done.outputs["state"] == ("done" if allowed else "skipped")
    assert len(stage.checks()) == checks + allowed
    assert stage.reactions(comment) == (["+1"] if allowed else ["confused"])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("/steward help", "/steward waive GATE"),
        ("/steward", "/steward waive GATE"),
        ("/steward explain", "gates.dco.mode"),
    ],
)
def test_words_are_answered_once_and_nothing_is_judged(stage: Gated, body: str, said: str) -> None:
    checks = len(stage.checks())

    comment = stage.say(body, "contributor")
    done = stage.run_event(stage.events.comment(stage.pull, comment))
    stage.run_event(stage.events.comment(stage.pull, comment))

    (reply,) = stage.replies()
    assert said in reply
    assert (len(stage.checks()), done.exit_code, stage.reactions(comment)) == (checks, 0, ["+1"])


@pytest.mark.parametrize("kind", ["User", "Bot"])
@pytest.mark.parametrize("named", [False, True])
def test_with_another_token_too_words_are_answered_once(stage: Gated, kind: str, named: bool) -> None:
    robot = User(login="my-robot" if kind == "User" else "my-robot[bot]", id=4711, type=kind)
    stage.runner.viewer = stage.world.add_viewer("robot", user=robot)
    inputs = {"comment-author": robot.login} if named else {}

    comment = stage.say("/steward help", "contributor")
    for _ in range(3):
        stage.run_event(stage.events.comment(stage.pull, comment), inputs)

    bodies = [one.body for one in stage.repository.comments_on(stage.pull.number)]
    assert sum(body.startswith("<!-- steward:reply") for body in bodies) == 1


def test_a_reply_that_somebody_else_made_up_answers_nothing(stage: Gated) -> None:
    comment = stage.say("/steward help", "contributor")
    stage.say(f"<!-- steward:reply {comment.id} -->\nDone.", "stranger")

    stage.run_event(stage.events.comment(stage.pull, comment))

    assert "/steward waive GATE" in stage.replies()[-1]


def test_explain_in_a_comment_tells_the_inputs(stage: Gated) -> None:
    inputs = {"fail-on": "red", "daily-credits": "1.50", "comment": "changes", "model": "a-model"}

    comment = stage.say("/steward explain", "contributor")
    stage.run_event(stage.events.comment(stage.pull, comment), inputs)

    rows = {
        line.split()[0]: " ".join(line.split()[1:])
        for line in stage.replies()[0].splitlines()
        if line[:1] == " "
    }
    assert rows["fail_on"] == "red input fail-on"
    assert rows["prose.daily_credits"] == "1.5 input daily-credits"
    assert rows["comment.mode"] == "changes input comment"
    assert rows["prose.model"] == "a-model input model"


def test_a_stranger_gets_no_answer_but_the_refusal(stage: Gated) -> None:
    comment, _ = stage.command("/steward explain", "stranger")

    (reply,) = stage.replies()
    assert "that takes the author, or somebody with triage permission" in reply
    assert (stage.reactions(comment), "gates.dco" in reply) == (["confused"], False)


def test_explain_tells_the_default_branch_s_mistakes(stage: Gated) -> None:
    stage.set_policy(SETTINGS, "fail_on: green\n")

    stage.command("/steward explain", "maintainer")

    assert "steward.yml:1:1" in stage.replies()[0]


@pytest.mark.parametrize(
    ("login", "allowed"),
    [("contributor", True), ("triager", True), ("maintainer", True), ("reader", False), ("stranger", False)],
)
def test_a_dispute_is_recorded_and_moves_nothing(stage: Gated, login: str, allowed: bool) -> None:
    before = stage.judge()

    comment, done = stage.command("/steward dispute security the term is a false friend", login)

    assert [(one["dimension"], one["login"], one["reason"]) for one in report(done)["disputes"]] == (
        [("security", login, "the term is a false friend")] if allowed else []
    )
    assert ("Security is disputed by" in stage.comment()) == allowed
    assert stage.reactions(comment) == (["+1"] if allowed else ["confused"])
    assert report(done)["scorecard"] == report(before)["scorecard"]
    assert done.outputs["verdict"] == before.outputs["verdict"]


@pytest.mark.parametrize("comment", [True, False], ids=["a command", "words"])
def test_a_closed_pull_request_hears_nothing(stage: Gated, comment: bool) -> None:
    stage.pull.state = "closed"
    asked = len(stage.github.requests)

    _, done = stage.command(WAIVE if comment else "Thanks")

    assert (done.exit_code, done.outputs["state"]) == (0, "skipped")
    assert len(stage.github.requests) == asked


@pytest.mark.parametrize("kind", ["403", "404", "502"])
def test_a_reaction_or_reply_that_is_refused_changes_no_verdict(stage: Gated, kind: str) -> None:
    stage.github.fault("POST", "reactions", kind, times="always")

    _, done = stage.command(WAIVE)

    assert (outcome(done), done.exit_code, stage.check()[0]) == ("waived", 0, "neutral")
    assert "the command could not be acknowledged" in done.log


def test_a_failing_verdict_leaves_the_job_of_a_comment_green(stage: Gated) -> None:
    _, done = stage.command("/steward evaluate")

    assert (done.exit_code, done.outputs["verdict"], stage.check()[0]) == (0, "fail", "failure")


def test_a_waiver_under_another_base_is_of_that_check_alone(stage: Gated) -> None:
    stage.command(WAIVE)
    stage.pull.base_ref = "release"
    stage.repository.branches["release"] = stage.pull.base_sha

    done = stage.judge()

    assert outcome(done) == "fail"
    assert [run.name for run in stage.checks()][-1] == "Steward evaluation (release)"


def test_commands_of_a_fork_s_pull_request_count_where_they_may_write(make: Callable[..., Gated]) -> None:
    """A comment's run belongs to the default branch, so its token may write for a fork too."""
    stage = make()
    fork = stage.world.add_repository("stranger/widgets", fork=True, parent="example-org/widgets")
    stage.pull.head_repository = fork.full_name
    stage.judge()

    _, done = stage.command(WAIVE)

    assert (outcome(done), stage.check()[0]) == ("waived", "neutral")


def test_the_publisher_counts_waivers_too(make: Callable[..., Gated]) -> None:
    stage = make()
    stage.judge()
    stage.say(f"/steward waive dco --keep {REASON}")

    assert outcome(stage.judge()) == "waived"


def test_many_commands_are_worked_through_in_their_order(stage: Gated) -> None:
    for at in range(120):
        stage.say(f"/steward waive dco --keep reason number {at:03}" if at % 2 else "/steward unwaive dco")

    done = stage.judge()

    assert gate(done, "dco")["waiver"]["reason"] == "reason number 119"


def test_a_waiver_of_another_head_does_not_come_along_when_a_judged_one_comes_back(stage: Gated) -> None:
    """The head was judged before the waiver was given, for the one that stood between."""
    first = stage.pull.head_sha
    stage.push("between")
    stage.judge()
    _, done = stage.command(WAIVE)
    assert outcome(done) == "waived"

    stage.pull.push(head_sha=first)

    assert outcome(stage.judge()) == "fail"


def test_a_waiver_whose_run_reads_another_head_than_the_one_shown_is_refused(stage: Gated) -> None:
    first = stage.pull.head_sha
    stage.push("between")
    stage.judge()
    comment = stage.say(WAIVE, "maintainer")
    stage.pull.push(head_sha=first)

    done = stage.run_event(stage.events.comment(stage.pull, comment))

    assert outcome(done) == "fail"
    assert stage.reactions(comment) == ["confused"]


def test_a_waiver_of_a_gate_that_is_off_says_so(stage: Gated) -> None:
    comment, _ = stage.command(f"/steward waive score {REASON}")

    assert stage.reactions(comment) == ["confused"]
    assert "is off here" in stage.replies()[0].replace("`", "")


@pytest.mark.parametrize("body", [WAIVE, "/steward evaluate"])
def test_a_command_on_what_is_not_judged_is_not_taken_for_done(stage: Gated, body: str) -> None:
    stage.set_policy(SETTINGS, "skip: [draft]\n")
    stage.pull.draft = True
    comment = stage.say(body, "maintainer")
    stage.run_event(stage.events.comment(stage.pull, comment))

    assert stage.reactions(comment) == ["confused"]
    assert "nothing was judged" in stage.replies()[0]


def test_one_commander_whose_permission_cannot_be_read_takes_nobody_else_s_waiver_away(stage: Gated) -> None:
    stage.command(WAIVE)
    stage.say(WAIVE, "stranger")
    asked = "/collaborators/stranger/permission"
    stage.github.fault("GET", lambda request: asked in str(request), "403", times="always")

    assert outcome(stage.judge()) == "waived"


def test_a_waiver_that_is_older_than_the_push_that_made_its_commit_the_head_again_is_refused(
    stage: Gated,
) -> None:
    """Given while another commit was the head; the first one is back, and judged again, before its run reads it."""
    first = stage.pull.head_sha
    stage.world.clock.advance(60)
    stage.push("between")
    stage.judge()
    stage.world.clock.advance(60)
    comment = stage.say(WAIVE, "maintainer")
    stage.world.clock.advance(60)
    stage.pull.push(head_sha=first)
    stage.judge()

    done = stage.run_event(stage.events.comment(stage.pull, comment))

    assert outcome(done) == "fail"
    assert stage.reactions(comment) == ["confused"]


@pytest.mark.parametrize("mode", ["changes", "off"])
def test_a_waiver_counts_where_comments_are_quiet(make: Callable[..., Gated], mode: str) -> None:
    stage = make(settings=SETTING + f"comment: {{mode: '{mode}'}}\n")
    stage.judge()
    stage.push("next")
    stage.judge()

    comment, done = stage.command(WAIVE)

    assert (outcome(done), stage.reactions(comment)) == ("waived", ["+1"])


def test_a_waiver_whose_own_run_was_lost_is_found_by_the_next_one(stage: Gated) -> None:
    stage.say(WAIVE, "maintainer")

    assert outcome(stage.run_event(stage.events.pull_request(stage.pull, "labeled"))) == "waived"


@pytest.mark.parametrize("body", [WAIVE, "/steward evaluate", "/steward explain"])
def test_what_a_commander_may_do_is_asked_once(stage: Gated, body: str) -> None:
    asked = len(stage.github.requests)

    stage.run_event(stage.events.comment(stage.pull, stage.say(body)))

    made = [str(one.request) for one in stage.github.requests[asked:]]
    assert len([one for one in made if "/permission" in one]) == 1
