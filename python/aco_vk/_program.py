"""The program of the solver, a child process, and the frames of its protocol."""

from __future__ import annotations

import itertools
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import weakref
from concurrent.futures import Future
from typing import Any, Dict, List, Optional, Tuple

from ._errors import ProgramError

#: The number of the protocol, which package internal/pipe of the program documents.
PROTOCOL = 1

#: An array of a frame: its name, type and shape, and its elements as bytes.
Array = Tuple[str, str, Tuple[int, ...], memoryview]

#: CREATE_NO_WINDOW of Windows, for programs without a console.
NO_WINDOW = 0x08000000 if os.name == "nt" else 0

#: Where waiting cannot be interrupted, it wakes up so often, in seconds.
_WAKE = 0.2 if os.name == "nt" else None


def program() -> str:
    """Return the file of the program: ACO_VK_PROGRAM, else the one in this package, else the one in PATH."""
    named = os.environ.get("ACO_VK_PROGRAM")
    if named:
        return named
    name = "aco-vk.exe" if os.name == "nt" else "aco-vk"
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", name)
    file = own if os.path.exists(own) else shutil.which("aco-vk")
    if file is None:
        raise ProgramError(f"there is no program {name} in this package or in PATH; build it from the project's folder with "
                           "go build -o bin/aco-vk ./cmd/aco-vk, and add its folder to PATH or set ACO_VK_PROGRAM to its file")
    return file


