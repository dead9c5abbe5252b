"""The words by which a claim is told from its denial and from advice."""

from __future__ import annotations

import re

_NO = (
    r"\b(?:no|not|none|nothing|never|neither|nor|without|lack|lacks|lacking|missing|absent|cannot|zero"
    r"|nobody|unchanged|untouched|stay|stays|stayed|alone"
    r"|untested|undocumented|unaccompanied|yet|hardly|\w+n't|leaves? out|left out|rather than|instead of)\b"
)
DENIED = re.compile(_NO)
ADVICE = re.compile(
    r"\b(?:should|could|would|may|might|can|consider|please|if|whether|worth|needs?|want|ask|asking"
    r"|to add|to have|to see"
    r"|helps?|suggest\w*|recommend\w*|until|once|next(?! to\b)|expect\w*|think|perhaps|maybe|ideally|propose"
    r"|asks for|wants|requires|expects|existing"
    r"|welcome|unless|wish"
    r"|try|look for|first step|raises?|improve\w*|gain|useful|idea|opportunity|candidates?|calls? for"
    r"|place for)\b"
    r"|^(?:adding|add|write|writing|start|begin|pair|cover|covering|bring|extend"
    r"|include|including"
    r"|check|see|update|updating|mention|mentioning|note|describe|describing|explain|explaining|record"
    r"|let|tell"
    r"|make|say|put|point|use)\b"
)
