"""The conformance kit: the laws that every game, position and view must obey.

`check_game` holds them all over random matches. Each law is also a function of its own, for
property tests: it returns nothing and raises LawBroken with a sentence that says what is wrong.
They stand in one file so that they can be read as the one list that they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Final

from stalas.core.chance import RandomSource
from stalas.core.errors import GameError
from stalas.core.game import DEALER, AnyGame, AnyMove, AnyState, AnyView, Json, Viewer
from stalas.core.moves import Flag, Resign
from stalas.core.words import english

LISTED: Final = 1000
"""Chances are summed and searched up to this many."""

SAMPLED: Final = 12
"""How many moves of a long list are looked at in one position."""

WIDTH: Final = 78
"""Columns that a drawing may take."""

FEW: Final = 3
"""How many coming moves are looked at for leaks in one position, beside the ends of the list."""

SHORT: Final = 60
"""A list of moves up to this long is looked at whole."""

_FIRST_KEYS: Final = ["game", "seat", "to_move", "over", "scores", "winners", "reason"]
_GIVEN_UP_ONCE_IN: Final = 4
_DRAWN_ONCE_IN: Final = 8
_STORED: Final = 40


class LawBroken(AssertionError):
    """A law that a game breaks, in one sentence."""


def check_game(
    game: AnyGame,
    *,
    matches: int,
    seed: int,
    seats: Iterable[int] | None = None,
    options: Iterable[Mapping[str, Json]] | None = None,
) -> None:
    """Hold every law over random matches, which go round the seat counts and the option sets.

    `seats` defaults to all that the game allows, `options` to the defaults alone. Raises LawBroken.
    """
    numbers = list(game.seats if seats is None else seats)
    sets: list[Mapping[str, Json]] = list(({},) if options is None else options)
    check_game_itself(game)
    for number in range(matches):
        rng = Random(f"{game.name} {seed} {number}")
        count, chosen = numbers[number % len(numbers)], sets[number // len(numbers) % len(sets)]
        start: AnyState = game.start(count, chosen)
        moves = random_match(start, count, rng)
        check_match(game, start, moves, count, rng)


def check_match(
    game: AnyGame, start: AnyState, moves: Sequence[AnyMove], seats: int, rng: Random
) -> None:
    """Hold every law at every ply of one match. Raises LawBroken."""
    viewers: tuple[Viewer, ...] = (*range(seats), None)
    tried: list[AnyMove] = []
    states = list(positions(start, moves))
    for ply, state in enumerate(states):
        check_over(state, seats)
        check_scores(state)
        check_legal_moves(game, state, seats, rng)
        check_chances(state, rng)
        check_refusals(state, seats, tried)
        check_drawing(game, state.view(viewers[ply % len(viewers)]))
        for viewer in viewers:
            check_view(game, state, viewer)
            check_leaks(game, state, viewer, rng, tried)
        if ply < len(moves):
            check_notation(game, moves[ply])
            check_play_changes_nothing(state, moves[ply])
            if len(tried) < _STORED or rng.randrange(4) == 0:
                tried.append(moves[ply])
                del tried[: len(tried) - _STORED]
    check_replay(game, start, [str(move) for move in moves], states)
    for viewer in viewers:
        check_twin(game, start, moves, viewer, rng)
        check_twin(game, start, moves[: rng.randrange(len(moves) + 1)], viewer, rng)


def random_match(start: AnyState, seats: int, rng: Random) -> list[AnyMove]:
    """The moves of a match in which everybody plays at random; with two seats some give up."""
    state, moves = start, list[AnyMove]()
    source = RandomSource(rng)
    giving_up = seats == 2 and rng.randrange(_GIVEN_UP_ONCE_IN) == 0
    left = rng.randrange(30)
    while state.to_move:
        seat = state.to_move[rng.randrange(len(state.to_move))]
        if giving_up and len(moves) == left:
            move: AnyMove = (Resign, Flag)[rng.randrange(2)](rng.randrange(2))
        elif seat == DEALER:
            move = state.draw(source)
        else:
            legal = state.legal_moves(seat)
            _hold(len(legal) > 0, f"seat {seat} is to move and has no legal move")
            move = legal[rng.randrange(len(legal))]
        error = state.why_illegal(move)
        if error is not None:
            raise LawBroken(f"{move} was listed or drawn for {_name(seat)}, but: {error}")
        state = state.play(move)
        moves.append(move)
    return moves


def positions(start: AnyState, moves: Iterable[AnyMove]) -> Iterator[AnyState]:
    """The positions of a match, the first one and the last one included."""
    yield (state := start)
    for move in moves:
        yield (state := state.play(move))


# The laws


def check_game_itself(game: AnyGame) -> None:
    """Names are there, the rules are numbered once, every option's default is allowed."""
    numbers = [rule.number for rule in game.rules]
    _hold(len(numbers) > 0 and len(set(numbers)) == len(numbers), "a rule's number stands twice")
    for sentence in (game.title, game.credit, *(rule.text for rule in game.rules)):
        _hold(english(sentence) != "", "a sentence of the game is empty")
    for option in game.options:
        for value in (option.default, *option.choices):
            reason = option.check(value)
            _hold(reason is None, f"option {option.name} refuses its own value {value!r}: {reason}")


