"""What is shown to a model holds nothing that a reader does not see, and nothing secret."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steward.synth.cleaning import clean
from steward.synth.redaction import REDACTED
from tests.unit.report.hostile import texts

PAYLOAD = "payload"


def shown(text: str, limit: int = 10_000) -> str:
    return clean(text, limit).text


# --------------------------------------------------------------------------------------- classes of characters


def every(*ranges: tuple[int, int]) -> list[str]:
    return [chr(number) for first, last in ranges for number in range(first, last + 1)]


CLASSES: dict[str, Iterable[str]] = {
    "controls": [c for c in every((0x00, 0x1F), (0x7F, 0x9F)) if c not in "\t\n\x0b\x0c\r\x1c\x1d\x1e\x85"],
    "zero width": every((0x200B, 0x200F), (0x2060, 0x2064), (0xFEFF, 0xFEFF)),
    "bidirectional": every((0x202A, 0x202E), (0x2066, 0x2069), (0x061C, 0x061C)),
    "deprecated format": every((0x206A, 0x206F)),
    "tags": every((0xE0000, 0xE007F)),
    "variation selectors": every((0xFE00, 0xFE0F), (0xE0100, 0xE01EF), (0x180B, 0x180F)),
    "joiners and fillers": every((0x034F, 0x034F), (0x115F, 0x1160), (0x3164, 0x3164), (0xFFA0, 0xFFA0)),
    "blank letters": every((0x2800, 0x2800), (0x17B4, 0x17B5)),
    "soft hyphen": ["\u00ad"],
    "annotations": every((0xFFF9, 0xFFFB)),
    "surrogates": every((0xD800, 0xD8FF), (0xDC80, 0xDCFF)),
    "private use": every((0xE000, 0xE0FF), (0xF0000, 0xF00FF), (0x100000, 0x1000FF)),
    "unassigned": every((0xE0080, 0xE00FF), (0xE0200, 0xE0FFF), (0xFDD0, 0xFDEF), (0xFFFE, 0xFFFF)),
    "musical and shorthand format": every((0x1D173, 0x1D17A), (0x1BCA0, 0x1BCA3)),
}


@pytest.mark.parametrize("name", CLASSES)
def test_a_character_without_a_shape_leaves_nothing_behind(name: str) -> None:
    left = {f"U+{ord(c):04X}": shown(f"be{c}fore") for c in CLASSES[name]}
    assert {code for code, text in left.items() if text != "before"} == set()


def test_every_space_is_a_space_and_every_break_a_line_feed() -> None:
    spaces = [c for c in map(chr, range(0x10FFFF + 1)) if unicodedata.category(c) == "Zs"]
    assert {shown(f"a{c}b") for c in spaces if c != "\u1680"} == {"a b"}
    assert {shown(f"a{c}b") for c in "\n\r\x0b\x0c\x85\u2028\u2029"} == {"a\nb"}


def test_wide_and_styled_letters_become_plain_ones() -> None:
    assert shown("Ｉｇｎｏｒｅ 𝐢𝐠𝐧𝐨𝐫𝐞 ⓘgnore ﬁne") == "Ignore ignore ignore fine"


def test_what_people_write_stays() -> None:
    text = "Größe, naïve, 日本語, Ελληνικά, emoji 🎉 and a - list.\nSecond line: x = y + 1; 50 % faster?"
    assert shown(text) == text


@settings(max_examples=300, deadline=None)
@given(st.one_of(texts, st.text(max_size=200)))
def test_cleaning_twice_is_cleaning_once_and_nothing_unseen_is_left(text: str) -> None:
    once = shown(text)
    assert shown(once) == once
    unseen = {c for c in once if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}}
    assert unseen <= {"\n"}
    assert "<" not in once
    assert ">" not in once


# ------------------------------------------------------------------------------------------------------ markup

HIDDEN = {
    "a comment": "a <!-- payload --> b",
    "a comment over lines": "a\n<!--\npayload\n\nmore\n-->\nb",
    "an open comment": "a b <!-- payload",
    "a comment within": "a <!-- <!-- x --> payload --> b",
    "a comment put together": "a <!<!-- x -->-- payload --> b",
    "a comment ended otherwise": "a <!-- x --!> payload --> b",
    "a comment that ends at once": "a <!--> payload --> b",
    "a comment in entities": "a &lt;!-- payload --&gt; b",
    "a comment in entities twice": "a &amp;lt;!-- payload --&amp;gt; b",
    "a comment in wide signs": "a ＜!-- payload --＞ b",
    "a comment split by what is unseen": "a <\u200b!-\u2060- payload -\u00ad-> b",
    "an attribute": '<p title="payload">a</p> b',
    "an attribute with a bracket": '<img alt="x > payload" src="y"> a b',
    "an attribute in other quotes": "<img alt='\"payload>' > a b",
    "an attribute without quotes": "<img alt=payload> a b",
    "an aria label": '<span aria-label="payload" data-x="payload">a</span> b',
    "a broken attribute": '<img alt="payload> a b',
    "a tag put together": "<im<b>g alt=payload> a b",
    "a name of a tag": "<payload> a b",
    "a style": "<style>payload</style> a b",
    "a script": "<script>payload</script> a b",
    "a template": "<template><p>payload</p></template> a b",
    "an instruction": "<?payload?> a b",
    "a declaration": "<!DOCTYPE payload> a b",
    "character data": "<![CDATA[payload]]> a b",
    "the text of an image": "![payload](x.png) a b",
    "the title of an image": '![x](x.png "payload") a b',
    "an image by reference": "![payload][x] a b",
    "the title of a link": '[a](https://x.example "payload") b',
    "where a link leads": "[a](https://x.example/payload) b",
    "the label of a link": "[a][payload] b",
    "a definition": "a b\n\n[x]: https://x.example 'payload'",
    "a definition as a comment": "a b\n\n[//]: # (payload)",
    "a definition over lines": "a b\n\n[x]:\n  <y>\n  'payload'",
    "a definition in a quote": "a b\n\n> [//]: # (payload)",
    "a footnote": "a b\n\n[^1]: payload",
    "the info of a fence": "```python payload\na b\n```",
    "a definition with an escaped bracket": 'a b\n\n[x\\]y]: /u "payload"',
    "a definition with a label over lines": 'a b\n\n[x\ny]: /u "payload"',
    "a definition in an ordered list": 'a b\n\n1) [x]: /u "payload"',
    "a title with brackets": 'a [b](/u "((payload))") c',
    "a title with a closing bracket": 'a [b](/u "x) payload") c',
    "a title in other quotes": "a [b](/u 'x):payload') c",
    "a title in brackets": "a [b](/u (x \\) payload)) c",
    "a link with brackets in it": 'a [b [c] d](/u "payload") e',
    "a link with an escaped bracket in it": 'a [b \\] d](/u "payload") e',
    "a label with an escaped bracket": "a [b][x \\] payload] c",
    "an image with brackets in it": "![x [y] payload](/u) a",
    "an image with an escaped bracket": "![x \\] payload](/u) a",
    "an image with a bracket in code": "![x `]` payload](/u) a\n\na",
    "an image with a bracket in code, behind a bracket": "[ ![x `]` payload](/u) a\n\na",
    "an image with brackets in a link": "[![payload [x] y](/u)](/v) a",
    "the info of a fence of waves": "~~~ x`y payload\na\n~~~",
    "the info of a fence in a list": "1. ```py payload\n   a\n   ```",
    "a remark in a diagram": "```mermaid\ngraph TD\n%% payload\na\n```",
    "a remark in a formula": "```math\n%payload\nx\n```\na",
    "an unseen part of a formula": "a $\\phantom{payload}$ b",
    "a white part of a formula": "a $$\\color{white}{payload}$$ b",
    "an image in a link": "[![payload](x.png)](https://x.example) a b",
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_reader_of_the_page_does_not_see_is_not_sent(name: str) -> None:
    text = shown(HIDDEN[name])
    assert PAYLOAD not in text
    assert "a" in text


def test_the_words_of_a_link_stay() -> None:
    assert shown("See [the guide](https://x.example/a_(b)) and <b>this</b>.") == "See the guide and this ."


def test_markup_that_uncovers_markup_without_end_loses_its_signs() -> None:
    text = shown("<" * 50 + "<!--" * 20 + "payload" + "-->" * 3 + "a" + "&amp;" * 3 + "amp;" * 40)
    assert not set("<>") & set(text)


@pytest.mark.parametrize(
    "unit",
    [
        "<",
        "<a '",
        '<a "',
        "<!--",
        "[",
        "![",
        "[](",
        "`",
        "&amp;",
        "(",
        "<!<!-- -->",
        "a:",
        "key",
        "[![x]",
        "[[[![]",
        "](",
        '](" ',
        "][",
        "$",
        "$\\",
        "~~~",
        "%",
        "\\",
        "[x\n",
        "password a ",
        "a.a_",
    ],
)
def test_no_text_is_slow(unit: str) -> None:
    # Bounded work is a bounded number of passes over a bounded text: what is sent is the same for any length.
    long = shown(unit * 200_000, 100)
    assert len(long) <= 100


# ----------------------------------------------------------------------------------------------------- secrets

SECRETS = {
    "GitHub, classic": "ghp_" + "a1B2c3D4e5" * 4,
    "GitHub, app": "ghs_" + "a1B2c3D4e5" * 4,
    "GitHub, OAuth": "gho_" + "a1B2c3D4e5" * 4,
    "GitHub, user": "ghu_" + "a1B2c3D4e5" * 4,
    "GitHub, refresh": "ghr_" + "a1B2c3D4e5" * 8,
    "GitHub, fine": "github_pat_" + "11ABCDEFG0_abcdefghij" * 2,
    "AWS, id": "AKIA" + "IOSFODNN7ABCDEFG",
    "AWS, temporary id": "ASIA" + "IOSFODNN7ABCDEFG",
    "AWS, secret": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY",
    "Slack, bot": "xoxb-" + "123456789012-abcdefABCDEF",
    "Slack, app": "xapp-" + "1-A0123-456-abcdef",
    "Slack, address": "https://hooks.slack.com/services/T000/B000/XXXXxxxx",
    "Anthropic": "sk-ant-" + "api03-abcDEF123_456-789abcDEF",
    "OpenAI": "sk-" + "abcDEF123456abcDEF123456",
    "OpenAI, project": "sk-proj-" + "abcDEF123456abcDEF123456",
    "Stripe": "sk_live_" + "abcDEF123456abcDEF123456",
    "Google": "AIza" + "SyA1234567890abcdefghijklmnopqrstuv",
    "a JWT": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmN",
    "npm": "npm_" + "abcdEFGH1234abcdEFGH1234abcdEFGH1234",
    "a key block": "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nabc\n-----END RSA PRIVATE KEY-----",
    "an open key block": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA",
    "Google, client": "GOCSPX-" + "aB3dEfGh1jKlMn0pQrStUvWx",
    "Vault": "hvs." + "CAESIaB3dEfGh1jKlMn0pQr",
    "Telegram": "123456789:" + "AAEhBPz9-xYz_12aB3dEfGh1jKlMn0pQr",
    "GitLab, runner": "GR1348941" + "aB3dEfGh1jKlMn0pQrSt",
    "Square": "sq0csp-" + "aB3dEfGh1jK_MnopQrStUvWxYz12345678",
    "Atlassian": "ATATT3" + "xFfGF0aB3dEfGh1-KlMn0pQrSt_vWxYz123",
    "Contentful": "CFPAT-" + "aB3dEfGh1jKlMn0pQ-StUvWxYz12345_78901",
    "Azure": "aB3" + "8Q~aB3dEfGh1jKlMn0pQrStUvWxYz.12~34_56",
    "Discord": "https://discord.com/api/webhooks/1234567890/aB3dEfGh1jKlMn0pQrStUvWxYz",
    "Teams": "https://x.webhook.office.com/webhookb2/8a1b2c3d4e5f@x/IncomingWebhook/abcdefgh",
    "another key block": "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/56wAAA/gAAAAmZGwtbW9k\n"
    "---- END SSH2 ENCRYPTED PRIVATE KEY ----",
    "the body of a key": "MIIEowIBAAKCAQEA/aB3dEfGh1jKlMn0pQr/StUvWx12zY9xWvUtSr/QpOnMlKj",
    "base64 for addresses": "riGp_58WAm-dX3a5IDnOdcdbWB2dC4_DSDC6Lc1mxLpQ2yMK_Ye9FZ1wUVl4nuYV",
    "a hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
}


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_redacted_wherever_it_stands(name: str) -> None:
    secret = SECRETS[name]
    for text in (secret, f"a {secret} b", f"({secret})", f"`{secret}`", f"token: {secret}", f'"{secret}"'):
        cleaned = shown(text)
        assert REDACTED in cleaned, text
        parts = [
            part for part in secret.replace("\n", "/").split("/") if len(part) > 7 and "-----" not in part
        ]
        assert [part for part in parts if part in cleaned and "hook" not in part and "." not in part] == []


@pytest.mark.parametrize(
    "text",
    [
        "password=hunter2hunter2", "PASSWORD = 'correct-horse-9'", "api_key: 0123456789abcdef",
        "secret => abc123def456", "AWS_SECRET_ACCESS_KEY=abc/def+123456",
        '"client_secret": "s3cr3ts3cr3t"', "Authorization: Bearer abcdef123456",
        "https://user:passw0rd@example.org/x", "auth_token:=abcd1234efgh", "db.password=p@ss-w0rd!",
    ],
)  # fmt: skip
def test_a_value_beside_a_telling_name_is_redacted(text: str) -> None:
    cleaned = shown(text)
    assert REDACTED in cleaned
    for part in (
        "hunter2",
        "horse",
        "0123456",
        "abc123",
        "s3cr3t",
        "abcdef1",
        "def+1",
        "passw0rd",
        "abcd1234",
        "p@ss",
    ):
        assert part not in cleaned


@pytest.mark.parametrize(
    "text",
    [
        "DB_PASS=Tr0ub4dor3xyz", "pw: Tr0ub4dor3xyz", "the password is Tr0ub4dor&3xyz",
        "the password for prod is Tr0ub4dor&3xyz", "password: Tr0ub4d", "Passwort: Tr0ub4dor3xyz",
        "curl -u admin:Tr0ub4dor3xyz https://h", "mysql -uroot -pTr0ub4dor3xyz", "Cookie: session=Tr0ub4dor3xyz",
        "postgres://user:p@Tr0ub4dor3xyz@host/db", "postgres://user:p/Tr0ub4dor3xyz@host/db",
        "https://Tr0ub4dor3xyzTr0ub4dor3xyz@github.com/o/r", "https://x.example/c?sv=2022&sig=Tr0ub4dor3xyz%2Bv",
        'password="ab1,Tr0ub4dor3xyz"', "password = 'correct horse Tr0ub staple 99'", "X-Api-Auth: Tr0ub4dor3xyz",
    ],
)  # fmt: skip
def test_a_password_is_redacted_however_it_is_given(text: str) -> None:
    assert REDACTED in shown(text)
    assert "Tr0ub" not in shown(text)


@pytest.mark.parametrize(
    "text",
    [
        "ghp_aB3dEfGh1jK**lMn0pQrStUvWxYz1**234", "ghp_aB3dEfGh1jK<b>lMn0pQrStUvWxYz1</b>234",
        "tokenghp_aB3dEfGh1jKlMn0pQrStUvWxYz", "x_ghp_aB3dEfGh1jKlMn0pQrStUvWx",
        "ghp_aB3dEfGh1j\u0301KlMn0pQrStUvWxYz1",
        r"sk-ant-api03-aB3dEfGh1jKl\_Mn0pQrStUv\-WxYz12345",
    ],
)  # fmt: skip
def test_a_secret_cannot_hide_behind_emphasis(text: str) -> None:
    assert REDACTED in shown(text)
    assert "Mn0pQrStUv" not in shown(text)


@pytest.mark.parametrize(
    "split", ["\u200b", "\u00ad", "\u2060", "\ufe0f", "<!-- -->", "&#8203;", "\U000e0041"]
)
def test_a_secret_cannot_hide_behind_what_is_unseen(split: str) -> None:
    secret = SECRETS["GitHub, classic"]
    cleaned = shown(f"x {secret[:2]}{split}{secret[2:20]}{split}{secret[20:]} y")
    assert secret[10:30] not in cleaned
    assert secret[22:] not in cleaned


def test_a_secret_is_not_cut_in_two_and_then_not_known() -> None:
    secret = SECRETS["GitHub, classic"]
    for before in range(90, 110):
        assert "ghp_" not in shown("x" * 5 + " y" * 20 + "z" * (before - 45) + " " + secret, 100)
    for before in range(2_540, 2_610):
        assert "ghp_" not in shown("\u200b" * before + secret, 100)


@pytest.mark.parametrize(
    "text",
    [
        "src/authentication/password_reset_handler.py", "Fix token handling in the tokenizer",
        "the key idea: simplicity",
        "docs/2024-01-01-how-we-moved-all-organisations-to-the-new-layout.md", "password handling", "secret: none",
        "the password is checked in the login", "This passes: all of it", "Run it with -p8080:80",
        "The session is closed; author: someone", "Costs $5 to $10", "a token is read from the header",
        "https://x.example:8080/a/b", "UUID columns in v2, sha256 and base64 helpers",
        "src/components/organisations/MembershipInvitationDialogContainer.test.tsx", "Bearer of news",
    ],
)  # fmt: skip
def test_words_and_paths_are_no_secrets(text: str) -> None:
    assert shown(text) == text


# ------------------------------------------------------------------------------------------------------ limits


def test_a_cut_is_told_by_how_much_there_was() -> None:
    cleaned = clean("word " * 100, 12)
    assert (cleaned.text, cleaned.of, cleaned.cut) == ("word word wo", 499, True)
    assert not clean("word", 4).cut
    assert clean("", 0) == clean("\u200b <!-- x -->", 10)
