r"""Turns of phrase by which a reviewer says that a fault is not there, was there once, or was only feared.

Patterns over text with its contractions opened, and what stands for each: `untrue_that` turns round what follows,
`taken_back` what was said before it, and `bygone` leaves the sentence to a person (`docs/reviews.md`, "How a
sentence is compared").
"""

from __future__ import annotations

_END = r"(?=\s*[.,;:!—–]|$)"
_START = r"(?:^|(?<=[.,;:!?—–-]\s)|(?<=\band\s)|(?<=\bbut\s)|(?<=\byet\s))"
_FALSE = r"(?:wrong|false|unfounded|mistaken|baseless|untrue|incorrect|not (?:true|so|right))"
_BELIEF = (
    r"(?:claim|suspicion|idea|impression|fear|worry|theory|hunch|concern|report|warning|assumption|feeling)"
)
_REST = r"(?:[^.!?\n]|\.\w){0,300}"
_SOLVED = r"(?:fixed|solved|resolved|addressed|mended|corrected|sorted out|dealt with|taken care of|cured)"
_OLD = r"(?:old|previous|former|earlier)"
_CODE = r"(?:version|code|implementation|revision|draft|approach|one)"
_CHANGE = r"(?:push|commit|pr|pull request|patch|revision|version|fix|change|refactoring|rewrite)"

_BREAKS = r"(?:break|breaks|broke|breaking|violates?|loses?|hurts?|defeats?|undermines?)(?: the| its| all)?"
_PROMISE = r"(?:compatib|atomicity|isolation|idempoten|consistency|integrity|encapsulation|invariant)"

