"""One finding, one expectation: the assignment that is best on the whole, whatever the order."""

from __future__ import annotations

from collections.abc import Sequence

_NEVER = 10**15


def assign(worth: Sequence[Sequence[int]]) -> tuple[int | None, ...]:
    """For each row the column that it gets, so that the sum of worth is greatest; None for a worth of 0.

    No column is given twice. Of equal sums the one that gives earlier rows earlier columns is likelier; the same
    numbers always give the same answer. Takes the square of the rows times the columns.
    """
    if not worth or not worth[0]:
        return (None,) * len(worth)
    rows, columns = len(worth), len(worth[0])
    # A column of no worth for every row: a row may go without.
    costs = [[-value for value in row] + [0] * rows for row in worth]
    owners = _owners(costs, columns + rows)
    given: list[int | None] = [None] * rows
    for column, row in enumerate(owners[1:]):
        if row and column < columns and worth[row - 1][column] > 0:
            given[row - 1] = column
    return tuple(given)


def _owners(costs: Sequence[Sequence[int]], columns: int) -> list[int]:
    """The row (from 1) of each column (from 1), 0 for none: shortest augmenting paths with potentials."""
    rows_price, columns_price = [0] * (len(costs) + 1), [0] * (columns + 1)
    owners = [0] * (columns + 1)
    for row in range(1, len(costs) + 1):
        owners[0] = row
        column, came = _path(costs, owners, rows_price, columns_price)
        while column:
            owners[column] = owners[came[column]]
            column = came[column]
    return owners


def _path(
    costs: Sequence[Sequence[int]], owners: list[int], rows_price: list[int], columns_price: list[int]
) -> tuple[int, list[int]]:
    """The free column that the row of column 0 reaches most cheaply, and the way there."""
    size = len(owners)
    least, came, done = [_NEVER] * size, [0] * size, [False] * size
    column = 0
    while True:
        done[column] = True
        row, delta, nearest = owners[column], _NEVER, 0
        for other in range(1, size):
            if done[other]:
                continue
            cost = costs[row - 1][other - 1] - rows_price[row] - columns_price[other]
            if cost < least[other]:
                least[other], came[other] = cost, column
            if least[other] < delta:
                delta, nearest = least[other], other
        for other in range(size):
            if done[other]:
                rows_price[owners[other]] += delta
                columns_price[other] -= delta
            else:
                least[other] -= delta
        column = nearest
        if not owners[column]:
            return column, came
