"""Compiling kernels by numba where it is installed, and running them as plain Python where not.

Imported by kernels only. The law of a game never needs it.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

COMPILED: Final = find_spec("numba") is not None
"""Whether kernels run compiled: `pip install 'stalas[fast]'`."""

_numba: Any = import_module("numba") if COMPILED else None
_numpy: Any = import_module("numpy") if COMPILED else None


def _cache_folder() -> Path | None:
    """Where compiled kernels are kept: a folder for just this state of the sources, or None.

    A cached kernel does not notice that a compiled function it calls from another file has
    changed, so the folder's name is made of all that kernels are made of.
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    try:
        root = Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache"
        package = Path(__file__).parents[1]
        digest = hashlib.sha256(f"{sys.version} {_numba.__version__}".encode())
        for area in ("core", "games", "players", "solvers"):
            for source in sorted((package / area).rglob("*.py")):
                text = source.read_bytes()
                if b"compiled" in text or b"njit" in text:
                    digest.update(source.relative_to(package).as_posix().encode() + text)
        folder = root / "stalas" / "kernels" / digest.hexdigest()[:16]
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) else None


_cache: Final = _cache_folder() if COMPILED else None
if _cache is not None:
    _numba.config.CACHE_DIR = str(_cache)


def compiled(function: F) -> F:
    """Compile a kernel and keep the result on disk for the next start."""
    if not COMPILED:
        return function
    wrapped: F = _numba.njit(cache=_cache is not None, nogil=True)(function)
    return wrapped


def inlined(function: F) -> F:
    """Compile a part of a kernel into each place that calls it.

    A call that hands many arrays over costs more than a small function's own work, and so does
    counting references to them; so a part that is inlined may not make arrays of its own.
    """
    if not COMPILED:
        return function
    wrapped: F = _numba.njit(cache=_cache is not None, nogil=True, forceinline=True, _nrt=False)(
        function
    )
    return wrapped


def _count_bits(typing_context: Any, word: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return _numba.types.uint64(_numba.types.uint64), emit


def _count_trailing_zeros(typing_context: Any, word: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        ir = import_module("llvmlite.ir")
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return _numba.types.uint64(_numba.types.uint64), emit


def _intrinsic(function: Callable[..., Any]) -> Any:
    return import_module("numba.extending").intrinsic(function)


def _plain_popcount(word: Any) -> int:
    return int(word).bit_count()


def _plain_lowest(word: Any) -> int:
    return (int(word) & -int(word)).bit_length() - 1


popcount: Any = _intrinsic(_count_bits) if COMPILED else _plain_popcount
"""Count the bits of a 64-bit word."""
lowest: Any = _intrinsic(_count_trailing_zeros) if COMPILED else _plain_lowest
"""Number the lowest set bit of a 64-bit word that is not 0."""


def _plain_select(word: Any, k: Any) -> int:
    rest = int(word)
    for _ in range(int(k)):
        rest &= rest - 1
    return (rest & -rest).bit_length() - 1


if COMPILED:
    _SPREAD: Final = _numpy.uint64(0x0101010101010101)
    _TOPS: Final = _numpy.uint64(0x8080808080808080)
    _IN_BYTE: Final = _numpy.array(
        [[_plain_select(byte, k) % 64 for byte in range(256)] for k in range(8)], _numpy.uint64
    )


def _broadword_select(word: Any, k: Any) -> Any:
    """Count the bits of every byte at once, find the byte, look up the rest (Vigna 2008)."""
    sums = word - ((word >> _numpy.uint64(1)) & _numpy.uint64(0x5555555555555555))
    sums = (sums & _numpy.uint64(0x3333333333333333)) + (
        (sums >> _numpy.uint64(2)) & _numpy.uint64(0x3333333333333333)
    )
    sums = ((sums + (sums >> _numpy.uint64(4))) & _numpy.uint64(0x0F0F0F0F0F0F0F0F)) * _SPREAD
    place = popcount(((k * _SPREAD | _TOPS) - sums) & _TOPS) << _numpy.uint64(3)
    rank = k - ((sums << _numpy.uint64(8) >> place) & _numpy.uint64(255))
    return place + _IN_BYTE[rank, word >> place & _numpy.uint64(255)]


select: Any = inlined(_broadword_select) if COMPILED else _plain_select
"""Number the k-th set bit, from 0, of a 64-bit word that has so many."""
