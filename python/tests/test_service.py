"""The client of the service, with a server of the program."""

import base64
import hmac
import http.server
import os
import queue
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from aco_vk import service
from aco_vk._program import program
from common import places

SECRET = "hook-hook-hook-hook-hook"


class Receiver(http.server.BaseHTTPRequestHandler):
    """Takes messages to a webhook."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.messages.put((dict(self.headers), body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


class Breaking(http.server.BaseHTTPRequestHandler):
    """Breaks its first answer off."""

    def do_GET(self):
        self.server.asked += 1
        body = b'{"id": "1"}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if self.server.asked > 1 else body[:3])

    def log_message(self, *_):
        pass


class BrokenTest(unittest.TestCase):
    def test_part_of_answer(self):
        need_loopback()
        server = http.server.HTTPServer(("127.0.0.1", 0), Breaking)
        server.asked = 0
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.assertEqual(service.Service(f"http://127.0.0.1:{server.server_port}").job("1"), {"id": "1"})
        self.assertEqual(server.asked, 2)


class WebhookTest(unittest.TestCase):
    def test_headers_of_strangers(self):
        for timestamp in ("", "x", "-1", "\u00b2", "9" * 5000):
            with self.assertRaises(service.ServiceError):
                service.read_webhook(SECRET, {"webhook-timestamp": timestamp}, b"{}")

    def test_secrets(self):
        """A secret that only begins as an encoded one is the key itself, as for the server."""
        body, at = b'{"data": {"id": "1"}}', str(int(time.time()))
        for secret, key in (("whsec_a2V5", b"key"), ("whsec_my-own-secret-of-mine", None), ("whsec_abcde", None)):
            digest = hmac.new(key or secret.encode(), f"1.{at}.".encode() + body, "sha256").digest()
            headers = {"webhook-id": "1", "webhook-timestamp": at,
                       "webhook-signature": "v1," + base64.b64encode(digest).decode()}
            self.assertEqual(service.read_webhook(secret, headers, body), {"id": "1"})


def need_loopback():
    """Skip the test without a loopback interface."""
    try:
        with socket.create_server(("127.0.0.1", 0)) as to, socket.create_connection(to.getsockname(), timeout=5):
            pass
    except OSError as error:
        raise unittest.SkipTest(f"there is no loopback interface: {error}")


class ServiceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        need_loopback()
        cls.folder = tempfile.TemporaryDirectory()
        tokens = os.path.join(cls.folder.name, "tokens")
        with open(tokens, "w") as file:
            file.write("ann ann-ann-ann-ann-ann-ann\n")
        cls.server = subprocess.Popen(
            [program(), "serve", "--data", os.path.join(cls.folder.name, "jobs"), "--listen", "127.0.0.1:0",
             "--device", "cpu", "--tokens", tokens, "--webhooks", "127.0.0.0/8"],
            stderr=subprocess.PIPE, text=True)
        cls.addClassCleanup(cls.end)
        for line in cls.server.stderr:
            if line.startswith("the page is at "):
                cls.url = line.split()[-1]
                break
        threading.Thread(target=cls.server.stderr.read, daemon=True).start()

    @classmethod
    def end(cls):
        cls.server.terminate()
        cls.server.wait()
        cls.folder.cleanup()

    def setUp(self):
        self.service = service.Service(self.url, "ann-ann-ann-ann-ann-ann", timeout=60)

    def test_solve(self):
        receiver = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
        receiver.messages = queue.Queue()
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        self.addCleanup(receiver.server_close)
        self.addCleanup(receiver.shutdown)
        hook = f"http://127.0.0.1:{receiver.server_port}/"
        job = self.service.solve(coordinates=places(20), iterations=5, seed=3, name="twenty", webhook=(hook, SECRET))
        self.assertEqual((job["state"], job["name"], job["options"]["seed"]), ("done", "twenty", 3))
        self.assertEqual(sorted(job["tour"]), list(range(1, 21)))
        headers, body = receiver.messages.get(timeout=60)
        self.assertEqual(service.read_webhook(SECRET, headers, body)["id"], job["id"])
        for changed in ((SECRET + "x", headers, body), (SECRET, headers, body + b" "), (SECRET, {}, body)):
            with self.assertRaises(service.ServiceError):
                service.read_webhook(*changed)
        with self.assertRaises(service.ServiceError):
            service.read_webhook(SECRET, headers, body, tolerance=-1)
        second = self.service.submit(coordinates=places(20), iterations=5)
        self.assertEqual(self.service.wait(second["id"], every=0.1)["state"], "done")
        both = self.service.tours([job["id"], "none", second["id"]])
        self.assertEqual([len(j["tour"]) for j in both], [20, 20])
        self.assertEqual([j["id"] for j in self.service.jobs(limit=1)], [second["id"]])
        self.assertEqual(self.service.cancel(job["id"])["state"], "done")
        self.service.delete(job["id"])
        with self.assertRaises(service.ServiceError) as caught:
            self.service.job(job["id"])
        self.assertEqual((caught.exception.status, caught.exception.code), (404, "not-found"))
        self.assertIsInstance(self.service.workers(), list)

    def test_key(self):
        first, second = (self.service.submit(coordinates=places(9), iterations=1, key="k") for _ in range(2))
        self.assertEqual(first["id"], second["id"])

    def test_refused(self):
        for submission in ({"coordinates": []}, {"coordinates": places(5), "speed": 1}):
            with self.assertRaises(service.ServiceError) as caught:
                self.service.submit(**submission)
            self.assertIn(caught.exception.status, (400, 422))
        with self.assertRaises(service.ServiceError) as caught:
            service.Service(self.url, "wrong-wrong-wrong-wrong").jobs()
        self.assertEqual(caught.exception.status, 401)
        with self.assertRaises(service.ServiceError) as caught:
            service.Service("http://127.0.0.1:1", timeout=0).jobs()
        self.assertEqual(caught.exception.code, "unreachable")
        with self.assertRaises(ValueError):
            service.Service("localhost:8080")


if __name__ == "__main__":
    unittest.main()
