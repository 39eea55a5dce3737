"""Tests of the package against the program that ACO_VK_PROGRAM names, else the one of the wheel."""

import doctest
import os
import unittest

import aco_vk

PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "python.md")

SQUARE = [(0, 0), (3, 4), (3, 0), (0, 4)]


class Solve(unittest.TestCase):
    def test_list(self):
        r = aco_vk.solve(SQUARE)
        self.assertEqual((r.order, r.length, r.unit, r.closed), ([0, 2, 1, 3], 14, "", True))

    def test_path(self):
        r = aco_vk.solve(SQUARE, path=(0, 3), unit="km")
        self.assertEqual((r.order, r.length, r.unit, r.closed), ([0, 2, 1, 3], 10, "km", False))
        self.assertIn("path of 4 places, length 10 km", repr(r))

    def test_refused(self):
        with self.assertRaisesRegex(aco_vk.OptionError, "^time_limit: -1 s"):
            aco_vk.solve(SQUARE, time_limit=-1)


class Page(unittest.TestCase):
    def test_page(self):
        if not os.path.exists(PAGE):
            self.skipTest("the page of the documentation is not beside the tests")
        result = doctest.testfile(PAGE, module_relative=False, optionflags=doctest.ELLIPSIS)
        self.assertGreater(result.attempted, 0)
        self.assertEqual(result.failed, 0)


if __name__ == "__main__":
    unittest.main()
