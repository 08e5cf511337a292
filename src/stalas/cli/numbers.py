"""Numbers on the command line: what is out of range gets one sentence from argparse."""

from __future__ import annotations

import argparse


def positive(text: str) -> float:
    """Read a positive number below infinity."""
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return number


def seconds(text: str) -> float:
    """Read a budget: a positive number of seconds, at most an hour."""
    number = float(text)
    if not 0 < number <= 3600:
        raise argparse.ArgumentTypeError("the budget is a number of seconds, at most 3600")
    return number


def count(text: str) -> int:
    """Read a whole number from 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1")
    return number
