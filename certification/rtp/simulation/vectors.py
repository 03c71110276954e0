"""The draw of all lanes as vector instructions, and bare addresses to hand from step to step.

LLVM fits vectors of `LANES` numbers to those of the machine, or does without; a compiler does not
find them here by itself, because it cannot know that arrays do not overlap. Addresses are needed
because arrays handed from function to function are counted by atomic instructions, each of which
costs more than a card. Nothing is checked against the end of an array.
"""

from typing import Any, Final

from llvmlite import ir  # type: ignore[import-untyped]  # it ships no types
from numba import types

from certification.rtp.simulation.automaton import RANK_COUNT
from certification.rtp.simulation.compiled import instruction
from rng.integers import WORD_BITS, WORDS

LANES: Final = 32  # two vectors of 256 bits; a mask of lanes is a number of 64 bits
NO_PLACE: Final = WORDS - 1  # beyond every card of a shoe

_LEFT: Final = RANK_COUNT - 1  # the row of `counts` that counts all cards left
_BYTE_BITS: Final = 8
_INDEX = ir.IntType(64)
_WORDS = ir.VectorType(ir.IntType(WORD_BITS), LANES)
_PRODUCTS = ir.VectorType(ir.IntType(2 * WORD_BITS), LANES)


@instruction
def address(_typing: Any, array: Any) -> tuple[Any, Any]:
    """Where the numbers of `array` lie. The caller keeps the array."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return context.make_array(array)(context, builder, arguments[0]).data

    pointer: Any = types.CPointer
    return pointer(array.dtype)(array), generate


@instruction
def offset(_typing: Any, base: Any, _index: Any) -> tuple[Any, Any]:
    """The address `index` numbers further on."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return base(base, types.int64), generate


@instruction
def lowest(_typing: Any, _mask: Any) -> tuple[Any, Any]:
    """The lowest lane in a mask that is not empty."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(1))

    return types.int64(types.uint64), generate


@instruction
def find_places(_typing: Any, words: Any, _row: Any, counts: Any, places: Any) -> tuple[Any, Any]:
    """Step 7 in each lane: `places[lane]` is word * left >> 16, the word as a number.

    `words[row, lane]` has its bytes as they came; `words[row, lane]` is then that number. Returns a
    mask of the lanes in which the word may have to be passed over: the remainder is below the
    number of cards left, and so perhaps below 65,536 modulo that.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        at_words, row, at_counts, at_places = arguments
        word = _big_endian(builder, _load(builder, at_words, row))
        _store(builder, word, at_words, row)
        left = _load(builder, at_counts, _INDEX(_LEFT))
        product = builder.mul(builder.zext(word, _PRODUCTS), builder.zext(left, _PRODUCTS))
        place = builder.lshr(product, _every(WORD_BITS, _PRODUCTS))
        _store(builder, builder.trunc(place, _WORDS), at_places, _INDEX(0))
        doubtful = builder.icmp_unsigned("<", builder.trunc(product, _WORDS), left)
        return builder.zext(builder.bitcast(doubtful, ir.IntType(LANES)), _INDEX)

    return types.uint64(words, types.int64, counts, places), generate


@instruction
def deal(_typing: Any, counts: Any, places: Any, ranks: Any) -> tuple[Any, Any]:
    """Step 8 in each lane: `ranks[lane]` is that of the card at `places[lane]`, and it is gone.

    `counts[rank, lane]` are the cards of this rank and those before it, so the card is of this rank
    or an earlier one where the count is above the place. `NO_PLACE` deals nothing: rank 13.
    """

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        at_counts, at_places, at_ranks = arguments
        place = _load(builder, at_places, _INDEX(0))
        rank = _every(RANK_COUNT, _WORDS)
        for each in range(RANK_COUNT):
            count = _load(builder, at_counts, _INDEX(each))
            reached = builder.sext(builder.icmp_unsigned(">", count, place), _WORDS)  # 0 or -1
            _store(builder, builder.add(count, reached), at_counts, _INDEX(each))
            rank = builder.add(rank, reached)
        _store(builder, rank, at_ranks, _INDEX(0))
        return context.get_dummy_value()

    return types.void(counts, places, ranks), generate


def _every(number: int, vector: ir.VectorType) -> Any:
    return ir.Constant(vector, [number] * LANES)


def _big_endian(builder: Any, words: Any) -> Any:
    # Every machine that numba knows is little-endian.
    shift = _every(_BYTE_BITS, _WORDS)
    return builder.or_(builder.shl(words, shift), builder.lshr(words, shift))


def _row(builder: Any, base: Any, row: Any) -> Any:
    return builder.gep(builder.bitcast(base, _WORDS.as_pointer()), [row])


def _load(builder: Any, base: Any, row: Any) -> Any:
    vector = builder.load(_row(builder, base, row))
    vector.align = WORD_BITS // _BYTE_BITS  # numpy promises no more
    return vector


def _store(builder: Any, vector: Any, base: Any, row: Any) -> None:
    builder.store(vector, _row(builder, base, row), align=WORD_BITS // _BYTE_BITS)
