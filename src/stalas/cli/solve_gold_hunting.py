"""`stalas solve gold-hunting`: the value of hiding against digging, profile by profile."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stalas.core.game import Json
    from stalas.solvers.gold_hunting.equilibrium import Solution
    from stalas.solvers.gold_hunting.library import Kept

Heights = tuple[int, ...]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the game to `stalas solve`."""
    parser = subparsers.add_parser(
        "gold-hunting",
        help="hiding against digging, in expected nuggets",
        description="Bound what a digger earns from a hider, in expected nuggets, when both mix as "
        "well as they can.",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--heights",
        type=_heights,
        default=(3, 5, 5, 5),
        metavar="A,B,C,D",
        help="the hills' heights, no hill empty (default 3,5,5,5)",
    )
    which.add_argument("--all", action="store_true", help="every profile, and the hider's best")
    parser.add_argument(
        "--bust-from", type=int, choices=(3, 2), default=3, help="nuggets from which a pile busts"
    )
    parser.add_argument(
        "--target",
        type=_target,
        default=0.03,
        metavar="N",
        help="stop when the bounds are this close, in nuggets (default 0.03)",
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE.zip",
        help="add the solutions to this archive, thinned to bounds within 0.05; profiles that it "
        "holds are not solved again",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Solve and print; Ctrl-C prints the bounds so far."""
    try:
        from stalas.solvers.gold_hunting import equilibrium, library, thinning
    except ImportError as error:
        print(
            f"stalas solve: {error.name} is missing; install stalas with the extra “fast”.",
            file=sys.stderr,
        )
        return 2
    from stalas.solvers.gold_hunting.stackings import profiles

    found: list[Solution | Kept] = []
    try:
        archive = library.load(args.output) if args.output else {}
        for heights in profiles() if args.all else (args.heights,):
            known = archive.get(library.entry(heights, args.bust_from))
            if known is not None:
                found.append(known)
                continue
            solution = equilibrium.solve(heights, args.bust_from, args.target, _progress)
            _end_progress(solution)
            found.append(solution)
            if solution.gap > args.target:  # interrupted
                break
            if args.output:
                kept = thinning.thin(solution)
                archive[kept.name] = kept
                library.save(args.output, archive.values())
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        if not found:
            return 130
    except (OSError, ValueError) as error:
        print(f"stalas solve: {error}", file=sys.stderr)
        return 2
    best = min(found, key=lambda solution: solution.upper)
    if args.json:
        answer = _json(best)
        if args.all:
            answer |= {
                "best": ",".join(map(str, best.heights)),
                "iterations": sum(solution.iterations for solution in found),
                "seconds": sum(solution.seconds for solution in found),
                "profiles": [_json(solution) for solution in found],
            }
        print(json.dumps(answer))
    else:
        print(_table(found, best, args.all))
    return 0


def _heights(text: str) -> Heights:
    """Read four heights, in any order, that the ten ingots can show."""
    from stalas.solvers.gold_hunting.stackings import HILLS, NUGGETS

    parts = text.split(",")
    if not all(part.strip().isdecimal() and len(part) < 4 for part in parts):
        raise argparse.ArgumentTypeError(f"“{text[:40]}” is not a list of heights such as 3,5,5,5")
    heights = tuple(sorted(int(part) for part in parts))
    if len(heights) != HILLS or sum(heights) != NUGGETS or heights[0] < 1:
        raise argparse.ArgumentTypeError(
            f"there must be {HILLS} heights, each at least 1, that add up to {NUGGETS}"
        )
    return heights


def _target(text: str) -> float:
    number = float(text)
    if not 0.001 <= number <= 10:
        raise argparse.ArgumentTypeError(f"{text} is not a number of nuggets from 0.001 to 10")
    return number


def _line(solution: Solution | Kept) -> str:
    heights = ",".join(map(str, solution.heights))
    return (
        f"{heights:<10} {solution.value:9.3f} {solution.lower:9.3f} {solution.upper:9.3f}"
        f" {solution.iterations:11d} {solution.seconds:8.1f}"
    )


def _progress(solution: Solution) -> None:
    if sys.stderr.isatty():
        print(f"\r{_line(solution)}", end="", file=sys.stderr, flush=True)


def _end_progress(solution: Solution) -> None:
    start = "\r" if sys.stderr.isatty() else ""
    print(f"{start}{_line(solution)}", file=sys.stderr, flush=True)


def _json(solution: Solution | Kept) -> dict[str, Json]:
    return {
        "heights": list(solution.heights),
        "bust_from": solution.bust_from,
        "value": solution.value,
        "lower": solution.lower,
        "upper": solution.upper,
        "iterations": solution.iterations,
        "seconds": solution.seconds,
    }


def _table(found: list[Solution | Kept], best: Solution | Kept, every: bool) -> str:
    ranked = sorted(found, key=lambda solution: solution.upper)
    lines = [
        f"{'heights':<10} {'value':>9} {'lower':>9} {'upper':>9} {'iterations':>11} {'seconds':>8}",
        *map(_line, ranked),
    ]
    if every:
        lines.append(f"\nthe hider's best profile: {','.join(map(str, best.heights))}")
    return "\n".join(lines)
