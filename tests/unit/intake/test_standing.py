"""What comments come to: who may, for which commit, and what nobody else's text can open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steward.facts import Account
from steward.intake.standing import (
    MOST_ASKED,
    NOT_ALLOWED,
    NOT_ASKED,
    Circumstances,
    Spoken,
    Standing,
    may,
    standing,
)
from steward.policy import Waivers

HEAD, OLD = "a" * 40, "b" * 40
FIRST = "2026-11-17T09:00:00Z"
WHY = "it must be so"
ROLES = {"writer": "write", "keeper": "maintain", "admin": "admin", "triager": "triage", "reader": "read"}


def said(
    body: str,
    login: str = "writer",
    *,
    id: int = 1,
    created: str = "2026-11-17T10:00:00Z",
    edited: bool = False,
    bot: bool = False,
) -> Spoken:
    account = Account(id=len(login), login=login, bot=bot)
    return Spoken(id=id, account=account, body=body, created=created, edited=edited)


def come_to(
    *spoken: Spoken,
    rules: Waivers = Waivers(),  # noqa: B008 - frozen
    since: str | None = FIRST,
    bound: Mapping[int, str] | None = None,
    roles: Mapping[str, str] = ROLES,
    counted: frozenset[int] | None = None,
    asking: int | None = None,
    shown: str | None = None,
) -> Standing:
    """What comments come to; unless a test says otherwise, a check run on the head remembers each of them."""
    around = Circumstances(
        author="Author",
        head=HEAD,
        judged_since=since,
        rules=rules,
        counted=frozenset(one.id for one in spoken) if counted is None else counted,
        asking=asking,
        shown=shown,
        bound=bound or {},
    )
    return standing(spoken, around, lambda login: roles.get(login, "none"))


def gates(found: Standing) -> list[str]:
    return [waiver.gate for waiver in found.waivers]


def test_a_waiver_holds_who_when_why_and_for_which_commit() -> None:
    (waiver,) = come_to(said(f"/steward waive dco {WHY}", id=4)).waivers
    assert (waiver.gate, waiver.login, waiver.reason, waiver.head) == ("dco", "writer", WHY, HEAD)
    assert (waiver.comment, waiver.given) == (4, "2026-11-17T10:00:00Z")


@pytest.mark.parametrize(
    ("needed", "allowed"),
    [
        ("triage", {"triager", "writer", "keeper", "admin"}),
        ("write", {"writer", "keeper", "admin"}),
        ("maintain", {"keeper", "admin"}),
        ("admin", {"admin"}),
    ],
)
def test_who_may_waive_is_a_matter_of_permission(needed: str, allowed: set[str]) -> None:
    found = {
        login
        for login in (*ROLES, "stranger")
        if come_to(said(f"/steward waive dco {WHY}", login), rules=Waivers(permission=needed)).waivers  # type: ignore[arg-type]
    }
    assert found == allowed


@pytest.mark.parametrize(
    ("held", "needed", "enough"),
    [
        ("none", "triage", False),
        ("read", "triage", False),
        ("triage", "triage", True),
        ("write", "maintain", False),
        ("admin", "admin", True),
        ("", "triage", False),
        ("owner", "triage", False),
        ("ADMIN", "write", False),
    ],
)
def test_a_permission_that_is_not_known_allows_nothing(held: str, needed: str, enough: bool) -> None:
    assert may(held, needed) is enough


@pytest.mark.parametrize("login", ["Author", "author", "AUTHOR"])
def test_the_author_waives_only_where_it_is_allowed(login: str) -> None:
    body, roles = f"/steward waive dco {WHY}", {login: "admin"}
    assert come_to(said(body, login), roles=roles).refused == {
        1: "the author of a pull request cannot waive its gates here"
    }
    assert gates(come_to(said(body, login), roles=roles, rules=Waivers(allow_author=True))) == ["dco"]
    assert gates(come_to(said(body, login), roles={}, rules=Waivers(allow_author=True))) == []


@pytest.mark.parametrize("verb", ["waive", "unwaive"])
def test_a_bot_and_an_edited_comment_say_nothing(verb: str) -> None:
    first = said(f"/steward waive dco --keep {WHY}", id=1)
    body = f"/steward {verb} dco --keep {WHY}"
    assert come_to(said(body, "writer", bot=True)) == Standing()
    found = come_to(first, said(body, id=2, edited=True))
    # An edit opens nothing; what closes a waiver goes on closing it.
    assert (gates(found), list(found.refused)) == ((["dco"], [2]) if verb == "waive" else ([], []))


def test_a_permission_that_cannot_be_seen_opens_nothing_that_was_taken_back() -> None:
    spoken = [
        said(f"/steward waive dco --keep {WHY}", "writer"),
        said("/steward unwaive dco", "keeper", id=2),
    ]
    around = Circumstances(author="author", head=HEAD, judged_since=FIRST, rules=Waivers())
    found = standing(spoken, around, lambda login: None if login == "keeper" else "write")
    assert gates(found) == []


# --------------------------------------------------------------------------------------- for which commit


@pytest.mark.parametrize(
    ("created", "since", "bound", "counts"),
    [
        pytest.param("2026-11-17T09:00:01Z", FIRST, {}, True, id="after the first verdict"),
        pytest.param(FIRST, FIRST, {}, True, id="in the same second"),
        pytest.param("2026-11-17T08:59:59Z", FIRST, {}, False, id="before it"),
        pytest.param("2026-11-17T09:00:01Z", None, {}, False, id="nothing was judged yet"),
        pytest.param("2026-11-17T09:00:01Z", FIRST, {1: HEAD}, True, id="bound to this head"),
        pytest.param("2026-11-17T09:00:01Z", FIRST, {1: OLD}, False, id="bound to another"),
        pytest.param("2026-11-17T08:59:59Z", FIRST, {1: HEAD}, False, id="memory opens nothing"),
        pytest.param("2026-11-17T09:00:01Z", None, {1: HEAD}, False, id="nor where nothing was judged"),
        pytest.param("2026-11-17T09:00:01Z", FIRST, {2: OLD}, True, id="another comment's memory"),
    ],
)
def test_a_waiver_is_bound_by_the_first_verdict_on_the_head(
    created: str, since: str | None, bound: dict[int, str], counts: bool
) -> None:
    spoken = said(f"/steward waive dco {WHY}", created=created)
    found = come_to(spoken, since=since, bound=bound, counted=frozenset(), asking=1)
    assert gates(found) == (["dco"] if counts else [])
    assert bool(found.refused) is not counts
    kept = said(f"/steward waive dco --keep {WHY}", created=created)
    (waiver,) = come_to(kept, since=since, bound=bound).waivers
    assert waiver.head is None


@pytest.mark.parametrize(
    ("counted", "asking", "shown", "counts"),
    [
        pytest.param({1}, None, None, True, id="a check run on this head remembers it"),
        pytest.param({1}, None, OLD, True, id="whatever our comment shows"),
        pytest.param({2}, None, None, False, id="it remembers another"),
        pytest.param(set(), 1, None, True, id="this run was started by it"),
        pytest.param(set(), 1, HEAD, True, id="and this head was shown"),
        pytest.param(set(), 1, OLD, False, id="another head was shown"),
        pytest.param(set(), 2, None, False, id="this run was started by another"),
        pytest.param(set(), None, None, False, id="nobody knows of it"),
    ],
)
def test_only_the_run_that_a_waiver_starts_gives_it_a_commit(
    counted: set[int], asking: int | None, shown: str | None, counts: bool
) -> None:
    spoken = said(f"/steward waive dco {WHY}")
    found = come_to(spoken, counted=frozenset(counted), asking=asking, shown=shown)
    assert gates(found) == (["dco"] if counts else [])
    assert found.given == ((1,) if counts else ())


def test_a_permission_that_cannot_be_seen_refuses_that_command_alone() -> None:
    def permission(login: str) -> str | None:
        return None if login == "stranger" else "write"

    spoken = [
        said(f"/steward waive dco {WHY}", "writer"),
        said(f"/steward waive cla {WHY}", "stranger", id=2),
    ]
    around = Circumstances(
        author="author", head=HEAD, judged_since=FIRST, rules=Waivers(), counted=frozenset({1, 2})
    )
    found = standing(spoken, around, permission)
    assert gates(found) == ["dco"]
    assert "could not be read" in found.refused[2]


# --------------------------------------------------------------------------------------------- in order


@pytest.mark.parametrize(
    ("bodies", "reason"),
    [
        ([f"waive dco {WHY} 1", f"waive dco {WHY} 2"], f"{WHY} 2"),
        ([f"waive dco {WHY} 1", "unwaive dco"], None),
        ([f"waive dco {WHY} 1", "unwaive dco", f"waive dco {WHY} 3"], f"{WHY} 3"),
        (["unwaive dco", f"waive dco {WHY} 2"], f"{WHY} 2"),
        ([f"waive dco {WHY} 1", "waive dco short"], f"{WHY} 1"),
        ([f"waive dco {WHY} 1", "unwaive cla"], f"{WHY} 1"),
    ],
)
def test_the_last_word_counts(bodies: Sequence[str], reason: str | None) -> None:
    spoken = [said(f"/steward {body}", id=at) for at, body in enumerate(bodies)]
    assert [waiver.reason for waiver in come_to(*spoken).waivers] == ([reason] if reason else [])


def test_an_older_waiver_that_is_void_does_not_hide_one_that_is_kept() -> None:
    kept = said(f"/steward waive dco --keep {WHY}", id=1)
    void = said(f"/steward waive dco {WHY}", id=2, created="2026-11-17T08:00:00Z")
    assert [waiver.comment for waiver in come_to(kept, void, counted=frozenset()).waivers] == [1]


def test_waivers_stand_by_the_name_of_their_gate() -> None:
    spoken = [said(f"/steward waive {gate} {WHY}", id=at) for at, gate in enumerate(("score", "cla", "dco"))]
    assert gates(come_to(*spoken)) == ["cla", "dco", "score"]


@pytest.mark.parametrize(
    ("login", "allowed"),
    [("Author", True), ("author", True), ("triager", True), ("reader", False), ("stranger", False)],
)
def test_disputes_are_the_author_s_and_the_triagers(login: str, allowed: bool) -> None:
    found = come_to(said(f"/steward dispute docs {WHY}", login))
    assert [dispute.login for dispute in found.disputes] == ([login] if allowed else [])
    assert bool(found.refused) is not allowed


def test_permissions_are_asked_for_only_where_they_matter() -> None:
    asked: list[str] = []

    def permission(login: str) -> str:
        asked.append(login)
        return "admin"

    around = Circumstances(author="author", head=HEAD, judged_since=FIRST, rules=Waivers())
    spoken = [
        said("Looks good", "reader"),
        said("/steward waive dco short", "stranger"),
        said(f"/steward waive dco {WHY}", "author"),
        said(f"/steward waive dco {WHY}", "writer", edited=True),
        said("/steward evaluate", "author"),
        said(f"/steward waive dco {WHY}", "robot[bot]", bot=True),
        said(f"/steward waive dco {WHY}", "keeper"),
    ]
    standing(spoken, around, permission)
    assert asked == ["keeper"]


# ------------------------------------------------------------------------------------------- properties

_BODIES = st.sampled_from(
    [f"/steward waive dco {WHY}", f"/steward waive dco --keep {WHY}", "/steward unwaive dco", "/steward evaluate",
     f"/steward waive cla {WHY}", f"/steward dispute docs {WHY}", "/steward", "words"]
)  # fmt: skip
_TIMES = st.sampled_from(["2026-11-17T08:00:00Z", FIRST, "2026-11-17T10:00:00Z", "", "9", "~"])
_MAKE: Callable[..., Spoken] = said
_COMMENTS = st.lists(
    st.builds(
        _MAKE,
        _BODIES | st.text(),
        st.sampled_from([*ROLES, "author", "stranger"]),
        id=st.integers(1, 5),
        created=_TIMES,
        edited=st.booleans(),
        bot=st.booleans(),
    ),
    max_size=5,
    unique_by=lambda one: one.id,
)
_BOUND = st.dictionaries(st.integers(1, 5), st.sampled_from([HEAD, OLD, "", "x"]))


@given(_COMMENTS, _BOUND, st.none() | st.just(FIRST))
def test_nobody_opens_a_gate_who_may_not(
    comments: list[Spoken], bound: dict[int, str], since: str | None
) -> None:
    allowed = {"writer", "keeper", "admin"}
    found = come_to(*comments, bound=bound, since=since)
    assert {waiver.login for waiver in found.waivers} <= allowed
    others = [one for one in comments if one.account.login in allowed]
    assert found.waivers == come_to(*others, bound=bound, since=since).waivers


@given(_COMMENTS, _BOUND, st.none() | st.just(FIRST))
def test_our_memory_only_takes_away(comments: list[Spoken], bound: dict[int, str], since: str | None) -> None:
    """Whoever forges what we remember gets no waiver that the comments alone do not give."""
    unknown = frozenset[int]()
    with_memory = come_to(*comments, bound=bound, since=since, counted=unknown, asking=1)
    without = come_to(*comments, since=since, counted=unknown, asking=1)
    open_at_all = {one.id for one in comments} - (
        set(without.refused) - {one.id for one in comments if one.edited}
    )
    assert {one.comment for one in with_memory.waivers} <= open_at_all


@given(_COMMENTS)
def test_where_nothing_was_judged_only_kept_waivers_count(comments: list[Spoken]) -> None:
    assert all(waiver.head is None for waiver in come_to(*comments, since=None, counted=frozenset()).waivers)


@given(st.lists(st.text()))
def test_a_writer_s_words_that_are_no_command_open_nothing(bodies: list[str]) -> None:
    spoken = [said(f" x{body}", "admin", id=at) for at, body in enumerate(bodies)]
    assert come_to(*spoken) == Standing()


def crowd(size: int, body: str = f"/steward waive dco --keep {WHY}") -> list[Spoken]:
    """That many strangers, each with a comment of his own after the first hundred."""
    return [said(body, f"stranger-{at}", id=100 + at) for at in range(size)]


def test_of_a_crowd_the_newest_are_asked_and_who_started_the_run() -> None:
    asked: list[str] = []

    def permission(login: str) -> str:
        asked.append(login)
        return "none"

    first, started = said(f"/steward waive dco --keep {WHY}", id=1), said("/steward evaluate", "reader", id=2)
    around = Circumstances(author="Author", head=HEAD, judged_since=FIRST, rules=Waivers(), asking=2)

    found = standing([first, started, *crowd(40)], around, permission)

    assert set(asked) == {"reader", *(f"stranger-{at}" for at in range(40 - MOST_ASKED + 1, 40))}
    assert (found.refused[1], found.unasked) == (NOT_ASKED, 41 - (MOST_ASKED - 1))


@pytest.mark.parametrize(("size", "waived"), [(MOST_ASKED - 1, ["dco"]), (MOST_ASKED, [])])
def test_a_waiver_outside_of_the_newest_does_not_count(size: int, waived: list[str]) -> None:
    assert gates(come_to(said(f"/steward waive dco --keep {WHY}"), *crowd(size))) == waived


def test_a_waiver_that_somebody_may_have_ended_who_is_not_asked_does_not_count() -> None:
    given, ended = (
        said(f"/steward waive dco --keep {WHY}", "keeper", id=1),
        said("/steward unwaive dco", id=2),
    )
    again = said("/steward dispute docs I see it otherwise", "keeper", id=999)

    found = come_to(given, ended, *crowd(MOST_ASKED - 1), again)

    assert (gates(found), found.refused[2]) == ([], NOT_ASKED)


@pytest.mark.parametrize("body", ["/steward evaluate", "/steward help", "/steward explain"])
def test_what_was_answered_is_not_asked_about_again(body: str) -> None:
    assert come_to(said(body, "stranger", id=1)).refused == {}
    assert come_to(said(body, "stranger", id=1), asking=1).refused == {1: NOT_ALLOWED}