def check_over(state: AnyState, seats: int) -> None:
    """Over, having an outcome, nobody to move and no legal moves are one and the same."""
    over = state.outcome() is not None
    to_move = state.to_move
    _hold(over == (to_move == ()), f"outcome {state.outcome()}, yet to move: {to_move}")
    _hold(
        to_move == (DEALER,)
        or (list(to_move) == sorted(set(to_move)) and all(0 <= seat < seats for seat in to_move)),
        f"to_move is neither the dealer nor seats in rising order: {to_move}",
    )
    for seat in range(seats):
        some = len(state.legal_moves(seat)) > 0
        _hold(
            some == (seat in to_move),
            f"seat {seat} has {'' if some else 'no '}legal moves; to move: {to_move}",
        )


def check_scores(state: AnyState) -> None:
    """An outcome holds the scores as they stand, its winners rising and its reason named."""
    outcome, scores = state.outcome(), state.scores()
    if outcome is None:
        return
    winners = outcome.winners
    _hold(outcome.scores == scores, f"the outcome says {outcome.scores}, the scores are {scores}")
    _hold(
        len(winners) > 0 and list(winners) == sorted(set(winners)),
        f"the winners are not seats in rising order: {winners}",
    )
    _hold(all(0 <= seat < len(scores) for seat in winners), f"a winner sits nowhere: {winners}")
    _hold(outcome.reason != "", "the outcome has no reason")
    if outcome.reason == "points":
        # Many points may win or few; whoever wins alone stands apart at one end.
        ends = (max(scores), min(scores))
        _hold(
            all(scores[seat] == scores[winners[0]] for seat in winners)
            and scores[winners[0]] in ends,
            f"won by points by {winners} with the scores {scores}",
        )


def check_legal_moves(game: AnyGame, state: AnyState, seats: int, rng: Random) -> None:
    """Legal moves are their seat's, distinct, playable, in a fixed order, and have words."""
    for seat in range(seats):
        legal = state.legal_moves(seat)
        looked = _sample(legal, rng)
        _hold(len(set(looked)) == len(looked), f"a legal move of seat {seat} stands twice")
        _hold(
            len(legal) > SHORT or list(legal) == list(state.legal_moves(seat)),
            f"the order of seat {seat}'s legal moves is not fixed",
        )
        for move in looked:
            _hold(move.seat == seat, f"{move} is among the legal moves of seat {seat}")
            _hold(move in legal, f"{move} is not found in its own list")
            error = state.why_illegal(move)
            _hold(error is None, f"{move} is listed as legal, but: {error}")
            check_notation(game, move)
            state.play(move)
            _hold(english(game.words(move)) != "", f"{move} has no words")


def check_notation(game: AnyGame, move: AnyMove) -> None:
    """A move prints to one ASCII text and that text parses back to it."""
    text = str(move)
    _hold(text.isascii() and text == text.strip() and text != "", f"the text {text!r} is not plain")
    try:
        again = game.parse(text)
    except GameError as error:
        raise LawBroken(f"{text!r} does not parse back: {error}") from None
    _hold(again == move, f"{text!r} parses back to another move: {again!r}")
    _hold(hash(again) == hash(move), f"equal moves hash apart: {text!r}")
    _hold(str(again) == text, f"{text!r} prints anew as {str(again)!r}")


def check_chances(state: AnyState, rng: Random) -> None:
    """Chances are positive and sum to 1, and what the dealer draws is among them and playable."""
    chances = state.chances()
    if state.to_move != (DEALER,):
        _hold(len(chances) == 0, "there are chances although the dealer is not to move")
        return
    drawn = state.draw(RandomSource(rng))
    error = state.why_illegal(drawn)
    _hold(error is None, f"the dealer drew {drawn}, but: {error}")
    _hold(drawn.seat == DEALER, f"the dealer drew the move of a seat: {drawn}")
    for move, chance in _sample(chances, rng):
        _hold(isinstance(chance, Fraction), f"the chance of {move} is not exact: {chance!r}")
        _hold(chance > 0, f"the chance of {move} is {chance}")
        error = state.why_illegal(move)
        _hold(error is None, f"{move} has a chance, but: {error}")
    if 0 < len(chances) <= LISTED:
        listed = [move for move, _chance in chances]
        total = sum((chance for _move, chance in chances), Fraction(0))
        _hold(total == 1, f"the chances sum to {total}")
        _hold(len(set(listed)) == len(listed), "a move of the dealer is listed twice")
        _hold(drawn in listed, f"the dealer drew {drawn}, which is not among its chances")


