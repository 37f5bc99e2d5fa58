"""Parts of Python that numba-cuda translates into more instructions than they need.

- A range counts on whether or not there is a next number: asking first means choosing between two
  values at every step.
- `number in (A, B)` compares the numbers one by one. numba-cuda makes a loop of it that looks each
  of them up, and loops stay loops here.

numba-cuda finds these translations in its registries, and uses them for other kernels of the
process as well: what they compute is the same.
"""

import operator
from functools import reduce
from typing import Any

from numba.cuda import types
from numba.cuda.core.imputils import RefType, iternext_impl
from numba.cuda.cpython import listobj, rangeobj


@rangeobj.registry.lower("iternext", types.range_iter64_type)  # type: ignore[untyped-decorator]
@iternext_impl(RefType.BORROWED)  # type: ignore[untyped-decorator]
def next_of_range(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    """The next number of a range, and whether there is one."""
    counter = context.make_helper(builder, signature.args[0], args[0])
    left, number = builder.load(counter.count), builder.load(counter.iter)
    builder.store(builder.sub(left, left.type(1)), counter.count)
    builder.store(builder.add(number, counter.step), counter.iter)
    result.set_valid(builder.icmp_signed(">", left, left.type(0)))
    result.yield_(number)


@listobj.registry.lower(operator.contains, types.UniTuple, types.Integer)  # type: ignore[untyped-decorator]
def is_one_of(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Whether a number is one of several."""
    several, kind = signature.args
    if not isinstance(several.dtype, types.Integer):
        return listobj.in_seq(context, builder, signature, args)
    common = context.typing_context.unify_types(several.dtype, kind)
    number = context.cast(builder, args[1], kind, common)
    others = (builder.extract_value(args[0], place) for place in range(several.count))
    found = (context.cast(builder, other, several.dtype, common) for other in others)
    return reduce(builder.or_, (builder.icmp_unsigned("==", each, number) for each in found))
