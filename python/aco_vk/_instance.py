"""Places, matrices and edges as arrays of a frame."""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Mapping, Set
from typing import Any, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from ._errors import InstanceError, OptionError, TooLargeError
from ._program import Array

#: Names of columns, in lower case, by axis.
_LATITUDE = ("lat", "latitude", "breite", "breitengrad", "latitud", "latitudine")
_LONGITUDE = ("lon", "lng", "long", "longitude", "länge", "laenge", "längengrad", "laengengrad", "longitud", "longitudine")

HAVERSINE = "haversine"

#: The most numbers of an array, as maxElements of internal/pipe.
_MOST_NUMBERS = 2**31 - 1


#: The metric of a matrix.
MATRIX = "EXPLICIT"


class Places(NamedTuple):
    """Places or a matrix, and the metric and the unit that follow from what was given."""

    array: Array
    metric: Optional[str]
    unit: Optional[str]
    warnings: List[str]


def places_of(data: Any, metric: Optional[str]) -> Places:
    """Return the array of places or of a matrix."""
    unit, warnings = None, []
    is_frame = hasattr(data, "columns") and hasattr(data, "to_numpy")
    if is_frame:
        warnings = _warnings(data)
        data, metric, unit = _of_frame(data, metric)
    elements, shape = _elements(data)
    rows, columns = shape
    if rows < 1:
        raise InstanceError("there are no places; give each in a row")
    is_matrix = rows == columns and (metric is None and rows != 2 or metric == MATRIX)
    if metric == MATRIX:
        if not is_matrix:
            raise InstanceError(f"{rows} rows of {columns} numbers are no square matrix")
        metric = None
    elif metric is None and rows == columns == 2 and not is_frame and _is_diagonal_zero(elements):
        warnings = warnings + [f'two rows of two numbers are two places; if they are a matrix, give metric "{MATRIX}"']
    if not is_matrix and columns != 2 and metric is None:
        raise InstanceError(f"{rows} rows of {columns} numbers are neither places, of two numbers, nor a square matrix")
    if columns < 1:
        raise InstanceError(f"{rows} rows without numbers")
    _limit(rows, columns)
    if metric == HAVERSINE and unit is None:
        unit = "km"
    return Places(("matrix" if is_matrix else "points", "f8", shape, elements), metric, unit, warnings)


def text_of(points: bytes, count: int, metric: Optional[str]) -> str:
    """Return points, the elements of their array, as a file that the program reads: TSPLIB for its metrics, else CSV."""
    values = memoryview(points).cast("d").tolist()
    axes = len(values) // count
    lines = [",".join(map(repr, values[axes * i:axes * (i + 1)])) for i in range(count)]
    if metric is not None and metric.isupper():
        head = f"TYPE: TSP\nDIMENSION: {count}\nEDGE_WEIGHT_TYPE: {metric}\nNODE_COORD_SECTION\n"
        return head + "".join(f"{i} {line.replace(',', ' ')}\n" for i, line in enumerate(lines, 1)) + "EOF\n"
    return "\n".join(["lat,lon" if metric == HAVERSINE else "x,y", *lines, ""])


def _is_diagonal_zero(two: Any) -> bool:
    """Return whether two rows of two numbers can be a matrix."""
    return bool(struct.unpack("<4d", two)[::3] == (0, 0))


def _limit(rows: int, columns: int) -> None:
    if rows * columns > _MOST_NUMBERS:
        raise TooLargeError(f"{rows} rows of {columns} numbers; at most {_MOST_NUMBERS} numbers")


def _of_frame(frame: Any, metric: Optional[str]) -> Tuple[Any, Optional[str], Optional[str]]:
    """Return the numbers of a frame of pandas or GeoPandas, and the metric and the unit of them."""
    geometry = getattr(frame, "geometry", None)
    if geometry is not None and hasattr(geometry, "geom_type"):
        kinds = set(geometry.geom_type.dropna()) - {"Point"}
        if kinds:
            raise InstanceError(f"the frame has {', '.join(sorted(kinds))}; give points")
        crs = getattr(frame, "crs", None)
        if metric == HAVERSINE and crs is not None and not crs.is_geographic:
            raise OptionError("metric: haversine needs degrees; leave it out, or use frame.to_crs(4326)")
        if crs is not None and crs.is_geographic and crs.axis_info[0].unit_name != "degree":
            geometry = frame.to_crs(4326).geometry
        if metric == HAVERSINE or crs is not None and crs.is_geographic:
            return _columns(geometry.y, geometry.x), metric or HAVERSINE, None
        unit = None
        if crs is not None and crs.axis_info:
            unit = {"metre": "m"}.get(crs.axis_info[0].unit_name, crs.axis_info[0].unit_name)
        return _columns(geometry.x, geometry.y), metric if crs is None else metric or "euclidean", unit
    names = [str(name).strip().lower() for name in frame.columns]
    by_name = dict(zip(names, frame.columns))

    def column(name: str) -> Any:
        if names.count(name) > 1:
            raise InstanceError(f"the frame has {names.count(name)} columns {name}, in upper or lower case; leave one")
        return frame[by_name[name]]

    latitude = [n for n in _LATITUDE if n in by_name]
    longitude = [n for n in _LONGITUDE if n in by_name]
    if len(latitude) == 1 and len(longitude) == 1:
        # 7,123 are no thousands of degrees, but they may be thousands of metres
        return _columns(column(latitude[0]), column(longitude[0]), ","), metric or HAVERSINE, None
    if "x" in by_name and "y" in by_name:
        if metric == HAVERSINE:
            raise InstanceError("haversine needs latitudes and longitudes; name the columns lat and lon")
        return _columns(column("x"), column("y")), metric, None
    if frame.shape[0] == frame.shape[1]:
        if list(frame.index) != list(frame.columns):
            raise InstanceError("the rows and the columns of the matrix have different names, or another order")
        return frame.to_numpy(), metric or MATRIX, None
    given = ", ".join(str(name) for name in frame.columns)
    raise InstanceError(f"the frame has the columns {given}; name two of them lat and lon, or x and y")


