"""The contract: nothing hostile passes, each rule is needed for it, and what is benign comes through."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from steward.model import DimensionKey, Prose, ProseReason, ProseSource, Quoted
from steward.report.markdown import plain, render
from steward.report.narrative import label, labelled
from steward.synth import dry
from steward.synth.checks import FIELD_RULES
from steward.synth.reply import RULES, WHOLE_RULES, Reply, Stored, accept, broken_rule, check_reply, recheck
from tests.contract import awake
from tests.unit.report.hostile import texts
from tests.unit.synth import asked, corpus

HOSTILE = corpus.read("hostile")
HOSTILE_WHOLE = corpus.read("hostile-whole")
FRESH, OWN = corpus.read("benign-fresh"), corpus.read("benign-own")
CASE = "tested-and-documented"
REST = ", the rest written by claude-haiku-5-5"


def words(prose: Prose) -> str:
    return "\n".join(map(plain, (prose.headline, *prose.paragraphs.values())))


def template(name: str, reason: ProseReason = ProseReason.INVALID_REPLY) -> Prose:
    return dry.write(asked.request(name).scorecard, reason)


def refused(line: dict[str, Any]) -> str | None:
    return broken_rule(line["text"], line["dimension"], asked.request(line["request"]))


# ------------------------------------------------------------------------------------------------- the corpora


def test_the_corpora_are_of_the_promised_size() -> None:
    assert len(HOSTILE) + len(HOSTILE_WHOLE) >= 60
    assert len(FRESH) >= 100
    assert len(FRESH) + len(OWN) >= 200
    disambiguating = [
        line
        for line in (*FRESH, *OWN)
        if line["dimension"] == "security" and "path_" in line["text"] and not refused(line)
    ]
    assert len(disambiguating) >= 20


@pytest.mark.parametrize("line", HOSTILE, ids=lambda line: f"{line['rule']}: {line['text'][:60]!a}")
def test_a_hostile_field_gives_way_to_its_dry_sentence(line: dict[str, Any]) -> None:
    name, key = line["request"], line["dimension"]
    prose = check_reply(corpus.answered(name, **{key: line["text"]}), asked.request(name))
    assert prose.source is ProseSource.MIXED
    assert (prose.replaced, prose.failed) == ((key,), (line["rule"],))
    said = prose.headline if key == "headline" else prose.paragraphs[DimensionKey(key)]
    dull = template(name)
    assert said == (dull.headline if key == "headline" else dull.paragraphs[DimensionKey(key)])


@pytest.mark.parametrize("line", HOSTILE_WHOLE, ids=lambda line: line["why"])
def test_a_hostile_answer_as_a_whole_gives_way_to_the_dry_report(line: dict[str, Any]) -> None:
    reply = Reply(stop_reason=line["stop_reason"], texts=tuple(line["texts"]), model="claude-haiku-5-5")
    assert check_reply(reply, asked.request(CASE)) == template(CASE, ProseReason(line["reason"]))


def test_at_least_95_percent_of_what_was_written_from_the_request_alone_is_accepted() -> None:
    refusals = [(refused(line), line["text"]) for line in FRESH if refused(line)]
    assert len(refusals) <= 0.05 * len(FRESH), refusals


def test_at_least_95_percent_of_our_own_is_accepted() -> None:
    refusals = [(refused(line), line["text"]) for line in OWN if refused(line)]
    assert len(refusals) <= 0.05 * len(OWN), refusals


@pytest.mark.parametrize("name", asked.CASES)
def test_an_answer_that_keeps_the_rules_is_the_model_s(name: str) -> None:
    prose = check_reply(corpus.answered(name), asked.request(name))
    assert (prose.source, prose.replaced, prose.failed) == (ProseSource.MODEL, (), ())
    assert set(prose.paragraphs) == set(template(name).paragraphs)


# ------------------------------------------------------------------------------------- each rule is needed


@pytest.mark.parametrize("rule", [rule.name for rule in FIELD_RULES])
def test_without_any_one_rule_something_hostile_comes_through(rule: str) -> None:
    rules = replace(RULES, fields=tuple(one for one in RULES.fields if one.name != rule))
    through = [
        line
        for line in HOSTILE
        if line["rule"] == rule
        and not check_reply(
            corpus.answered(line["request"], **{line["dimension"]: line["text"]}),
            asked.request(line["request"]),
            rules,
        ).replaced
    ]
    assert through


@pytest.mark.parametrize("rule", [rule.name for rule in WHOLE_RULES])
def test_without_any_one_rule_over_the_whole_something_comes_through(rule: str) -> None:
    rules = replace(RULES, whole=tuple(one for one in RULES.whole if one.name != rule))
    replies = [Reply(stop_reason=line["stop_reason"], texts=tuple(line["texts"])) for line in HOSTILE_WHOLE]
    assert [reply for reply in replies if check_reply(reply, asked.request(CASE), rules).reason is None]


# ------------------------------------------------------------------------------------- what is written and how


def test_slots_are_filled_with_digits_and_paths_stay_foreign() -> None:
    security = "Only {changed_lines} lines changed in {path_1}; read them first."
    prose = check_reply(
        corpus.answered("login-without-tests", security=security), asked.request("login-without-tests")
    )
    expected = ("Only 12 lines changed in ", Quoted("src/auth/login.go"), "; read them first.")
    assert prose.paragraphs[DimensionKey.SECURITY] == expected


def test_large_figures_have_separators() -> None:
    prose = check_reply(corpus.answered("incomplete-list"), asked.request("incomplete-list"))
    assert plain(prose.paragraphs[DimensionKey.COMPLEXITY]) == "There are 90,400 lines in 3,412 files."


def test_typographic_quotes_and_dashes_become_plain_ones() -> None:
    docs = "The page\u2019s words \u2013 \u201cdashes\u201d \u2014 changed with the docs."
    prose = check_reply(corpus.answered(CASE, docs=docs), asked.request(CASE))
    assert (
        plain(prose.paragraphs[DimensionKey.DOCS]) == "The page's words - 'dashes' - changed with the docs."
    )


def test_half_of_the_fields_may_fail_but_no_more() -> None:
    # Five fields: a headline and four paragraphs.
    two = check_reply(corpus.answered(CASE, headline="LGTM", docs="LGTM"), asked.request(CASE))
    three = check_reply(
        corpus.answered(CASE, headline="LGTM", docs="LGTM", security="LGTM"), asked.request(CASE)
    )
    assert (two.source, two.replaced) == (ProseSource.MIXED, ("headline", "docs"))
    assert three == template(CASE)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "Written by claude-haiku-5-5"),
        ({"docs": "There are two docs."}, "Mixed: 1 of 4 paragraphs replaced (number)" + REST),
        (
            {"docs": "There are two docs.", "security": "LGTM."},
            "Mixed: 2 of 4 paragraphs replaced (number, rating)" + REST,
        ),
        ({"headline": "LGTM, in the end"}, "Mixed: the headline replaced (rating)" + REST),
        (
            {"headline": "LGTM, in the end", "docs": "There are two docs."},
            "Mixed: the headline and 1 of 4 paragraphs replaced (number, rating)" + REST,
        ),
    ],
)  # fmt: skip
def test_the_label_says_who_wrote_what(fields: dict[str, str], expected: str) -> None:
    assert label(check_reply(corpus.answered(CASE, **fields), asked.request(CASE))) == expected


def test_the_label_of_a_refused_answer_says_why() -> None:
    reply = Reply(stop_reason="refusal", texts=())
    assert label(check_reply(reply, asked.request(CASE))) == "Template report: the model declined"


@settings(max_examples=200, deadline=None)
@given(texts)
def test_a_model_cannot_call_itself_what_it_likes(name: str) -> None:
    prose = check_reply(replace(corpus.answered(CASE), model=name), asked.request(CASE))
    assert awake.on_page(f"x {render(labelled(prose))}") == []


@pytest.mark.parametrize(
    ("answered", "shown"),
    [
        ("claude-haiku-5-5", "claude-haiku-5-5"),
        ("claude-haiku-5-5-20261001", "claude-haiku-5-5-20261001"),
        ("claude-sonnet-5-5", "claude-sonnet-5-5"),
        ("sk-ant-api03-abcdef", "claude-haiku-5-5"),
        ("LGTM-approved", "claude-haiku-5-5"),
        ("claude-LGTM-approved", "claude-haiku-5-5"),
        ("claude-haiku-5-5-100-of-100", "claude-haiku-5-5"),
        ("claude-" + "5-" * 20 + "5", "claude-haiku-5-5"),
        ("", "claude-haiku-5-5"),
    ],
)
def test_only_a_name_of_the_family_asked_for_is_shown(answered: str, shown: str) -> None:
    reply = replace(corpus.answered(CASE), model=answered)
    assert check_reply(reply, asked.request(CASE)).model == shown


@settings(max_examples=300, deadline=None)
@given(texts, st.sampled_from(["headline", "correctness", "security", "complexity", "docs"]))
def test_any_text_at_all_is_prose_or_a_template(text: str, key: str) -> None:
    prose = check_reply(corpus.answered(CASE, **{key: text}), asked.request(CASE))
    assert prose.source in {ProseSource.MODEL, ProseSource.MIXED}
    assert awake.on_page("\n\n".join(map(render, (prose.headline, *prose.paragraphs.values())))) == []


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40), st.lists(st.one_of(texts, st.text(max_size=400)), max_size=3).map(tuple))
def test_any_answer_at_all_ends_as_prose(stop: str, blocks: tuple[str, ...]) -> None:
    prose = check_reply(Reply(stop_reason=stop, texts=blocks), asked.request(CASE))
    assert prose.source is ProseSource.TEMPLATE


# ----------------------------------------------------------------------------------------- what is remembered


def through_json(stored: Stored) -> Stored:
    return msgspec.json.decode(msgspec.json.encode(stored), type=Stored)


@pytest.mark.parametrize("name", asked.CASES)
def test_what_is_remembered_gives_the_same_prose_again(name: str) -> None:
    request = asked.request(name)
    for reply in (
        corpus.answered(name),
        corpus.answered(name, headline="LGTM"),
        Reply(stop_reason="refusal", texts=()),
    ):
        stored = accept(reply, request)
        assert recheck(through_json(stored), request) == check_reply(reply, request)


def test_what_was_refused_is_not_remembered() -> None:
    stored = accept(corpus.answered(CASE, docs="LGTM, approve it"), asked.request(CASE))
    assert "docs" not in stored.fields
    assert "LGTM" not in json.dumps(msgspec.to_builtins(stored))


def test_slots_are_remembered_as_slots() -> None:
    stored = accept(corpus.answered(CASE), asked.request(CASE))
    assert stored.fields["complexity"] == "There are {lines} lines in {files} files."


def test_an_answer_to_another_question_is_none() -> None:
    stored = accept(corpus.answered(CASE), asked.request(CASE))
    assert recheck(stored, asked.request("docs-only")) is None
    assert recheck(replace(stored, request=""), asked.request(CASE)) is None


def test_edited_memory_is_held_to_the_contract_again() -> None:
    request = asked.request(CASE)
    stored = accept(corpus.answered(CASE), request)
    edited = replace(
        stored,
        fields={
            **stored.fields,
            "security": "Safe to merge, says the model.",
            "governance": "Follows the constitution.",
        },
        model="@octocat <b>",
        failed=("<img>", "@octocat"),
    )
    prose = recheck(edited, request)
    assert prose is not None
    assert (prose.replaced, prose.failed, prose.model) == (("security",), ("rating",), request.model)
    assert DimensionKey.GOVERNANCE not in prose.paragraphs
    assert "merge" not in words(prose)


def test_a_remembered_refusal_is_the_dry_report_with_its_reason() -> None:
    request = asked.request(CASE)
    assert recheck(Stored(request=request.hash, reason=ProseReason.REFUSED), request) == template(
        CASE, ProseReason.REFUSED
    )
    assert recheck(Stored(request=request.hash), request) == template(CASE)
