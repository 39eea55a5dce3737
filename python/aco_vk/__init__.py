"""Short tours for the travelling salesman problem, found by ant colonies on any Vulkan GPU.

>>> import aco_vk
>>> r = aco_vk.solve([(0, 0), (3, 0), (3, 4), (0, 4)])
>>> r.order, r.length
([0, 1, 2, 3], 14.0)
"""

from __future__ import annotations

from importlib import metadata
from typing import Any, Callable, Iterable, Optional, Sequence

from ._errors import (
    AcoError,
    DataWarning,
    DeviceError,
    ForbiddenEdgeError,
    InstanceError,
    OptionError,
    ProgramError,
    TooLargeError,
)
from ._evaluate import evaluate
from ._solver import Path, Progress, Result, Running, Solver, shared

__all__ = [
    "AcoError", "DataWarning", "DeviceError", "ForbiddenEdgeError", "InstanceError", "OptionError", "ProgramError", "Progress",
    "Result", "Running", "Solver", "TooLargeError", "__version__", "evaluate", "solve",
]

try:
    __version__ = metadata.version("aco_vk")
except metadata.PackageNotFoundError:  # the folder of the package is used as it is
    __version__ = "devel"


def solve(
    places: Any,
    *,
    metric: Optional[str] = None,
    unit: Optional[str] = None,
    path: Optional[Path] = None,
    fixed: Optional[Iterable[Sequence[int]]] = None,
    forbidden: Optional[Iterable[Sequence[int]]] = None,
    initial: Optional[Iterable[Optional[int]]] = None,
    stay_close: Optional[float] = None,
    time_limit: Optional[float] = None,
    iterations: Optional[int] = None,
    target: Optional[float] = None,
    idle: Optional[float] = None,
    stall: Optional[int] = None,
    device_time: Optional[float] = None,
    seed: Optional[int] = None,
    algorithm: Optional[str] = None,
    device: Optional[str] = None,
    threads: Optional[int] = None,
    bound: bool = False,
    progress: Optional[Callable[[Progress], Any]] = None,
) -> Result:
    """Find a short tour of places, or of a matrix of distances.

    Places count from 0. A run ends at the first of the limits that are given. Without any it ends
    when no shorter tour is to be expected, at the latest after 60 seconds.

    Ctrl-C ends the run, and its best tour is returned, with ``stop_reason`` "interrupted". A second
    Ctrl-C, or one before there is a tour, is a KeyboardInterrupt.

    Args:
        places: A table of two columns: a list of pairs, an array, or a frame of pandas with the
            columns x and y or lat and lon, or of GeoPandas with points. Or a square matrix:
            ``places[i][j]`` is the distance from i to j, and infinity where there is no edge. Two rows of
            two numbers are two places, with metric "EXPLICIT" a matrix. Arrays of float64 are sent as
            they are; others are converted to it.
        metric: Of places: "euclidean", "manhattan", "haversine" for latitude and longitude in degrees,
            or a metric of TSPLIB such as "EUC_2D", which rounds each distance to a whole number. Of a
            matrix "EXPLICIT", or none.
            Default: by the columns of a frame, else euclidean.
        unit: The name of the unit of places or matrix. With haversine "km", the default, or "m".
        path: An open path that does not return: its first and its last place, each of which may be
            None for any; True is (None, None).
        fixed: Edges that the tour must have, as pairs of places. In an asymmetric matrix each leads
            from its first to its second place.
        forbidden: Edges that the tour must not have. In an asymmetric matrix each is one direction.
        initial: A tour to begin with, as an order of places. Those that it lacks are inserted where they cost
            least, and None is a place that is gone: ``[today.get(name) for name in yesterday]``, where ``today``
            has the number of each name. :attr:`Result.notices` says how many places are kept, new and gone.
        stay_close: A price, in the unit, of each leg that ``initial`` does not have. The run minimizes the
            length with these prices.
        time_limit: Seconds of the run, more than 0, without the time that it waits for a device.
        iterations: Of the algorithm.
        target: A length, in the unit, that is short enough.
        idle: Seconds without improvement.
        stall: Iterations without improvement.
        device_time: Seconds that the stages of all devices take together.
        seed: Of the random numbers, 0 to 2**64 - 1; 1 without. The same places, options, seed and
            iterations give the same tour.
        algorithm: "merged", "chained", "mmas", "acs" or "as". Default: by the instance.
        device: "auto", "vulkan", "cpu", or a name or an index of ``aco-vk devices``. Default: the best
            GPU, else the processor.
        threads: Processor threads of all runs with this number, 1 to 1024. Default: all.
        bound: Compute a lower bound, too. It takes half of the time limit.
        progress: Called during the run, in this thread, with a :class:`Progress`. If it returns False,
            the run ends with its best tour; an exception ends the run and is passed on.

    Warns:
        DataWarning: The places or the distances look wrong; :attr:`Result.warnings` has the texts, too.

    Raises:
        OptionError: An argument cannot be used.
        InstanceError: The places, the matrix or the edges cannot be used.
        ForbiddenEdgeError: No tour without forbidden edges was found.
        TooLargeError: The run does not fit the device or the memory.
        DeviceError: There is no such device, or it failed.
        ProgramError: The program of the solver is missing or has ended.
    """
    return shared(threads).solve(
        places, metric=metric, unit=unit, path=path, fixed=fixed, forbidden=forbidden, initial=initial,
        stay_close=stay_close,
        time_limit=time_limit, iterations=iterations, target=target, idle=idle, stall=stall,
        device_time=device_time, seed=seed, algorithm=algorithm, device=device, bound=bound, progress=progress)