PHRASES: tuple[tuple[str, str], ...] = (
    (
        r"(?:wrong|false|incorrect|untrue|not (?:right|true)) to (?:say|claim|think|assume|conclude) that",
        "untrue_that",
    ),
    (r"(?:nobody|no one) (?:can|could|should|may|will) (?:claim|say|complain|argue) that", "untrue_that"),
    (r"rul(?:e|es|ed|ing) out that|exclud(?:e|es|ed|ing) that", "untrue_that"),
    (
        r"(?:not|never) (?:have to |need to )?(?:worry|fear|be afraid|be worried|be concerned) that",
        "untrue_that",
    ),
    (
        r"(?:do|does|did|can|could|will|would|has|have) not (?:happen|occur|seem|appear)(?:ed)? that",
        "untrue_that",
    ),
    (
        rf"(?:the|my|our|any|your) {_BELIEF} that(?={_REST} (?:is|was|were|turned out|proved)(?: to be)? {_FALSE})",
        "untrue_that",
    ),
    (r"contrary to what (?:\w+ ){1,4}(?:feared|thought|expected|said|claimed|suspected)", "bygone"),
    (r"(?:do|does|did) not (?:think|believe) so" + _END, "taken_back"),
    (
        r"(?<=: )(?:checked[^.!?\n]{0,30}|not any ?more|no longer|not so|unfounded|none seen|all clear|not an issue"
        r"|not (?:here|reproducible|reproduced|the case))" + _END,
        "taken_back",
    ),
    (r"(?<=\bbut )(?:no|nope|not so|not here|not any ?more)" + _END, "taken_back"),
    (
        _START
        + r"(?:did|does|do|has|have|would|will|can|could) not (?:happen|occur|apply|reproduce|show)(?:ed)?"
        r"(?: here| anywhere| either| any ?more)?" + _END,
        "taken_back",
    ),
    (r"(?:it|this|that|there|we|they|which|code|once) used to|used to(?= (?:be|have)\b)", "bygone"),
    (
        r"(?:was|were) (?:an? |the )?(?:issue|problem|bug|concern|risk)s? (?:before|earlier|once|until|in the)",
        "bygone",
    ),
    (rf"(?:in|true of|true for) the {_OLD} {_CODE}", "bygone"),
    (rf"the {_OLD} {_CODE} (?:had|suffered|leaked)", "bygone"),
    (rf"(?:before|prior to|until|without) (?:this|the|your) {_CHANGE}", "bygone"),
    (_START + rf"(?:the|our|my|your) {_OLD} {_CODE}", "bygone"),
    (r"unlike (?:in )?(?:the|our|my|your|its|before|previously|earlier)", "bygone"),
    (rf"(?:was|were) my (?:first |initial )?(?:thought|guess|{_BELIEF[3:]}", "bygone"),
    (r"(?:left|kept)(?= (?:disabled|(?:switched|turned|commented) (?:off|out)))", ""),
    (r"(?:no|not (?:a single|one)) (?:\w+ ){1,2}without", "with"),
    (rf"(?:the|this) (?:new )?{_CODE} (?:does|is|has|can) not", "not bygone"),
    (rf"{_SOLVED} (?:in|by|with|since|through) (?:the|this|your|that|a)(?: \w+)? {_CHANGE}", "bygone"),
    (rf"(?:now|already|since)(?: (?:it|that|this|they))?(?: (?:is|are|been|was|got))? {_SOLVED}", "bygone"),
    (rf"(?:it|that|this|they|which) (?:is|was|has been|have been|got|were|are) {_SOLVED}", "bygone"),
    (r"(?:it|this|that) is gone" + _END, "bygone"),
    (
        r"no longer (?:possible|true|an? (?:issue|problem|concern)|the case|happens?|applies)",
        "no_longer bygone",
    ),
    (r"(?:is|was|are) what (?:i|we) (?:had )?(?:expected|feared|thought|suspected|assumed)", "bygone"),
    (r"empty[- ]handed|to no avail", "bygone"),
    (r"not (?:something|anything|a thing) (?:that )?(?:we|you|i|one|anybody|to)", "bygone"),
    (r"(?:not|nothing|no need|no reason|never) (?:\w+ ){0,4}worr(?:y|ied)", "bygone"),
    (
        r"(?<=, )(?:unnecessarily|needlessly|for nothing|wrongly|without (?:any )?(?:reason|cause))" + _END,
        "bygone",
    ),
    (rf"{_BREAKS}(?= (?:backwards?[- ]|forwards?[- ])?{_PROMISE})", "not"),
    (
        r"(?:sees to|deals with|takes care of|handles|covers|prevents|solves|fixes|avoids|guards against|cures"
        r"|rules out|protects against) (?:it|that|this|these|those|all of (?:it|that))" + _END,
        "bygone",
    ),
    (r"(?:protected|guards?|guarded|shield(?:s|ed)?|defended|insured) (?:us )?(?:against|from)", "prevents"),
    (r"(?:been|be|get|gets) (?:taken care of|dealt with|sorted out)", "bygone"),
    (r"(?:left|kept|taken|cut) out(?: of)?" + r"(?=\s*(?:[.,;:!]|$|the\b|our\b))", "absent"),
    (r"(?:keeps?|go(?:es)? on|continues?|still) (?:to )?work(?:s|ing)?", "bygone"),
    (r"(?:is|are) history|prov(?:es?|ed) me wrong|(?:i|we) (?:am|are|was|were) (?:wrong|mistaken)", "bygone"),
    (r"(?<=[,–—-] )not (?:here|in (?:this|the) (?:code|change|patch|version|pr|case))" + _END, "taken_back"),
    (r"what (?:i|we) (?:had |have |would )?(?:asked|wanted|hoped|wished|requested)(?: for)?", "bygone"),
    (r"as (?:agreed|requested|discussed|asked|promised|planned|documented|specified)", "bygone"),
    (r"as (?:it|they) (?:must|has to|have to|ought to)(?: be)?", "bygone"),
    (
        r"(?:no|without) (?:complaints?|objections?)|(?:nothing|not anything) to (?:complain|add|fix|mend|object)",
        "bygone",
    ),
    (r"cheers|well spotted|(?:i am|we are) (?:glad|relieved)", "bygone"),
    (r"not (?:think|believe|see how)(?= )", "not bygone"),
    (r"not a case of", "not"),
    (r"(?:nothing|no \w+)(?: \w+)? points? (?:to|at)", "not"),
)
"""Each pattern and what stands for it."""