def check_refusals(state: AnyState, seats: int, tried: Iterable[AnyMove]) -> None:
    """Whatever is not legal is refused with a rule and a sentence, and `play` refuses alike.

    `tried` are moves that were legal once. Those of whoever is not to move are all refused now.
    """
    for move in tried:
        if isinstance(move, Resign | Flag):
            if state.to_move:
                continue
        elif move.seat in state.to_move and (
            move.seat == DEALER or move in state.legal_moves(move.seat)
        ):
            continue
        error = state.why_illegal(move)
        if error is None:
            raise LawBroken(f"{move} is not legal, but not refused; to move: {state.to_move}")
        _hold(error.rule is not None, f"{move} is refused without a rule: {error}")
        _hold(len(str(error)) > 5, f"{move} is refused without a sentence")
        try:
            state.play(move)
        except GameError as raised:
            _hold(
                (type(raised), raised.rule, raised.sentence)
                == (type(error), error.rule, error.sentence),
                f"{move}: play says “{raised}”, why_illegal says “{error}”",
            )
        else:
            raise LawBroken(f"{move} is refused by why_illegal, but play makes it")
    if seats == 2:
        for seat in range(seats):
            error = state.why_illegal(Resign(seat))
            _hold((error is None) == bool(state.to_move), f"seat {seat} resigning: {error}")


def check_play_changes_nothing(state: AnyState, move: AnyMove) -> None:
    """Making a move leaves the position it is made in as it was."""
    before = (hash(state), repr(state), json.dumps(state.truth()))
    one, two = state.play(move), state.play(move)
    _hold(
        (hash(state), repr(state), json.dumps(state.truth())) == before,
        f"{move} changed the position that it was made in",
    )
    _hold(one == two and hash(one) == hash(two), f"{move} made twice leads to two positions")


def check_replay(
    game: AnyGame, start: AnyState, texts: Iterable[str], states: Sequence[AnyState]
) -> None:
    """Replaying the texts gives equal positions with equal hashes."""
    state = start
    for text, expected in zip(texts, states[1:], strict=True):
        state = state.play(game.parse(text))
        _hold(state == expected, f"replaying {text!r} gives another position")
        _hold(hash(state) == hash(expected), f"equal positions hash apart after {text!r}")


