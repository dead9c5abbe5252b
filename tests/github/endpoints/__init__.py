"""What each of GitHub's operations does to the world: one function for each operationId."""

from __future__ import annotations

from collections.abc import Mapping

from tests.github.call import Endpoint
from tests.github.endpoints import checks, commits, graphql, issues, people, pulls, trees

ENDPOINTS: Mapping[str, Endpoint] = {
    **pulls.ENDPOINTS,
    **issues.ENDPOINTS,
    **checks.ENDPOINTS,
    **commits.ENDPOINTS,
    **trees.ENDPOINTS,
    **people.ENDPOINTS,
    **graphql.ENDPOINTS,
}