def call(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a command of the program to its end."""
    file = program()
    try:
        return subprocess.run([file, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, creationflags=NO_WINDOW)
    except OSError as error:
        raise _cannot_start(file, error) from error


def _cannot_start(file: str, error: OSError) -> ProgramError:
    return ProgramError(f"{file} cannot be started: {error}; ACO_VK_PROGRAM names another program")


class Run:
    """A run that is open. One thread waits; the reader of the client fills it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.latest: Optional[Dict[str, Any]] = None  # the last progress
        self.final: Optional[Dict[str, Any]] = None
        self.done: "Future[None]" = Future()  # has a result after the end
        self._wake: "queue.SimpleQueue[None]" = queue.SimpleQueue()

    def put(self, header: Dict[str, Any]) -> None:
        if header["op"] == "progress":
            self.latest = header
        else:
            self.final = header
            self.done.set_result(None)
        self._wake.put(None)

    def end_after_fork(self, why: str) -> None:
        """End a run of the parent's process. No lock may be used: a thread of the parent may have it."""
        self.final = {"op": "error", "code": "program", "text": why}
        self._wake = queue.SimpleQueue()
        self._wake.put(None)

    def wait(self) -> None:
        """Wait until something changes. Ctrl-C interrupts it."""
        while True:
            try:
                self._wake.get(timeout=_WAKE)
                return
            except queue.Empty:
                continue


class Client:
    """A child process, and the runs that are open in it. Any thread may use it."""

    def __init__(self, threads: Optional[int]) -> None:
        self._numbers = itertools.count(1)
        self._runs: Dict[int, Run] = {}
        self._lock = threading.Lock()  # of _runs and _why
        self._why = ""  # the process has ended; "": it has not
        self._outbox: "queue.SimpleQueue[Optional[List[memoryview]]]" = queue.SimpleQueue()
        self._messages = tempfile.TemporaryFile()
        environment = dict(os.environ)
        if threads is not None:
            environment["GOMAXPROCS"] = str(threads)
        file = program()
        try:
            self._process = subprocess.Popen(
                [file, "pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._messages,
                bufsize=0, env=environment, creationflags=NO_WINDOW)
        except OSError as error:
            self._messages.close()
            raise _cannot_start(file, error) from error
        try:
            hello = self._read()
            if hello.get("op") != "hello" or hello.get("protocol") != PROTOCOL:
                raise ProgramError(f"{file} is another version than this package: protocol "
                                   f"{hello.get('protocol')}, want {PROTOCOL}")
        except BaseException as error:
            assert self._process.stdin is not None
            self._process.stdin.close()
            if isinstance(error, (EOFError, OSError, ValueError)):
                raise ProgramError(self._end()) from error
            self._process.kill()
            self._end()
            raise
        self.version: str = hello["version"]
        for work in (self._read_all, self._write_all):
            threading.Thread(target=work, name="aco_vk", daemon=True).start()
        _clients.add(self)

    @property
    def alive(self) -> bool:
        """Whether runs can begin."""
        return not self._why

    def begin(self, header: Dict[str, Any], arrays: List[Array]) -> Run:
        """Send a request and return its run."""
        run = Run(next(self._numbers))
        with self._lock:
            if self._why:
                raise ProgramError(self._why)
            self._runs[run.number] = run
        header = dict(header, op="solve", id=run.number,
                      arrays=[{"name": n, "type": t, "shape": s} for n, t, s, _ in arrays])
        self._send(header, [elements for _, _, _, elements in arrays])
        return run

    def cancel(self, run: Run) -> None:
        """End a run with its best tour."""
        self._send({"op": "cancel", "id": run.number}, [])

    def close(self) -> None:
        """End all runs and the process."""
        self._outbox.put(None)
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def after_fork(self) -> None:
        """Leave the process to the parent. No lock of this object may be used."""
        self._why = "the process was forked"
        for stream in (self._process.stdin, self._process.stdout, self._messages):
            if stream is not None:
                stream.close()
        self._process.returncode = 0  # it is no child of this process
        for run in self._runs.values():
            run.end_after_fork(self._why)

    def _send(self, header: Dict[str, Any], elements: List[memoryview]) -> None:
        text = json.dumps(header, allow_nan=False).encode()
        frame = memoryview(len(text).to_bytes(4, "little") + text)
        self._outbox.put([frame, *elements])

    def _write_all(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        while True:
            frame = self._outbox.get()
            if frame is None:
                break
            try:
                for part in frame:
                    while len(part) > 0:
                        part = part[stream.write(part):]
            except (OSError, ValueError):  # the reader says why
                break
            del frame, part
        stream.close()

    def _read_all(self) -> None:
        while True:
            try:
                header = self._read()
            except (EOFError, OSError, ValueError):
                break
            with self._lock:
                run = self._runs.get(header.get("id", 0))
                if run is not None and header["op"] != "progress":
                    del self._runs[run.number]
            if run is not None:
                run.put(header)
        why = self._end()
        self._outbox.put(None)
        with self._lock:
            self._why = why
            runs, self._runs = list(self._runs.values()), {}
        for run in runs:
            run.put({"op": "error", "code": "program", "text": why})

    def _read(self) -> Dict[str, Any]:
        size = int.from_bytes(self._exactly(4), "little")
        header: Dict[str, Any] = json.loads(bytes(self._exactly(size)))
        for described in header.get("arrays", ()):
            length = {"i4": 4, "u1": 1}[described["type"]]
            for count in described["shape"]:
                length *= count
            header[described["name"]] = self._exactly(length)
        return header

    def _exactly(self, size: int) -> bytearray:
        stream = self._process.stdout
        assert stream is not None
        data = bytearray(size)
        rest = memoryview(data)
        while len(rest) > 0:
            got = stream.readinto(rest)  # type: ignore[attr-defined]
            if not got:
                raise EOFError
            rest = rest[got:]
        return data

    def _end(self) -> str:
        """Wait for the end of the process and return why it ended."""
        code = self._process.wait()
        why = "the program of the solver ended " + (f"by signal {-code}" if code < 0 else f"with code {code}")
        self._messages.seek(0)
        said = self._messages.read(2000).decode(errors="replace").strip()  # a crash tells its cause first
        for stream in (self._process.stdout, self._messages):
            if stream is not None:
                stream.close()
        return f"{why}: {said}" if said else why


_clients: "weakref.WeakSet[Client]" = weakref.WeakSet()


def _after_fork() -> None:
    for client in list(_clients):
        client.after_fork()
    _clients.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
