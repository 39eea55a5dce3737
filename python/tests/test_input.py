"""What can be solved, and what is refused."""

import math
import os
import unittest
import warnings
from array import array

import aco_vk
from common import SQUARE, need


class Input(unittest.TestCase):
    def check(self, given, order, length, **options):
        r = aco_vk.solve(given, **options)
        self.assertEqual(r.order, order)
        self.assertAlmostEqual(r.length, length, delta=1e-12 * length)
        return r

    def test_list(self):
        r = self.check(SQUARE, [0, 2, 1, 3], 14)
        self.assertEqual((r.unit, r.closed, r.stop_reason, type(r.length)), ("", True, "optimal", float))

    def test_matrix(self):
        self.check([[0, 0.25, 0.5], [0.25, 0, 1], [0.5, 1, 0]], [0, 1, 2], 1.75)

    def test_asymmetric(self):
        one_way = [[0, 0.1, 9, 9], [9, 0, 0.1, 9], [9, 9, 0, 0.1], [0.1, 9, 9, 0]]
        self.check(one_way, [0, 1, 2, 3], 0.4)
        self.check(list(zip(*one_way)), [0, 3, 2, 1], 0.4)

    def test_no_edge(self):
        inf = math.inf
        self.check([[0, 1, inf, 1], [1, 0, 1, 9], [inf, 1, 0, 1], [1, 9, 1, 0]], [0, 1, 2, 3], 4)
        with self.assertRaisesRegex(aco_vk.InstanceError, "too few edges of place 0 are allowed"):
            aco_vk.solve([[0, inf, inf], [inf, 0, 1], [inf, 1, 0]])

    def test_edges(self):
        self.check(SQUARE, [0, 1, 3, 2], 16, fixed=[(0, 1)])
        self.check(SQUARE, [0, 1, 2, 3], 18, forbidden=[(0, 2)])
        self.check([[math.dist(a, b) for b in SQUARE] for a in SQUARE], [0, 1, 2, 3], 18, forbidden=[(0, 2)])

    def test_path(self):
        r = self.check(SQUARE, [0, 2, 1, 3], 10, path=(0, 3), unit="km")
        self.assertEqual((r.unit, r.closed), ("km", False))
        self.assertRegex(repr(r), "^<aco_vk.Result: path of 4 places, length 10 km; optimal after [0-9.]+ s>$")
        self.assertEqual(aco_vk.solve(SQUARE, path=(None, 2)).order[-1], 2)
        self.assertEqual(aco_vk.solve(SQUARE, path=True).length, 10)

    def test_metric(self):
        self.check([(0, 0), (1, 0), (1, 1)], [0, 1, 2], 4, metric="manhattan")
        self.check([(0, 0), (0.4, 0), (0.4, 0.4)], [0, 1, 2], 1, metric="EUC_2D")
        quarter = math.pi / 2 * 6371.0088
        self.check([(0, 0), (0, 90), (0, 180)], [0, 1, 2], 4 * quarter, metric="haversine")
        self.check([(0, 0), (0, 90), (0, 180)], [0, 1, 2], 4000 * quarter, metric="haversine", unit="m")

    def test_numpy(self):
        numpy = need("numpy")
        given = numpy.array(SQUARE, dtype=float)
        self.check(given, [0, 2, 1, 3], 14)
        self.check(numpy.asfortranarray(given), [0, 2, 1, 3], 14)
        self.check(given.astype("f4"), [0, 2, 1, 3], 14)
        self.check(given.astype("u1"), [0, 2, 1, 3], 14)
        self.check(numpy.repeat(given, 2, axis=1)[:, ::2], [0, 2, 1, 3], 14)
        distances = numpy.hypot(*(given[:, None] - given[None]).T)
        self.check(distances, [0, 2, 1, 3], 14, seed=numpy.uint64(2), threads=numpy.int64(1))
        self.check(given, [0, 2, 1, 3], 14, initial=numpy.arange(4), fixed=numpy.array([[0, 3]]))
        for wrong in (given[0], given[None], given.astype(str), numpy.ma.masked_equal(given, 3)):
            with self.assertRaises(aco_vk.InstanceError):
                aco_vk.solve(wrong)

        with self.assertRaisesRegex(aco_vk.TooLargeError, "50000 rows of 50000 numbers; at most 2147483647"):
            aco_vk.solve(numpy.broadcast_to(numpy.zeros(1), (50000, 50000)))

    def test_pandas(self):
        pandas = need("pandas")
        self.check(pandas.DataFrame(SQUARE, columns=["X", "y"]), [0, 2, 1, 3], 14)
        globe = pandas.DataFrame({"name": list("abc"), "Lat": [0, 0, 0], "lng": [0, 90, 180]})
        self.assertEqual(self.check(globe, [0, 1, 2], 2 * math.pi * 6371.0088).unit, "km")
        office = pandas.DataFrame({"Ort": list("abc"), "Breitengrad": ["0,0", "0", 0], "Längengrad": ["0", " 90,0", "180"]})
        self.check(office, [0, 1, 2], 2 * math.pi * 6371.0088)
        with self.assertRaisesRegex(aco_vk.InstanceError, "row 1, column Breitengrad: '1,000,5' is not a number"):
            aco_vk.solve(office.replace({"Breitengrad": {"0": "1,000,5"}}))
        with self.assertRaisesRegex(aco_vk.InstanceError, "row 0, column x: '7,123' is not a number"):
            aco_vk.solve(pandas.DataFrame({"x": ["7,123", "2"], "y": [1, 2]}))
        matrix = pandas.DataFrame([[0, 1, 2], [1, 0, 3], [2, 3, 0]], index=list("abc"), columns=list("abc"))
        self.check(matrix, [0, 1, 2], 6)
        with self.assertRaisesRegex(aco_vk.InstanceError, "different names, or another order"):
            aco_vk.solve(matrix[["b", "a", "c"]])
        with self.assertRaisesRegex(aco_vk.InstanceError, "has the columns name, east; name two of them lat and lon, or x and y"):
            aco_vk.solve(pandas.DataFrame({"name": list("abc"), "east": [1, 2, 3]}))
        with self.assertRaisesRegex(aco_vk.InstanceError, "name the columns lat and lon"):
            aco_vk.solve(pandas.DataFrame(SQUARE, columns=["x", "y"]), metric="haversine")
        with self.assertRaisesRegex(aco_vk.InstanceError, "2 columns x, in upper or lower case"):
            aco_vk.solve(pandas.DataFrame([(1, 2, 3)] * 3, columns=["x", "y", "X"]))
        with self.assertRaisesRegex(aco_vk.InstanceError, "place 1 has the coordinate NaN"):
            aco_vk.solve(pandas.DataFrame({"x": [0, None, 1], "y": [0, 0, 1]}))

    def test_geopandas(self):
        geopandas = need("geopandas")
        equator = geopandas.points_from_xy([0, 90, 180], [0, 0, 0])
        whole = 2 * math.pi * 6371.0088
        self.check(geopandas.GeoDataFrame(geometry=equator, crs=4326), [0, 1, 2], whole)
        self.check(geopandas.GeoDataFrame(geometry=equator), [0, 1, 2], whole, metric="haversine")  # x is the longitude
        metres = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy(*zip(*SQUARE)), crs=3857)
        self.assertEqual(self.check(metres, [0, 2, 1, 3], 14).unit, "m")
        with self.assertRaisesRegex(aco_vk.OptionError, "^metric: haversine needs degrees"):
            aco_vk.solve(metres, metric="haversine")
        with self.assertRaisesRegex(aco_vk.InstanceError, "the frame has Polygon; give points"):
            aco_vk.solve(geopandas.GeoDataFrame(geometry=metres.buffer(1)))
        with self.assertRaisesRegex(aco_vk.InstanceError, "place 0 has the coordinate NaN"):
            aco_vk.solve(geopandas.GeoDataFrame(geometry=[None, *equator[1:]]))

    def test_reference_systems(self):
        geopandas = need("geopandas")
        at = [(48.86, 2.35), (48.8, 2.5), (48.95, 2.4), (48.9, 2.1), (48.75, 2.3)]
        degrees = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy(*zip(*[(b, a) for a, b in at])), crs=4326)

        def great_circle(a, b):
            (lat, lon), (lat2, lon2) = (map(math.radians, place) for place in (a, b))
            h = math.sin((lat2 - lat) / 2) ** 2 + math.cos(lat) * math.cos(lat2) * math.sin((lon2 - lon) / 2) ** 2
            return 2 * 6371.0088 * math.asin(math.sqrt(h))

        for code in (4326, 4807, 4901):  # degrees, and two systems of grads that begin at Paris
            r = aco_vk.solve(degrees.to_crs(code))
            length = sum(great_circle(at[i], at[j]) for i, j in zip(r.order, r.order[1:] + r.order[:1]))
            self.assertAlmostEqual(r.length, length, delta=1e-6 * length)
            self.assertEqual((r.unit, r.warnings), ("km", []))
        for code, stretched in ((32631, False), (3857, True), (3395, True)):
            r = aco_vk.solve(degrees.to_crs(code))
            self.assertEqual((r.unit, [n for n in r.warnings if f"the metres of EPSG:{code} are stretched" in n] != []), ("m", stretched))

    def test_degrees_in_the_plane(self):
        at = [(2.35, 48.86), (2.5, 48.8), (2.4, 48.95)]
        for given, options, said in (
            (at, {}, True), (at, {"metric": "euclidean"}, False), (at, {"metric": "haversine"}, False),
            ([(x, 91 + y) for x, y in at], {}, True), ([(x, 181 + y) for x, y in at], {}, False), (SQUARE, {}, False),
        ):
            found = aco_vk.solve(given, **options).warnings
            self.assertEqual([n for n in found if n.startswith("x and y may be degrees")] != [], said, given)
        pandas, geopandas = need("pandas"), need("geopandas")
        for frame in (pandas.DataFrame(at, columns=["x", "y"]), geopandas.GeoDataFrame(geometry=geopandas.points_from_xy(*zip(*at)))):
            self.assertRegex(aco_vk.solve(frame).warnings[0], "^x and y may be degrees")

    def test_one_and_two_places(self):
        for given, options, length in (
            ([(3, 4)], {}, 0), ([(3, 4)], {"path": True}, 0), ([[0]], {}, 0), ([(0, 0), (3, 4)], {}, 10),
            ([(0, 0), (3, 4)], {"path": (1, None)}, 5), ([(0, 0), (3, 4)], {"fixed": [(0, 1)], "path": True}, 5),
            ([(0, 0), (3, 4)], {"fixed": [(0, 1)], "path": (0, 1)}, 5), ([[0, 3], [4, 0]], {"metric": "EXPLICIT"}, 7),
            ([[0, math.inf], [4, 0]], {"metric": "EXPLICIT", "path": (1, 0)}, 4), ([[1, 3], [4, 0]], {}, 18 ** .5 * 2),
        ):
            found = aco_vk.solve(given, **options)
            self.assertEqual(sorted(found.order), list(range(len(given))), given)
            self.assertAlmostEqual(found.length, length, 5, given)
            self.assertEqual(found.warnings, [], given)
        with self.assertWarns(aco_vk.DataWarning):
            said = aco_vk.solve([[0, 3], [4, 0]])
        self.assertEqual((said.length, said.warnings[0][:41]), (10, "two rows of two numbers are two places; i"))
        pandas = need("pandas")
        of_places = aco_vk.solve(pandas.DataFrame({"x": [0, 3], "y": [4, 0]}))
        self.assertEqual((of_places.length, of_places.warnings), (10, []))
        self.assertEqual(aco_vk.solve(pandas.DataFrame([[0, 3], [4, 0]])).length, 7)

    def test_refused(self):
        for wrong, text in (
            ([], "there are no places"),
            ([(0, 0), (1, 1), (2,)], "row 2 has 1 numbers, row 0 has 2"),
            ([(0, 0), (1, "b"), (2, 2)], "row 1 is no list of numbers"),
            ([0, 1, 2], "row 0 is no list of numbers"),
            ([{1, 2}, {3, 4}, {5, 6}], "row 0 is no list of numbers, but set"),
            ([b"1234567812345678"] * 3, "row 0 is no list of numbers, but bytes"),
            (array("d", [1, 2, 3]), "row 0 is no list of numbers"),
            (7, "not int"),
            ({(0, 1): 5, (0, 2): 3, (1, 2): 9}, "not dict"),
            ({(0, 1), (0, 2), (1, 2)}, "not set"),
            ([(0, 0, 0)] * 4, "neither places, of two numbers, nor a square matrix"),
            ([(0, 0), (1, math.inf), (2, 2)], "place 1 has the coordinate [+]Inf"),
            ([[0, 1, 1], [1, 0, -2], [1, -2, 0]], "-2 from place 1 to place 2 is not 0 or more"),
        ):
            with self.assertRaisesRegex(aco_vk.InstanceError, text):
                aco_vk.solve(wrong)

    def test_warnings(self):
        given = [(48, 7), (48.1, 7), (0, 0), (48.1, 7)]
        for solve in (aco_vk.solve, aco_vk.Solver().solve):
            with self.assertWarns(aco_vk.DataWarning) as caught:
                r = solve(given, metric="haversine", device="cpu", iterations=1)
            self.assertEqual(os.path.basename(caught.filename), "test_input.py")
        self.assertEqual(r.warnings[0], "place 2 is at latitude 0, longitude 0: is a coordinate missing?")
        self.assertIn("place 1 and place 3", r.warnings[1])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(aco_vk.solve(SQUARE, device="cpu", iterations=1).warnings, [])

    def test_no_columns(self):
        with aco_vk.Solver() as solver:
            version, process = solver.version, solver._client._process.pid
            with self.assertRaisesRegex(aco_vk.InstanceError, "3 rows without numbers"):
                solver.solve([[], [], []], metric="euclidean")
            self.assertEqual((solver.version, solver._client._process.pid), (version, process))

    def test_refused_options(self):
        for options, text in (
            ({"time_limit": -1}, "^time_limit: -1 s is outside"),
            ({"time_limit": math.nan}, "^time_limit: nan is not a number of seconds"),
            ({"time_limit": "5"}, "^time_limit: '5' is not a number of seconds"),
            ({"time_limit": 0}, "^time_limit: 0 is no limit"),
            ({"idle": 0.0}, "^idle: 0 is no limit"),
            ({"device_time": 0}, "^device_time: 0 is no limit"),
            ({"device_time": -1}, "^device_time: -1 s is outside"),
            ({"stall": 0}, "^stall: 0 is outside 1.."),
            ({"stall": 2**40}, "^stall: 1099511627776: use up to"),
            ({"time_limit": 10**400}, "^time_limit: 10+ is not a number of seconds"),
            ({"target": 10**400}, "^target: 10+ is not a length"),
            ({"iterations": 0}, "^iterations: 0 is outside 1.."),
            ({"iterations": -1}, "^iterations: -1 is outside"),
            ({"iterations": True}, "^iterations: True is not a whole number"),
            ({"seed": 2**64}, "^seed: 18446744073709551616 is outside"),
            ({"target": 0}, "^target: 0 is not a length above 0"),
            ({"path": (0, 4)}, "^path: 4 is not a place in 0..3"),
            ({"path": (0, -1)}, "^path: -1 is not a place"),
            ({"path": (0, 2**40)}, "^path: 1099511627776 is not a place"),
            ({"path": (1, 1)}, "^path: it begins and ends at place 1"),
            ({"path": 3}, "^path: 3 is neither True nor a pair"),
            ({"path": (0, "b")}, "^path: .* is neither True nor a pair"),
            ({"fixed": [(0, 4)]}, r"^fixed: \(0, 4\) is not a pair of two places in 0..3"),
            ({"fixed": 5}, "^fixed: 5 is not a list"),
            ({"forbidden": [5]}, "^forbidden: 5 is not a list"),
            ({"initial": 5}, "^initial: 5 is not a list"),
            ({"fixed": [(0, 1, 2)]}, r"^fixed: \(0, 1, 2\) is not a pair"),
            ({"forbidden": [(0, "b")]}, "^forbidden: .* are not places"),
            ({"initial": [None]}, "^initial: it has none of the places 0..3"),
            ({"initial": [0, -1, 2]}, "^initial: -1 is not a place, .* None is"),
            ({"stay_close": 2}, "^stay_close: there is no earlier tour"),
            ({"initial": [0, 1, 2, 2]}, "^initial: place 2 is in it twice"),
            ({"algorithm": "magic"}, '^algorithm: "magic" is not an algorithm'),
            ({"metric": "cosine"}, '^metric: "cosine"'),
            ({"metric": "haversine", "unit": "mi"}, '^unit: "mi"'),
            ({"metric": "x" * 2**21}, "^metric: 2097152 characters"),
            ({"threads": 0}, "^threads: 0 is not a number in 1..1024"),
            ({"threads": 10**9}, "^threads: 1000000000 is not a number in 1..1024"),
            ({"threads": [1]}, r"^threads: \[1\] is not a number"),
        ):
            with self.subTest(options), self.assertRaisesRegex(aco_vk.OptionError, text):
                aco_vk.solve(SQUARE, **options)
        with self.assertRaisesRegex(aco_vk.DeviceError, "no such GPU|no Vulkan loader"):
            aco_vk.solve(SQUARE, device="no such GPU")
        with self.assertRaises(ValueError):  # what programs expect of a wrong argument
            aco_vk.solve(SQUARE, time_limit=-1)


if __name__ == "__main__":
    unittest.main()
