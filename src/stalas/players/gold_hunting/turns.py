"""Every legal turn, weighed by a plan to the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from stalas.games.gold_hunting.moves import Dig, Rush, Safe
from stalas.games.gold_hunting.pieces import HELD, RUSH_BONUS, RUSHED, nuggets
from stalas.games.gold_hunting.view import View
from stalas.players.gold_hunting.beliefs import site
from stalas.players.player import Weighed

if TYPE_CHECKING:
    from stalas.solvers.gold_hunting.digging import Floats
    from stalas.solvers.gold_hunting.reveals import Reveals

SCORES: Final = 28
"""How many final scores are told apart, more than there can be."""
CAN_PLAN: Final = find_spec("numpy") is not None
"""Planning needs numpy; numba makes it ten times faster."""


def weigh_turns(
    view: View, belief: Callable[[Reveals], Floats], worth: Sequence[float]
) -> list[Weighed] | None:
    """Weigh the legal turns by what the final score will be worth on average.

    `belief` gives a weight to each stacking of the other's profile. None if there can be no plan:
    numpy is missing, or a hill was left empty, which makes too many stackings.
    """
    seat = view.to_move[0]
    shown = site(view, 1 - seat)
    if not CAN_PLAN or min(shown.heights) == 0:
        return None
    from stalas.players.gold_hunting.planning import plan
    from stalas.solvers.gold_hunting.reveals import reveals_of

    reveals = reveals_of(shown.heights)
    fate = view.fates[seat]
    options = plan(
        reveals,
        reveals.index[shown.lifted],
        belief(reveals),
        worth,
        bust_from=view.options.bust_from,
        pile=nuggets(view.piles[seat]),
        number=view.tokens[seat] if fate == HELD else None,
        aside=RUSH_BONUS if fate == RUSHED else nuggets(view.safes[seat]) // 2,
    )
    place = {hill: shown.twins(at)[0] for at, hill in enumerate(shown.hills)}
    weighed = []
    for move in view.legal:
        if isinstance(move, Dig):
            weighed.append(Weighed(move, options.digs[place[move.hill - 1], move.size]))
        elif isinstance(move, Rush):
            weighed.append(Weighed(move, options.rushes[place[move.hill - 1]]))
        elif isinstance(move, Safe) and options.safe is not None:
            weighed.append(Weighed(move, options.safe))
    return weighed
