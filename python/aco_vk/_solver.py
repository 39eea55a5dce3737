"""The solver and its results."""

from __future__ import annotations

import asyncio
import atexit
import html
import json
import os
import sys
import tempfile
import threading
import warnings
from array import array
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Generator, Iterable, List, Optional, Sequence, Tuple, Union

from ._errors import AcoError, DataWarning, OptionError, ProgramError, error_of
from ._instance import Places, edges_of, order_of, places_of, text_of
from ._program import Array, Client, Run, call

#: The ends of an open path; None is any place.
Path = Union[bool, Tuple[Optional[int], Optional[int]]]


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    length: float  #: of the best tour so far, 0 before the first one
    elapsed: float  #: seconds since the run began
    iteration: int
    phase: str  #: such as "search"
    algorithm: str


@dataclass(frozen=True)
class Result:
    """A tour, and how it was found."""

    order: List[int]  #: the places, counted from 0, in the order of the visit
    length: float  #: in the unit, recomputed from the numbers that were given
    unit: str  #: of the length, "" if none was given
    closed: bool  #: the tour returns from the last place to the first
    bound: Optional[float]  #: no tour is shorter; None if it was not asked for, or not complete
    gap: Optional[float]  #: how much longer than the bound the tour is, as a part of the bound
    stop_reason: str  #: what ended the run: "time_limit", "idle", "optimal", "interrupted", …
    algorithm: str
    seed: int
    iterations: int
    elapsed: float  #: seconds
    notices: List[str]  #: what the user should know, such as the device that was chosen
    warnings: List[str]  #: what looks wrong with the places or the distances
    _report: bytes = field(repr=False, compare=False, default=b"")
    _points: bytes = field(repr=False, compare=False, default=b"")  # of the picture; b"": there is none
    _metric: Optional[str] = field(repr=False, compare=False, default=None)
    _frame: Any = field(repr=False, compare=False, default=None)

    @property
    def report(self) -> Dict[str, Any]:
        """The report of the run, as ``aco-vk solve --json`` writes it. Places count from 1 there."""
        report: Dict[str, Any] = json.loads(self._report)
        return report

    @property
    def frame(self) -> Any:
        """The frame of pandas that was given, with its rows in the order of the visit; None without one."""
        return None if self._frame is None else self._frame.iloc[self.order]

    @property
    def names(self) -> Any:
        """The names of the places in the order of the visit, a Series of pandas: the frame's column ``name``, in upper
        or lower case, else its index. None without a frame."""
        if self._frame is None:
            return None
        for column in self.frame.columns:
            if str(column).strip().lower() == "name":
                return self.frame[column]
        return self.frame.index.to_series()

    def _repr_html_(self) -> Optional[str]:
        """Return the tour as SVG for a notebook; None for a matrix, for many places and without a program."""
        if not self._points:
            return None
        with tempfile.TemporaryDirectory() as folder:
            places, run, svg = (os.path.join(folder, name) for name in ("places", "run.json", "tour.svg"))
            with open(places, "w", encoding="utf-8") as file:
                file.write(text_of(self._points, len(self.order), self._metric))
            with open(run, "wb") as report:
                report.write(self._report)
            command = ["plot", places, run, "-o", svg]
            if self._metric is not None and not self._metric.isupper():
                command += ["--metric", self._metric]
            try:
                if call(*command).returncode:
                    return None
            except ProgramError:
                return None
            with open(svg, encoding="utf-8") as picture:
                return f'{html.escape(repr(self))}<div style="max-width: 40em">{picture.read()}</div>'

    def __repr__(self) -> str:
        gap = "" if self.gap is None else f", at most {100 * self.gap:.2f} % above the optimum"
        unit = f" {self.unit}" if self.unit else ""
        kind = "tour" if self.closed else "path"
        return (f"<aco_vk.Result: {kind} of {len(self.order)} places, length {self.length:.6g}{unit}{gap}; "
                f"{self.stop_reason} after {self.elapsed:.2f} s>")


