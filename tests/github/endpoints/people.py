"""Who somebody is and what they may do; the viewer of a token; the rate limit; the root."""

from __future__ import annotations

from collections.abc import Mapping

from tests.github.call import Call, Endpoint
from tests.github.exchange import Answer, Refusal, error, forbidden, not_found
from tests.github.limits import reset_at
from tests.github.nouns import TokenKind, User
from tests.github.world import Repository

# The two roles that the permission's four words cannot say.
_PERMISSION_OF_ROLE = {"maintain": "write", "triage": "read"}
_RIGHTS = ("pull", "triage", "push", "maintain", "admin")
_LEVEL = {"none": 0, "read": 1, "triage": 2, "write": 3, "maintain": 4, "admin": 5}
_RESOURCES = ("core", "search", "graphql")


def _named(call: Call) -> User:
    found = call.world.users.get(call.request.parameters["username"].lower())
    if found is None:
        raise not_found()
    return found


def permission(call: Call) -> Answer:
    """What somebody may do. A bot is no user here, and a person's token has to be able to push to ask."""
    repository, user = call.repository, _named(call)
    if (
        call.viewer.kind is TokenKind.USER
        and _LEVEL[_base(call, _role(call, call.viewer.user))] < _LEVEL["write"]
    ):
        raise Refusal(error(403, "Must have push access to view collaborator permission."))
    if user.type == "Bot" and not _known_role(repository, user):
        raise Refusal(error(404, f"{user.login} is not a user"))
    role = _role(call, user)
    base = _base(call, role)
    rights = dict(zip(_RIGHTS, (_LEVEL[base] > level for level in range(5)), strict=True))
    shown = call.payloads.user(user) | {"permissions": rights, "role_name": role}
    return Answer(body={"permission": _PERMISSION_OF_ROLE.get(base, base), "role_name": role, "user": shown})


def _role(call: Call, user: User) -> str:
    if user == call.repository.owner:
        return "admin"
    return _known_role(call.repository, user) or ("none" if call.repository.private else "read")


def _known_role(repository: Repository, user: User) -> str | None:
    roles = {login.lower(): role for login, role in repository.permissions.items()}
    return roles.get(user.login.lower())


def _base(call: Call, role: str) -> str:
    """The role itself, or the one that an organization's own role builds on."""
    return call.repository.custom_roles.get(role, role)


def _profile(call: Call, user: User) -> dict[str, object]:
    empty = ("bio", "company", "email", "hireable", "location", "name", "twitter_username")
    counts = ("followers", "following", "public_gists", "public_repos")
    dates = {"created_at": "2020-01-02T03:04:05Z", "updated_at": "2026-01-02T03:04:05Z"}
    return call.payloads.user(user) | dict.fromkeys(empty) | dict.fromkeys(counts, 0) | dates | {"blog": ""}


def get_user(call: Call) -> Answer:
    return Answer(body=_profile(call, _named(call)))


def get_authenticated(call: Call) -> Answer:
    if call.viewer.kind is TokenKind.INSTALLATION:
        raise forbidden()
    return Answer(body=_profile(call, call.viewer.user))


def rate_limit(call: Call) -> Answer:
    world = call.world
    limit = world.rate_limit or 1000
    row = {
        "limit": limit,
        "remaining": max(limit - world.rate_used, 0),
        "reset": reset_at(),
        "used": world.rate_used,
    }
    return Answer(body={"resources": dict.fromkeys(_RESOURCES, row), "rate": row})


def root(call: Call) -> Answer:
    described = call.payloads.root_names()
    return Answer(body={name: f"{call.payloads.api}/{name.removesuffix('_url')}" for name in described})


ENDPOINTS: Mapping[str, Endpoint] = {
    "repos/get-collaborator-permission-level": permission,
    "users/get-by-username": get_user,
    "users/get-authenticated": get_authenticated,
    "rate-limit/get": rate_limit,
    "meta/root": root,
}
