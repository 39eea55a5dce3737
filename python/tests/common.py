"""What the tests share."""

import importlib
import os
import random
import unittest


def need(name):
    """Return a package, or skip the test without it: not if ACO_VK_REQUIRE_PYTHON is set."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        if os.environ.get("ACO_VK_REQUIRE_PYTHON"):
            raise
        raise unittest.SkipTest(str(error))


#: The corners of a rectangle, not in the order of its tour.
SQUARE = [(0, 0), (3, 4), (3, 0), (0, 4)]


def places(count):
    """Return random places in the unit square."""
    draw = random.Random(count)
    return [(draw.random(), draw.random()) for _ in range(count)]
