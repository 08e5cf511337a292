"""`stalas map`: list, show, check and make maps of China Gold."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from stalas.cli import files
from stalas.core.errors import GameError, RecordError
from stalas.core.words import english, say

if TYPE_CHECKING:
    from stalas.games.china_gold.mapmaker import Candidate
    from stalas.games.china_gold.maps import Map

_MOST_MATCHES: Final = 1_000_000
_MOST_CANDIDATES: Final = 1_000
_MOST_SEED: Final = 2**63 - 1


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to `stalas`."""
    parser = subparsers.add_parser(
        "map",
        help="list, show, check and make maps of China Gold",
        description="Maps of China Gold: which site belongs to which mountain and river.",
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)

    listing = actions.add_parser("list", help="list the house maps")
    listing.set_defaults(run=run, action=_list)

    show = actions.add_parser("show", help="draw a map and list its areas")
    _add_map(show)
    show.add_argument("--river-turn", type=int, choices=range(6), default=0, help="in sixths")
    show.add_argument("--river-flip", action="store_true", help="flip the sheet of rivers")
    show.add_argument("--json", action="store_true", help="the table for the option “map”")
    files.add_language(show)
    show.set_defaults(run=run, action=_show)

    check = actions.add_parser("check", help="check a map's file, and how fair the map is")
    _add_map(check)
    check.add_argument(
        "--matches",
        type=_whole(0, _MOST_MATCHES),
        default=0,
        metavar="N",
        help="play so many matches between greedy players",
    )
    check.add_argument("--seed", type=_whole(0, _MOST_SEED), default=0, metavar="S")
    files.add_language(check)
    check.set_defaults(run=run, action=_check)

    make = actions.add_parser("make", help="make a map that holds everything a house map must")
    make.add_argument("--side", type=int, choices=(5, 6), default=5, help="sites a side")
    make.add_argument("--name", metavar="NAME", help="the map's name")
    make.add_argument("--seed", type=_whole(0, _MOST_SEED), default=0, metavar="S")
    make.add_argument(
        "--candidates",
        type=_whole(1, _MOST_CANDIDATES),
        default=8,
        metavar="N",
        help="maps to choose among",
    )
    make.add_argument(
        "--matches",
        type=_whole(2, _MOST_MATCHES),
        default=400,
        metavar="N",
        help="greedy matches that measure a finalist",
    )
    make.add_argument("-o", "--output", type=Path, metavar="FILE", help="write it to a file")
    files.add_language(make)
    make.set_defaults(run=run, action=_make)


def run(args: argparse.Namespace) -> int:
    """Do what is asked; what is wrong with a map is one sentence on standard error."""
    try:
        return int(args.action(args))
    except GameError as error:
        language = files.chosen_language(getattr(args, "lang", None))
        print(f"stalas map: {language(error.sentence)}", file=sys.stderr)
        return 2


def _add_map(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "map", metavar="MAP", help="a house map's name, a map's TOML file, or - for standard input"
    )


def _whole(low: int, high: int) -> Callable[[str], int]:
    """Make a reader of whole numbers from low to high."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"it must be a whole number from {low} to {high}")

    return read


def _load(name: str) -> Map:
    from stalas.games.china_gold.maps import HOUSE_MAPS, house_map, parse_map

    return house_map(name) if name in HOUSE_MAPS else parse_map(files.read_bytes(name))


def _list(args: argparse.Namespace) -> int:
    from stalas.games.china_gold.maps import HOUSE_MAPS, house_map

    for name in HOUSE_MAPS:
        found = house_map(name)
        sites = sum(len(area) for area in found.mountains)
        print(
            f"{name}  side {found.side}  {sites} sites  "
            f"{len(found.mountains)} mountains  {len(found.rivers)} rivers"
        )
    return 0


def _show(args: argparse.Namespace) -> int:
    from stalas.games.china_gold.board import board
    from stalas.games.china_gold.maps import area_name
    from stalas.games.china_gold.text import draw_board

    placed = _load(args.map).placed(args.river_turn, args.river_flip)
    if args.json:
        files.print_json(placed.to_json())
        return 0
    language = files.chosen_language(args.lang)
    laid = board(placed)
    every = laid.grid.all
    print("\n".join(line.rstrip() for line in [placed.name, "", *draw_board(laid, every, 0)]))
    for kind, areas in (("mountains", placed.mountains), ("rivers", placed.rivers)):
        print()
        for number, area in enumerate(areas):
            print(f"{language(area_name(kind, number))}: {' '.join(area)}")
    return 0


def _check(args: argparse.Namespace) -> int:
    from stalas.games.china_gold.mapmaker import why_no_house_map
    from stalas.players.china_gold.fairness import measure

    language = files.chosen_language(args.lang)
    found = _load(args.map)
    print(language(say("The map “{name}” can be played on.", name=found.name)))
    reason = why_no_house_map(found)
    if reason is None:
        print(language(say("It holds everything that the house maps hold.")))
    else:
        print(language(say("It is not made like the house maps: {reason}.", reason=reason)))
    if args.matches:
        fair = measure(found, args.matches, args.seed)
        print(
            language(
                say(
                    "In {matches} matches between greedy players the mountains won {mountains} %,"
                    " and whoever began {beginner} % (± {margin} at 95 %).",
                    matches=fair.matches,
                    mountains=f"{100 * fair.mountains / fair.matches:.1f}",
                    beginner=f"{100 * fair.beginner / fair.matches:.1f}",
                    margin=f"{100 * fair.margin:.1f}",
                )
            )
        )
    return 0


def _make(args: argparse.Namespace) -> int:
    from stalas.games.china_gold.mapmaker import make_map
    from stalas.games.china_gold.maps import read_map
    from stalas.players.china_gold.fairness import measure

    name = args.name or {5: "map-61", 6: "map-91"}[args.side]
    if args.output is not None and not args.output.parent.is_dir():
        # Better said before the long work than after it.
        folder = files.printable(str(args.output.parent))
        raise RecordError(say("There is no folder {folder}.", folder=folder))

    def report(candidate: Candidate) -> None:
        print(
            f"looks {candidate.ugliness:4.1f}, off one half by {candidate.unfairness:.1%}"
            f" in {candidate.matches} matches",
            file=sys.stderr,
            flush=True,
        )

    found = make_map(
        name,
        args.side,
        args.seed,
        args.candidates,
        args.matches,
        lambda placed, matches, seed: measure(placed, matches, seed).unfairness,
        report,
    ).map
    toml = read_map(found.to_json()).to_toml()
    if args.output is None:
        print(toml, end="")
        return 0
    try:
        args.output.write_text(toml, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        file = files.printable(str(args.output))
        raise RecordError(say("Cannot write {file}: {reason}.", file=file, reason=reason)) from None
    print(english(say("The map is in {file}.", file=files.printable(str(args.output)))))
    return 0
