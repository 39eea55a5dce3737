"""Runs: limits, progress, threads, signals, forks, and the end of the program."""

import _thread
import asyncio
import json
import os
import pickle
import shutil
import signal
import sys
import threading
import time
import unittest
from unittest import mock

import aco_vk
from common import SQUARE, need, places

#: Limits that no run of these tests reaches.
ENDLESS = {"device": "cpu", "time_limit": 1e6, "idle": 1e6}


def first_tour(action):
    """Return a function for progress that calls action once, when there is a tour."""
    calls = []

    def progress(p):
        if p.length > 0 and not calls:
            calls.append(p)
            return action()

    return progress


def has_tour(run):
    """Return whether a run that was started has a tour."""
    return run.best is not None and run.best.length > 0


class Run(unittest.TestCase):
    def test_repeated(self):
        options = {"device": "cpu", "iterations": 3, "seed": 7, "algorithm": "mmas"}
        a, b = (aco_vk.solve(places(60), **options) for _ in range(2))
        self.assertEqual((a.order, a.length, a.seed, a.iterations), (b.order, b.length, 7, 3))
        self.assertEqual(sorted(a.order), list(range(60)))
        self.assertEqual((a.stop_reason, a.algorithm), ("iterations", "mmas"))

    def test_report(self):
        r = aco_vk.solve(places(60), device="cpu", iterations=1, unit="km", bound=True)
        self.assertEqual(r.report["length"], r.length)
        self.assertEqual(r.report["instance"]["unit"], "km")
        self.assertEqual(sorted(r.report["tour"]), list(range(1, 61)))
        self.assertLess(r.bound, r.length)
        self.assertAlmostEqual(r.gap, r.length / r.bound - 1, 4)
        self.assertIn("% above the optimum", repr(r))
        json.dumps(r.report)

    def test_evaluate(self):
        parameters = {"algorithm": "mmas", "rho": 0.1, "local_search": "2opt", "iterations": 3, "device": "cpu", "bound": False}
        length = aco_vk.evaluate("gen:uniform:60:1", parameters, seed=2)
        self.assertEqual(length, aco_vk.evaluate("gen:uniform:60:1", parameters, seed=2))
        self.assertGreater(length, 0)
        with self.assertRaisesRegex(aco_vk.OptionError, "--rho 2"):
            aco_vk.evaluate("gen:uniform:60:1", dict(parameters, rho=2))
        numpy = need("numpy")
        parameters.update(rho=numpy.float64(0.1), target=numpy.bool_(False))
        self.assertEqual(length, aco_vk.evaluate("gen:uniform:60:1", parameters, seed=2))

    def test_frame(self):
        pandas = need("pandas")
        frame = pandas.DataFrame({"Name": list("abcd"), "x": [0, 3, 3, 0], "y": [0, 4, 0, 4]}, index=[9, 8, 7, 6])
        r = aco_vk.solve(frame)
        self.assertEqual((list(r.names), list(r.frame.index), list(r.frame.x)), (list("acbd"), [9, 7, 8, 6], [0, 3, 3, 0]))
        self.assertEqual(list(aco_vk.solve(frame[["x", "y"]]).names), [9, 7, 8, 6])
        self.assertEqual((aco_vk.solve(SQUARE).names, aco_vk.solve(SQUARE).frame), (None, None))

    def test_picture(self):
        for metric in (None, "manhattan", "haversine", "EUC_2D"):
            for path in (None, True):
                text = aco_vk.solve(SQUARE, metric=metric, path=path)._repr_html_()
                self.assertRegex(text, "(?s)^&lt;aco_vk.Result: .*<svg .*</svg>")
        copied = pickle.loads(pickle.dumps(aco_vk.solve(SQUARE)))
        self.assertEqual((copied.order, copied._repr_html_()[-6:]), ([0, 2, 1, 3], "</div>"))
        of_matrix = aco_vk.solve([[0, 1, 2], [1, 0, 3], [2, 3, 0]])
        self.assertEqual((of_matrix._repr_html_(), of_matrix._points), (None, b""))  # a large matrix is not kept

    def test_target(self):
        given = places(60)
        r = aco_vk.solve(given, device="cpu", target=100.0)
        self.assertEqual(r.stop_reason, "target")
        again = aco_vk.solve(given, device="cpu", initial=r.order, iterations=1)
        self.assertLessEqual(again.length, r.length)

    def test_second_day(self):
        today = {"a": 0, "b": 1, "c": 2, "e": 3}
        given = [(0, 0), (9, 9), (0, 9), (9, 0)]
        initial = [today.get(name) for name in ("a", "d", "b", "c")]
        r = aco_vk.solve(given, device="cpu", initial=initial, stay_close=100)
        self.assertEqual(r.notices[0], "initial: 3 places kept, 1 new, 1 gone")
        self.assertIn(r.order, ([0, 3, 1, 2], [0, 2, 1, 3]))

    def test_progress(self):
        r = aco_vk.solve(places(301), progress=first_tour(lambda: False), **ENDLESS)
        self.assertEqual(r.stop_reason, "interrupted")
        self.assertEqual(sorted(r.order), list(range(301)))

    def test_start(self):
        with aco_vk.Solver() as solver:
            runs = [solver.start(places(count), **ENDLESS) for count in (301, 302)]
            while not all(has_tour(run) for run in runs):
                time.sleep(0.001)
            for run, count in zip(runs, (301, 302)):
                threading.Thread(target=run.cancel).start()
                r = run.wait()
                self.assertEqual((sorted(r.order), r.stop_reason), (list(range(count)), "interrupted"))
                self.assertEqual(run.wait(), r)
                run.cancel()
            with self.assertRaises(TypeError):
                solver.start(SQUARE, progress=print)

    def test_many(self):
        counts, options = range(10, 40), {"algorithm": "chained", "iterations": 1}
        with aco_vk.Solver(threads=2) as solver:
            many = solver.solve_many((places(count) for count in counts), **options)
            self.assertEqual([r.order for r in many], [solver.solve(places(count), **options).order for count in counts])
            with self.assertRaises(aco_vk.InstanceError):
                solver.solve_many([places(10), [(0, 0), (0, float("nan"))], places(10)], **options)

    def test_many_interrupted(self):
        begun = []
        with aco_vk.Solver(threads=2) as solver:
            start = solver.start

            def noted(*args, **options):
                begun.append(start(*args, **options))
                return begun[-1]

            def interrupt():
                while len(begun) < 2 or not all(has_tour(run) for run in begun):
                    time.sleep(0.001)
                _thread.interrupt_main()

            solver.start = noted
            threading.Thread(target=interrupt).start()
            with self.assertRaises(KeyboardInterrupt):
                solver.solve_many([places(301)] * 2, **ENDLESS)
            self.assertEqual([run.wait().stop_reason for run in begun], ["interrupted"] * 2)

    def test_await(self):
        async def both(solver):
            short, endless = solver.start(SQUARE), solver.start(places(301), **ENDLESS)
            waiting = asyncio.ensure_future(endless)
            lengths = await asyncio.gather(short, solver.start(SQUARE, path=True))
            while not has_tour(endless):
                await asyncio.sleep(0.001)
            waiting.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await waiting
            return [r.length for r in lengths], endless

        with aco_vk.Solver() as solver:
            lengths, endless = asyncio.run(both(solver))
            self.assertEqual(lengths, [14, 10])
            self.assertEqual(endless.wait().stop_reason, "interrupted")

    def test_progress_fails(self):
        def fail():
            raise LookupError("of the caller")

        with self.assertRaisesRegex(LookupError, "of the caller"):
            aco_vk.solve(places(301), progress=first_tour(fail), **ENDLESS)
        self.assertEqual(aco_vk.solve(SQUARE).length, 14)

    @unittest.skipIf(os.name == "nt", "signals of Unix")
    def test_interrupt(self):
        def interrupt():
            threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)).start()

        r = aco_vk.solve(places(301), progress=first_tour(interrupt), **ENDLESS)
        self.assertEqual(r.stop_reason, "interrupted")
        self.assertEqual(sorted(r.order), list(range(301)))

    def test_threads(self):
        lengths = {}

        def work(thread):
            with_seed = [aco_vk.solve(places(30), device="cpu", algorithm="mmas", iterations=2, seed=s).length
                         for s in range(25)]
            lengths[thread] = with_seed

        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([lengths[n] for n in range(4)], [lengths[0]] * 4)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_fork(self):
        before = aco_vk.solve(SQUARE)
        child = os.fork()
        if child == 0:
            os._exit(0 if aco_vk.solve(SQUARE).order == before.order else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(aco_vk.solve(SQUARE).order, before.order)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_fork_during_a_run(self):
        with aco_vk.Solver() as solver:
            def forked():
                child = os.fork()
                if child == 0:
                    os._exit(0 if solver.solve(SQUARE).length == 14 else 1)
                self.assertEqual(os.waitpid(child, 0)[1], 0)
                return False

            r = solver.solve(places(301), progress=first_tour(forked), **ENDLESS)
            self.assertEqual(r.stop_reason, "interrupted")

    @unittest.skipIf(os.name == "nt", "signals of Unix")
    def test_crash(self):
        with aco_vk.Solver() as solver:
            def crash():
                os.kill(solver._client._process.pid, signal.SIGKILL)

            with self.assertRaisesRegex(aco_vk.ProgramError, "ended by signal 9"):
                solver.solve(places(301), progress=first_tour(crash), **ENDLESS)
            self.assertEqual(solver.solve(SQUARE).length, 14)

    def test_close(self):
        solver = aco_vk.Solver(threads=1)
        self.assertEqual(solver.solve(SQUARE).length, 14)
        for version in solver.version, aco_vk.__version__:
            self.assertRegex(version, r"^(v?[0-9]|devel)")
        process = solver._client._process
        solver.close()
        self.assertEqual(process.returncode, 0)
        solver.close()
        with self.assertRaisesRegex(aco_vk.AcoError, "the solver was closed"):
            solver.solve(SQUARE)

    def test_no_program(self):
        named, solved = os.environ.get("ACO_VK_PROGRAM"), aco_vk.solve(SQUARE)
        try:
            os.environ["ACO_VK_PROGRAM"] = os.path.join(os.sep, "no", "such", "program")
            with self.assertRaisesRegex(aco_vk.ProgramError, "cannot be started"):
                aco_vk.Solver().solve(SQUARE)
            with self.assertRaisesRegex(aco_vk.ProgramError, "cannot be started"):
                aco_vk.evaluate("gen:uniform:60:1", {})
            self.assertIsNone(solved._repr_html_())
            del os.environ["ACO_VK_PROGRAM"]  # as in a clone, where PATH has the program or not
            if not os.path.exists(os.path.join(os.path.dirname(aco_vk.__file__), "bin")):
                with mock.patch.dict(os.environ, PATH=""), self.assertRaisesRegex(aco_vk.ProgramError, "in PATH; build it .*ACO_VK_PROGRAM"):
                    aco_vk.Solver().solve(SQUARE)
                with mock.patch("shutil.which", return_value=named or shutil.which("aco-vk")):
                    self.assertEqual(aco_vk.Solver().solve(SQUARE).length, 14)
            os.environ["ACO_VK_PROGRAM"] = sys.executable  # it has no command pipe
            with self.assertRaisesRegex(aco_vk.ProgramError, "ended with code 2: .*pipe"):
                aco_vk.Solver().solve(SQUARE)
        finally:
            os.environ.pop("ACO_VK_PROGRAM", None)
            if named is not None:
                os.environ["ACO_VK_PROGRAM"] = named


if __name__ == "__main__":
    unittest.main()
