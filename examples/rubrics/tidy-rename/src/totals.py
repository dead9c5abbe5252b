"""Totals of orders."""


def order_total(prices, discount=0):
    """The sum of the prices less the discount, never below zero; both in cents."""
    return max(0, sum(prices) - discount)