class Solver:
    """A solver that stays open: a child process, which keeps its devices open for many calls.

    Any number of threads may call :meth:`solve` at the same time; each waits for a free device. A
    process that was forked gets a child process of its own at its first call.

    ``threads`` is the number of processor threads of all runs together; None: all.
    """

    def __init__(self, *, threads: Optional[int] = None) -> None:
        self._threads = _count(threads)
        self._start()

    def _start(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._client: Optional[Client] = None
        self._closed = False

    def _connect(self) -> Client:
        if self._pid != os.getpid():  # a fork: the child process belongs to the parent
            closed = self._closed
            self._start()
            self._closed = closed
        with self._lock:
            if self._closed:
                raise AcoError("the solver was closed")
            if self._client is None or not self._client.alive:
                self._client = Client(self._threads)
            return self._client

    @property
    def version(self) -> str:
        """The version of the program."""
        return self._connect().version

    def close(self) -> None:
        """End all runs and the child process. A second call does nothing."""
        if self._pid != os.getpid():
            return
        with self._lock:
            client, self._client, self._closed = self._client, None, True
        if client is not None:
            client.close()

    def __enter__(self) -> "Solver":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def solve(
        self,
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
        bound: bool = False,
        progress: Optional[Callable[[Progress], Any]] = None,
    ) -> Result:
        """Find a short tour, as :func:`aco_vk.solve` does."""
        options = {
            "metric": metric, "unit": unit, "path": path, "fixed": fixed, "forbidden": forbidden, "initial": initial,
            "stay_close": stay_close,
            "time_limit": time_limit, "iterations": iterations, "target": target, "idle": idle, "stall": stall,
            "device_time": device_time, "seed": seed, "algorithm": algorithm, "device": device, "bound": bound,
        }
        return self._begin(places, options, progress is not None)._wait(progress)

    def start(self, places: Any, **options: Any) -> "Running":
        """Begin a run and return it at once. It takes the options of :meth:`solve`, without ``progress``."""
        unknown = options.keys() - _OPTIONS
        if unknown:
            raise TypeError(f"start() has no option {sorted(unknown)[0]!r}")
        return self._begin(places, options, True)

    def solve_many(self, instances: Iterable[Any], **options: Any) -> List[Result]:
        """Solve many places or matrices with the same options, on all cores, and return the results in their order.

        Options are those of :meth:`solve`, without ``progress``. Ctrl-C ends all runs and is a KeyboardInterrupt.
        """
        most = 2 * (self._threads or os.cpu_count() or 1)
        results: List[Result] = []
        begun: List[Running] = []
        try:
            for places in instances:
                if len(begun) - len(results) == most:
                    results.append(begun[len(results)]._wait(None, once=False))
                begun.append(self.start(places, **options))
            while len(results) < len(begun):
                results.append(begun[len(results)]._wait(None, once=False))
        finally:
            for run in begun[len(results):]:
                run.cancel()
        return results

    def _begin(self, places: Any, options: Dict[str, Any], progress: bool) -> "Running":
        given = places_of(places, options.get("metric"))
        header = {name: options.get(name) for name in _TYPES}
        header.update(metric=given.metric, bound=bool(options.get("bound")), progress=progress,
                      path=_ends(options.get("path")))
        if header["unit"] is None:
            header["unit"] = given.unit
        arrays: List[Array] = [given.array]
        for name, convert in (("fixed", edges_of), ("forbidden", edges_of), ("initial", order_of)):
            if options.get(name) is not None:
                arrays.append(convert(name, options[name]))
        _check(header)
        header = {name: value for name, value in header.items() if value is not None}
        client = self._connect()
        return Running(client, client.begin(header, arrays), header, given, places if hasattr(places, "iloc") else None)


class Running:
    """A run that :meth:`Solver.start` has begun. Any thread may use it, and a coroutine may await its result.

    A run whose task is cancelled ends, too.
    """

    def __init__(self, client: Client, run: Run, header: Dict[str, Any], given: Places, frame: Any) -> None:
        self._client, self._run, self._header, self._frame, self._warnings = client, run, header, frame, given.warnings
        kind, _, (rows, _), elements = given.array
        self._points = bytes(elements) if kind == "points" and rows <= _MOST_DRAWN else b""
        self._waiting = threading.Lock()
        self._final: Optional[Dict[str, Any]] = None

    @property
    def best(self) -> Optional[Progress]:
        """The last progress of the run, with the length of its best tour; None before the first one."""
        return _progress_of(self._run.latest)

    def cancel(self) -> None:
        """End the run soon: :meth:`wait` returns its best tour. A run that has ended stays as it is."""
        if self._run.final is None:
            self._client.cancel(self._run)

    def wait(self) -> Result:
        """Return the result, as :meth:`Solver.solve` does, when the run has ended."""
        return self._wait(None)

    def __await__(self) -> Generator[Any, None, Result]:
        return self._ended().__await__()

    async def _ended(self) -> Result:
        try:
            await asyncio.shield(asyncio.wrap_future(self._run.done))
        except asyncio.CancelledError:
            self.cancel()
            raise
        return self.wait()

    def _wait(self, progress: Optional[Callable[[Progress], Any]], once: bool = True) -> Result:
        """Wait for the end. Then the first Ctrl-C ends the run, whose tour is the result, unless once is False."""
        with self._waiting:
            if self._final is None:
                try:
                    self._final = _wait(self._client, self._run, progress, once)
                except BaseException:
                    self.cancel()  # others may wait for its end
                    raise
        final = self._final
        if final["op"] == "error":
            raise error_of(final["code"], final["text"])
        warned = self._warnings + final.get("warnings", [])
        _warn(warned)
        order = array("i")
        order.frombytes(final["order"])
        return Result(
            order=order.tolist(), length=float(final["length"]), unit=self._header.get("unit", ""),
            closed="path" not in self._header, bound=_float(final.get("bound")), gap=_float(final.get("gap")),
            stop_reason=final["stop_reason"], algorithm=final["algorithm"], seed=final.get("seed", 0),
            iterations=final.get("iteration", 0), elapsed=float(final["elapsed"]), notices=final.get("notices", []),
            warnings=warned, _report=bytes(final["report"]), _points=self._points,
            _metric=self._header.get("metric"), _frame=self._frame)


def _wait(client: Client, run: Run, progress: Optional[Callable[[Progress], Any]], once: bool) -> Dict[str, Any]:
    """Return the last frame of a run. If once, the first Ctrl-C ends the run; its best tour is the result."""
    interrupted: Optional[KeyboardInterrupt] = None
    told: Optional[Dict[str, Any]] = None
    while run.final is None:
        try:
            run.wait()
            latest = run.latest
            if latest is not told and progress is not None and run.final is None:
                told, event = latest, _progress_of(latest)
                if event is not None and progress(event) is False:
                    client.cancel(run)
        except KeyboardInterrupt as interrupt:
            if interrupted is not None or not once:
                raise
            interrupted = interrupt
            client.cancel(run)
    if interrupted is not None and run.final["op"] == "error" and run.final["code"] == "cancelled":
        raise interrupted
    return run.final


def _progress_of(frame: Optional[Dict[str, Any]]) -> Optional[Progress]:
    if frame is None:
        return None
    return Progress(float(frame["length"]), float(frame["elapsed"]), frame.get("iteration", 0), frame.get("phase", ""),
                    frame.get("algorithm", ""))


def _warn(texts: List[str]) -> None:
    """Warn in the line that has called this package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        frame, level = frame.f_back, level + 1
    for text in texts:
        warnings.warn(text, DataWarning, stacklevel=level)


def _float(number: Optional[float]) -> Optional[float]:
    return None if number is None else float(number)


def _ends(path: Optional[Path]) -> Optional[List[int]]:
    if path is None or path is False:
        return None
    if path is True:
        return [-1, -1]
    try:
        start, end = path
        ends = [-1 if place is None else place.__index__() for place in (start, end)]
    except (TypeError, ValueError, AttributeError):
        raise OptionError(f"path: {path!r} is neither True nor a pair of places, each of which may be None") from None
    for place, number in zip((start, end), ends):
        if place is not None and not 0 <= number < 2**31:
            raise OptionError(f"path: {number} is not a place, which is a number from 0 on")
    return ends


#: The most places of a picture in a notebook.
_MOST_DRAWN = 20_000

#: The most characters of a text, and the most threads of a processor.
_MOST_TEXT, _MOST_THREADS = 1000, 1024

#: The types of the fields of a request.
_TYPES: Dict[str, Tuple[str, Tuple[type, ...]]] = {
    "metric": ("a text", (str,)), "unit": ("a text", (str,)), "algorithm": ("a text", (str,)),
    "device": ("a text", (str,)), "time_limit": ("a number of seconds", (int, float)),
    "idle": ("a number of seconds", (int, float)), "device_time": ("a number of seconds", (int, float)),
    "target": ("a length", (int, float)), "stay_close": ("a length", (int, float)), "iterations": ("a whole number", (int,)),
    "stall": ("a whole number", (int,)), "seed": ("a whole number", (int,)),
}


#: The options of a run.
_OPTIONS = _TYPES.keys() | {"path", "fixed", "forbidden", "initial", "bound"}


def _check(header: Dict[str, Any]) -> None:
    """Refuse what a frame cannot have, and make Python's numbers of NumPy's."""
    for name, (wanted, types) in _TYPES.items():
        value = header[name]
        if value is None:
            continue
        if hasattr(value, "item"):
            value = header[name] = value.item()
        if isinstance(value, bool) or not isinstance(value, types):
            raise OptionError(f"{name}: {value!r} is not {wanted}")
        if float in types and not abs(value) <= sys.float_info.max:
            raise OptionError(f"{name}: {value!r:.80} is not {wanted}")
        if str in types and len(value) > _MOST_TEXT:
            raise OptionError(f"{name}: {len(value)} characters; at most {_MOST_TEXT}")
    for name, least, most in (("seed", 0, 2**64 - 1), ("iterations", 1, 2**63 - 1), ("stall", 1, 2**63 - 1)):
        if header[name] is not None and not least <= header[name] <= most:
            raise OptionError(f"{name}: {header[name]} is outside {least}..{most}")
    for name in ("time_limit", "idle", "device_time"):
        if header[name] == 0:
            raise OptionError(f"{name}: 0 is no limit; leave it out for none")


def _count(threads: Any) -> Optional[int]:
    """Return a number of threads, which may be one of NumPy."""
    if threads is None:
        return None
    try:
        number = int(threads.__index__())
    except (TypeError, AttributeError):
        number = 0
    if not 0 < number <= _MOST_THREADS or isinstance(threads, bool):
        raise OptionError(f"threads: {threads!r:.80} is not a number in 1..{_MOST_THREADS}")
    return number


_shared: Dict[Optional[int], Solver] = {}


def shared(threads: Optional[int]) -> Solver:
    """Return the solver of this process with a number of threads."""
    threads = _count(threads)
    return _shared.get(threads) or _shared.setdefault(threads, Solver(threads=threads))


@atexit.register
def _close_all() -> None:
    for solver in _shared.values():
        solver.close()
