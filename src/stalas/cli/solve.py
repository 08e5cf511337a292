"""`stalas solve`: solve what can be solved."""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from stalas.cli import numbers

if TYPE_CHECKING:
    from stalas.core.game import Json
    from stalas.solvers.tower_of_doubt.match import Standing
    from stalas.solvers.tower_of_doubt.solve import Solution


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to `stalas`."""
    parser = subparsers.add_parser(
        "solve",
        help="solve a game, or the part of it that can be solved",
        description="Solve a game, or the part of it that can be solved.",
    )
    games = parser.add_subparsers(metavar="GAME", required=True)
    _add_tower_of_doubt(games)
    if find_spec("stalas.cli.solve_gold_hunting") is not None:
        import_module("stalas.cli.solve_gold_hunting").add_parser(games)


def _add_tower_of_doubt(games: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = games.add_parser(
        "tower-of-doubt",
        help="an equilibrium of the round, and the match built on it",
        description="Find an equilibrium of a round of Tower of Doubt and measure it exactly: "
        "won counts 1, lost -1; exploitability is half of what both best responses gain.",
    )
    parser.add_argument("--missing-tower", action="store_true", help="one tower stays in the bag")
    parser.add_argument("--must-peek", action="store_true", help="peeking cannot be declined")
    parser.add_argument(
        "--target",
        type=numbers.positive,
        default=1e-4,
        metavar="E",
        help="stop at this exploitability (default 0.0001)",
    )
    parser.add_argument("--points", type=_points, default=3, metavar="N", help="tokens to win")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--checkpoint", type=Path, metavar="FILE", help="save work there and resume from it"
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="write the policy there, rounded and measured"
    )
    parser.set_defaults(run=run)


def _points(text: str) -> int:
    """Read a number of point tokens."""
    number = int(text)
    if not 1 <= number <= 99:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 to 99")
    return number


def run(args: argparse.Namespace) -> int:
    """Solve, then print the solution; Ctrl-C saves the checkpoint if there is one."""
    try:
        from stalas.solvers.tower_of_doubt.solve import finished, solve
    except ImportError as error:
        print(
            f"stalas solve: {error.name} is missing; install stalas with the extra “fast”.",
            file=sys.stderr,
        )
        return 2
    from stalas.solvers.tower_of_doubt.match import match_table

    try:
        solution = solve(
            missing_tower=args.missing_tower,
            must_peek=args.must_peek,
            target=args.target,
            progress=_progress,
            checkpoint=args.checkpoint,
        )
        if args.output is not None:
            from stalas.solvers.tower_of_doubt.store import save

            policy = finished(solution.policy, {"iterations": solution.iterations})
            save(policy, args.output)
            measured = policy.notes["exploitability"]
            print(f"wrote {args.output}, exploitability {measured:.7f}", file=sys.stderr)
    except KeyboardInterrupt:
        kept = "" if args.checkpoint is None else f"; what was done is kept in {args.checkpoint}"
        print(f"\nstopped{kept}", file=sys.stderr)
        return 130
    except (OSError, ValueError) as error:
        print(f"stalas solve: {error}", file=sys.stderr)
        return 2
    table = match_table(solution.value, args.points)
    print(json.dumps(_json(solution, table)) if args.json else _text(solution, table))
    return 0


def _progress(iterations: int, exploitability: float, seconds: float) -> None:
    line = f"{iterations:7d} iterations  exploitability {exploitability:.7f}  {seconds:6.1f} s"
    end = "\n"
    if sys.stderr.isatty():
        line, end = f"\r{line}", ""
    print(line, end=end, file=sys.stderr, flush=True)


def _json(solution: Solution, table: tuple[Standing, ...]) -> dict[str, Json]:
    return {
        "value": solution.value,
        "exploitability": solution.exploitability,
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "match": [
            {"starter": row.starter, "other": row.other, "chance": row.chance}
            for row in table
            if row.occurs
        ],
    }


def _text(solution: Solution, table: tuple[Standing, ...]) -> str:
    """Give the solution as a table for people."""
    lines = [
        "" if not sys.stderr.isatty() else "\n",
        f"value of the round for the starter  {solution.value:+.5f}"
        f"  (wins {(1 + solution.value) / 2:.2%})",
        f"exploitability                      {solution.exploitability:.7f}",
        f"iterations                          {solution.iterations}",
        f"seconds                             {solution.seconds:.1f}",
        "",
        "point tokens of the starter and the other, and the starter's chance to win the match:",
        *(f"  {row.starter} : {row.other}   {row.chance:.2%}" for row in table if row.occurs),
    ]
    return "\n".join(lines).lstrip("\n")