def _warnings(frame: Any) -> List[str]:
    """Return what the lengths of a frame of GeoPandas are not, if its projection stretches them."""
    crs = getattr(frame, "crs", None)
    operation = getattr(crs, "coordinate_operation", None)
    method = str(getattr(operation, "method_name", ""))
    stretched = ("Popular Visualisation", "Mercator (", "Equidistant Cylindrical", "Lambert Cylindrical")
    if crs is None or crs.is_geographic or not method.startswith(stretched):
        return []
    return [f"the metres of {crs.to_string()} are stretched, more with the distance from the equator; "
            "for lengths on the ground use frame.to_crs(4326)"]


def _columns(first: Any, second: Any, mark: str = ".") -> List[Tuple[float, float]]:
    return list(zip(_numbers(first, mark), _numbers(second, mark)))


def _numbers(column: Any, mark: str) -> List[Any]:
    """Return the values of a column; of texts their numbers, which may have another decimal mark than a point."""
    numbers = column.tolist()
    for row, value in enumerate(numbers):
        if isinstance(value, str):
            try:
                numbers[row] = float(value.replace(mark, "."))
            except ValueError:
                raise InstanceError(f"row {row}, column {column.name}: {value!r} is not a number") from None
    return numbers


def _elements(data: Any) -> Tuple[memoryview, Tuple[int, int]]:
    """Return the numbers of a table, row by row, and its shape."""
    view = _view(data)
    if view is not None:
        return view.cast("B") if view.nbytes else memoryview(b""), (view.shape[0], view.shape[1])  # type: ignore
    if isinstance(data, (Mapping, Set)):
        raise InstanceError(f"places are a table of numbers in an order, not {type(data).__name__}")
    numbers, columns, count = array("d"), 0, 0
    try:
        rows: Iterable[Any] = iter(data)
    except TypeError:
        raise InstanceError(f"places are a table of numbers, not {type(data).__name__}") from None
    for count, row in enumerate(rows, 1):
        before = len(numbers)
        if isinstance(row, (Mapping, Set, bytes, bytearray)):
            raise InstanceError(f"row {count - 1} is no list of numbers, but {type(row).__name__}")
        try:
            numbers.extend(array("d", row))
        except (TypeError, OverflowError) as error:
            raise InstanceError(f"row {count - 1} is no list of numbers: {error}") from None
        if count == 1:
            columns = len(numbers)
        if len(numbers) - before != columns:
            raise InstanceError(f"row {count - 1} has {len(numbers) - before} numbers, row 0 has {columns}")
    return _little(numbers), (count, columns)


def _view(data: Any) -> Optional[memoryview]:
    """Return an array's own memory, or that of its conversion to float64; None if it is no array."""
    if hasattr(data, "__array__"):
        import numpy

        if isinstance(data, numpy.ma.MaskedArray) and numpy.any(data.mask):
            raise InstanceError("a masked array with masked elements; leave these rows out")
        table = numpy.asarray(data)
        if table.ndim != 2:
            raise InstanceError(f"an array of {table.ndim} dimensions; give a table, of two")
        if table.dtype.kind not in "fiub":
            raise InstanceError(f"an array of type {table.dtype}; give numbers")
        _limit(*table.shape)
        return memoryview(numpy.ascontiguousarray(table, dtype="<f8"))  # type: ignore[arg-type]
    try:
        view = memoryview(data)
    except TypeError:
        return None
    is_ready = view.format in ("d", "<d") and view.ndim == 2 and view.c_contiguous and sys.byteorder == "little"
    return view if is_ready else None


def _little(numbers: "array[Any]") -> memoryview:
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return memoryview(numbers).cast("B")


def edges_of(name: str, edges: Iterable[Sequence[int]]) -> Array:
    """Return the array of edges, pairs of places counted from 0."""
    numbers, count = array("i"), 0
    for count, edge in enumerate(_list(name, edges), 1):
        pair = _list(name, edge)
        if len(pair) != 2:
            raise OptionError(f"{name}: {edge!r} is not a pair of two places")
        _extend(name, numbers, pair)
    return name, "i4", (count, 2), _little(numbers)


def order_of(name: str, order: Iterable[Optional[int]]) -> Array:
    """Return the array of an earlier order, places counted from 0; None is a place that is gone."""
    numbers, places = array("i"), _list(name, order)
    _extend(name, numbers, [-1 if place is None else place for place in places])
    for place, number in zip(places, numbers):
        if number < 0 and place is not None:
            raise OptionError(f"{name}: {number} is not a place, which is a number from 0 on; None is a place that is gone")
    return name, "i4", (len(numbers),), _little(numbers)


def _list(name: str, items: Any) -> List[Any]:
    try:
        return list(items)
    except TypeError:
        raise OptionError(f"{name}: {items!r:.80} is not a list") from None


def _extend(name: str, numbers: "array[int]", places: List[Any]) -> None:
    try:
        numbers.extend(places)
    except (TypeError, OverflowError):
        raise OptionError(f"{name}: {places!r:.80} are not places, which are numbers from 0 on") from None