def check_view(game: AnyGame, state: AnyState, viewer: Viewer) -> None:
    """A view is its viewer's, agrees with the position, and is plain JSON, keys in order."""
    view = state.view(viewer)
    legal = () if viewer is None else state.legal_moves(viewer)
    _hold(view.seat == viewer, f"the view of {viewer} says that it is {view.seat}'s")
    _hold(view.to_move == state.to_move, "the view says that others are to move")
    _hold(view.scores == state.scores(), "the view has other scores")
    _hold(view.outcome == state.outcome(), "the view has another outcome")
    _hold(len(view.legal) == len(legal), "the view lists other legal moves")
    if len(legal) <= SHORT:
        _hold(list(view.legal) == list(legal), "the view lists other legal moves")
    whole = view.to_json()
    _hold(list(whole)[: len(_FIRST_KEYS)] == _FIRST_KEYS, f"the JSON begins with {list(whole)}")
    _hold("legal" in whole, "the JSON does not list the legal moves")
    try:
        dumped = json.dumps(whole, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise LawBroken(f"the view is not plain JSON: {error}") from None
    _hold(json.loads(dumped) == _plain(whole), "the view is not plain JSON")


def check_drawing(game: AnyGame, view: AnyView) -> None:
    """The drawing has something to show, and no line of it is too wide for a terminal."""
    lines = game.draw(view, english).splitlines()
    _hold(any(lines), "the drawing is empty")
    widest = max(map(len, lines))
    _hold(widest <= WIDTH, f"the drawing is {widest} columns wide, not {WIDTH} at most")


def check_leaks(
    game: AnyGame,
    state: AnyState,
    viewer: Viewer,
    rng: Random,
    tried: Iterable[AnyMove] = (),
) -> None:
    """The leak law: all that a viewer gets is the same in another world it cannot tell apart.

    That is the view, its bytes as JSON and as text, the errors of its own moves (`tried`), and of
    moves that may come next the notation and, where they reveal nothing new, the sentences.
    """
    other = state.redeal(viewer, rng)
    _hold(other.to_move == state.to_move, "redealing changed who is to move")
    drawn = rng.randrange(_DRAWN_ONCE_IN) == 0
    check_same_view(game, state.view(viewer), other.view(viewer), drawn=drawn)
    for move in tried:
        if move.seat == viewer:
            one, two = state.why_illegal(move), other.why_illegal(move)
            _hold(
                _refusal(one) == _refusal(two),
                f"{move} leaks by its refusal: “{one}” or “{two}”",
            )
    for seat in state.to_move:
        moves = (
            [state.draw(RandomSource(rng))]
            if seat == DEALER
            else _sample(state.legal_moves(seat), rng, FEW, FEW)
        )
        for move in moves:
            if other.why_illegal(move) is not None:
                # A move that hangs on what is hidden: it must be somebody else's.
                _hold(seat != viewer, f"{move} leaks by being legal in one world alone")
                continue
            _hold(
                state.seen(move, viewer) == other.seen(move, viewer),
                f"the notation of {move} leaks to {_name(viewer)}",
            )
            if state.play(move).view(viewer) == other.play(move).view(viewer):
                _hold(
                    state.tell(move, viewer) == other.tell(move, viewer),
                    f"the sentences of {move} leak to {_name(viewer)}",
                )


def check_same_view(game: AnyGame, one: AnyView, two: AnyView, *, drawn: bool = True) -> None:
    """Two views are the same, and so are the bytes of all that is made from them.

    Drawing takes time, and what a view holds shows in its `repr` too, so it may be left out.
    """
    name = _name(one.seat)
    made: list[tuple[str, Callable[[AnyView], str]]] = [("JSON", _json), ("view", repr)]
    if drawn:
        made.append(("drawing", lambda view: game.draw(view, english)))
    for what, make in made:
        a, b = make(one), make(two)
        if a != b:
            raise LawBroken(f"the {what} leaks to {name}: {_difference(a, b)}")
    _hold(one == two, f"the view leaks to {name} by comparing")


def check_twin(
    game: AnyGame, start: AnyState, moves: Sequence[AnyMove], viewer: Viewer, rng: Random
) -> None:
    """The twin law: another match that the viewer cannot tell apart, at any ply."""
    twin = game.twin(start, moves, viewer, rng)
    name = _name(viewer)
    _hold(len(twin) == len(moves), f"the twin for {name} has {len(twin)} plies, not {len(moves)}")
    one = two = start
    for ply, (a, b) in enumerate(zip(moves, twin, strict=True)):
        where = f"ply {ply} for {name}, {a} or {b}"
        _hold(a.seat == b.seat, f"the twin's mover differs at {where}")
        error = two.why_illegal(b)
        _hold(error is None, f"the twin's move is illegal at {where}: {error}")
        _hold(one.seen(a, viewer) == two.seen(b, viewer), f"the notation leaks at {where}")
        _hold(one.tell(a, viewer) == two.tell(b, viewer), f"the sentences leak at {where}")
        one, two = one.play(a), two.play(b)
        try:
            drawn = rng.randrange(_DRAWN_ONCE_IN) == 0
            check_same_view(game, one.view(viewer), two.view(viewer), drawn=drawn)
        except LawBroken as broken:
            raise LawBroken(f"twins differ after {where}: {broken}") from None


def _hold(true: bool, sentence: str) -> None:
    if not true:
        raise LawBroken(sentence)


def _sample(
    items: Sequence[Any], rng: Random, whole: int = SHORT, some: int = SAMPLED
) -> list[Any]:
    """All of a list of up to `whole`, or some of a longer one, each once, its ends among them."""
    if len(items) <= whole:
        return list(items)
    last = len(items) - 1
    chosen = {0, last, *(rng.randrange(len(items)) for _ in range(some))}
    return [items[index] for index in sorted(chosen)]


def _json(view: AnyView) -> str:
    return json.dumps(view.to_json())


def _plain(value: Any) -> Any:
    """JSON with its tuples as lists and its mappings as objects."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _refusal(error: GameError | None) -> object:
    return None if error is None else (type(error), error.rule, error.sentence)


def _difference(one: str, two: str) -> str:
    """Where two texts part."""
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    return f"…{one[max(0, at - 30) : at + 30]}… or …{two[max(0, at - 30) : at + 30]}…"


def _name(viewer: Viewer) -> str:
    if viewer is None:
        return "a spectator"
    return "the dealer" if viewer == DEALER else f"seat {viewer}"
