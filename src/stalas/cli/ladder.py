"""`stalas ladder`: let levels play each other and rate them."""

from __future__ import annotations

import argparse
import json
import sys
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from stalas.cli import numbers
from stalas.core.errors import GameError

if TYPE_CHECKING:
    from stalas.core.game import Json
    from stalas.players.ladder import Plan, Standings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to `stalas`."""
    parser = subparsers.add_parser(
        "ladder",
        help="let levels play each other and rate them",
        description="Round robin with seats swapped and shared deals; Elo with 95 % intervals.",
    )
    parser.add_argument("game")
    parser.add_argument(
        "--players",
        required=True,
        metavar="A,B,…",
        help="levels, or players of your own as module:callable",
    )
    parser.add_argument(
        "--matches", type=numbers.count, default=400, metavar="N", help="for each pair"
    )
    parser.add_argument(
        "--seats", type=numbers.count, default=2, metavar="N", help="players a match"
    )
    parser.add_argument("--options", default="{}", metavar="JSON", help="options of the game")
    parser.add_argument(
        "--budget", type=numbers.seconds, default=1.0, metavar="S", help="seconds a decision (1)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument(
        "--stop", action="store_true", help="end a pair once a difference is certain"
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="keep finished matches there and resume from it"
    )
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the ratings")
    parser.add_argument("--json", action="store_true")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=numbers.count, metavar="N", help="processes (default: one a core)"
    )
    where.add_argument("--dask", metavar="ADDRESS", help="an existing Dask scheduler")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the ladder and print the standings; Ctrl-C prints those so far."""
    from stalas.players import ladder
    from stalas.players.workers import Workers, WorkersLost

    try:
        plan = ladder.Plan(
            args.game,
            tuple(args.players.split(",")),
            args.matches,
            args.seats,
            _options(args.options),
            args.budget,
            args.seed,
            args.stop,
        )
        workers = Workers(1, args.dask) if args.dask else Workers.local(args.jobs)
        standings = None
        if args.plot:
            args.plot.touch()  # a place that cannot be written to is told before the matches
        try:
            for standings in ladder.run(plan, workers, args.save):
                _progress(plan, standings)
        except KeyboardInterrupt:
            print("\nstopped; the standings so far:", file=sys.stderr)
        if standings is None:
            return 130
        if args.plot:
            args.plot.write_text(_plot(standings), encoding="utf-8")
    except (GameError, WorkersLost, OSError) as error:
        print(f"stalas ladder: {error}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(standings.to_json(), ensure_ascii=False))
    else:
        print(_table(standings))
    return 0


def _options(text: str) -> dict[str, Json]:
    from stalas.core.errors import RecordError
    from stalas.core.records import read_json
    from stalas.core.words import say

    options = read_json(text)
    if not isinstance(options, dict):
        raise RecordError(say("“{key}” must be an object.", key="options"))
    return options


def _progress(plan: Plan, standings: Standings) -> None:
    if not sys.stderr.isatty():
        return
    planned = len(plan.groups) * plan.seats * -(-plan.matches // plan.seats)
    done = len(standings.results)
    end = "\n" if done == planned else ""
    print(f"\r{done} of {planned} matches", end=end, file=sys.stderr, flush=True)


def _table(standings: Standings) -> str:
    """The ratings as a bar of each interval, then every pair's score."""
    if not standings.results:
        return "no match was finished"
    found = standings.ratings
    low = min(rating.low for rating in found.values())
    high = max(rating.high for rating in found.values())
    scale = 39 / max(high - low, 1.0)
    lines = [f"{standings.plan.game}: {len(standings.results)} matches", ""]
    lines.append(f"{'player':<16}{'Elo':>7}  {'95 %':<16}{'s/move':>8}{'longest':>9}")
    for name, rating in found.items():
        mean, slowest = standings.thinking(name)
        between = f"{rating.low:+.0f} to {rating.high:+.0f}"
        bar = [" "] * 40
        for column in range(
            round((rating.low - low) * scale), round((rating.high - low) * scale) + 1
        ):
            bar[column] = "─"
        bar[round((rating.elo - low) * scale)] = "●"
        lines.append(
            f"{name:<16}{rating.elo:>+7.0f}  {between:<16}{mean:>8.4f}{slowest:>9.3f}"
            f"  {''.join(bar)}"
        )
    lines += ["", f"{'pair':<30}{'matches':>8}{'share':>8}  95 %"]
    for score in standings.scores:
        first, last = score.interval
        certain = "  certain" if score.evidence >= 1000 else ""
        lines.append(
            f"{' – '.join(score.players):<30}{score.matches:>8}{score.share:>8.1%}"
            f"  {first:.1%} to {last:.1%}{certain}"
        )
    return "\n".join(lines)


def _plot(standings: Standings) -> str:
    """The ratings as an SVG picture: a dot and its interval for each player."""
    found = standings.ratings
    if not found:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="40"/>\n'
    low = min(rating.low for rating in found.values()) - 20
    high = max(rating.high for rating in found.values()) + 20
    height = 40 + 28 * len(found)

    def x(elo: float) -> float:
        return 160 + 460 * (elo - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="640" height="{height}" fill="#fff"/>',
    ]
    step = next(s for s in (10, 25, 50, 100, 200, 400, 800, 10_000) if (high - low) / s <= 8)
    for tick in range(int(low // step) * step, int(high) + step, step):
        if low <= tick <= high:
            parts.append(
                f'<path d="M{x(tick):.1f} 8V{height - 24}" stroke="#ddd"/>'
                f'<text x="{x(tick):.1f}" y="{height - 8}" text-anchor="middle" fill="#555">'
                f"{tick:+d}</text>"
            )
    for row, (name, rating) in enumerate(found.items()):
        y = 24 + 28 * row
        parts.append(
            f'<text x="12" y="{y + 4}">{escape(name)}</text>'
            f'<path d="M{x(rating.low):.1f} {y}H{x(rating.high):.1f}" stroke="#06c" '
            f'stroke-width="2"/><circle cx="{x(rating.elo):.1f}" cy="{y}" r="5" fill="#06c"/>'
        )
    return "\n".join([*parts, "</svg>", ""])
