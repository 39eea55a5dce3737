"""The examples of the pages of the documentation. Outside of the project's tree there are none."""

import doctest
import os
import unittest

from common import need

DOCS = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs"))


class Pages(unittest.TestCase):
    def check(self, page, *packages):
        file = os.path.join(DOCS, page)
        if not os.path.exists(file):
            self.skipTest(f"no {page} beside the tests")
        for package in packages:
            need(package)
        os.chdir(os.path.dirname(DOCS))  # paths of examples begin there
        result = doctest.testfile(file, module_relative=False, optionflags=doctest.ELLIPSIS)
        self.assertGreater(result.attempted, 0)
        self.assertEqual(result.failed, 0)

    def test_python(self):
        self.check("python.md", "numpy", "pandas")

    def test_coming_from(self):
        self.check("coming-from.md", "numpy", "pandas", "networkx", "geopandas")


if __name__ == "__main__":
    unittest.main()
