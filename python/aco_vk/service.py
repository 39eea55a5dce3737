"""A client of ``aco-vk serve``.

>>> from aco_vk.service import Service
>>> service = Service("http://127.0.0.1:8080")                                # doctest: +SKIP
>>> job = service.solve(coordinates=[(0, 0), (3, 4), (6, 0)], time_limit=2)   # doctest: +SKIP
>>> job["tour"]                                                               # doctest: +SKIP
[1, 2, 3]

Jobs are dictionaries as the server has them: /v1/openapi.json describes them. Places of a tour
count from 1. What fails on the way is repeated, without a second job.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence

from ._errors import AcoError

Job = Dict[str, Any]

_FINAL = ("done", "failed", "cancelled")
_LATER = (429, 502, 503, 504, 507)  # the server answers the same request later


class ServiceError(AcoError):
    """What the server refuses, or that it does not answer.

    ``status`` is HTTP's, 0 without an answer; ``code`` is the kind of the problem, such as
    "not-found".
    """

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code


class Service:
    """A server of jobs. Any number of threads may use it."""

    def __init__(self, url: str, token: str = "", timeout: float = 300) -> None:
        """Use the server at a URL.

        Args:
            token: The client's token, if the server wants one.
            timeout: The seconds for which requests are repeated that the server does not answer.
        """
        if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise ValueError(f"{url!r} is no URL of scheme http or https")
        self._url = url.rstrip("/")
        self._token = token
        self._timeout = timeout

    def submit(self, *, key: str = "", webhook: Optional[Sequence[str]] = None, **submission: Any) -> Job:
        """Submit a job, and return it.

        Args:
            key: Repeated submissions with a key are one job.
            webhook: The URL that is told of the end of the job, and the secret that signs the
                message.
            submission: ``coordinates`` (pairs), ``instance`` (the text of a file), ``matrix``,
                ``earlier`` (the text of an earlier route), ``metric``, ``name``, and options of the job such as ``time_limit`` and ``seed``.
        """
        return self._submit("/v1/jobs", key, webhook, submission)

    def solve(self, *, key: str = "", webhook: Optional[Sequence[str]] = None, **submission: Any) -> Job:
        """Submit a job as :meth:`submit` does, and return it with its tour when it has ended.

        Look at ``job["state"]``: a job may have failed, or been cancelled.
        """
        job = self._submit("/v1/solve?wait=60", key, webhook, submission)
        return job if job["state"] in _FINAL else self.wait(job["id"])

    def wait(self, id: str, every: float = 1) -> Job:
        """Return a job with its tour when it has ended."""
        while True:
            job = self.job(id)
            if job["state"] in _FINAL:
                return self.job(id, tour=True)
            time.sleep(every)

    def job(self, id: str, tour: bool = False) -> Job:
        """Return a job, with its best tour so far if ``tour`` is true."""
        return self._send("GET", _path(id) + ("?include=tour" if tour else ""))

    def jobs(self, state: str = "", before: str = "", limit: int = 50) -> List[Job]:
        """Return jobs, the newest first: those in a state, and older than the job ``before``."""
        query = {"limit": str(limit), "state": state, "before": before}
        return self._send("GET", "/v1/jobs?" + urllib.parse.urlencode({k: v for k, v in query.items() if v}))["jobs"]

    def tours(self, ids: Iterable[str]) -> List[Job]:
        """Return up to 500 jobs with their best tours so far. Jobs that are not there are left out."""
        jobs: List[Job] = []
        left = list(ids)
        while left:
            query = urllib.parse.urlencode({"include": "tour", "ids": ",".join(left)})
            page = self._send("GET", "/v1/jobs?" + query)["jobs"]
            if not page:
                break
            jobs += page
            left = left[left.index(page[-1]["id"]) + 1:]  # a page ends early where tours are large
        return jobs

    def cancel(self, id: str) -> Job:
        """End a job early. It keeps its best tour."""
        return self._send("DELETE", _path(id))

    def delete(self, id: str) -> None:
        """Delete a job that has ended, and its data."""
        self._send("DELETE", _path(id) + "?data=true")

    def workers(self) -> List[Dict[str, Any]]:
        """Return the workers of the server."""
        return self._send("GET", "/v1/workers")["workers"]

    def _submit(self, path: str, key: str, webhook: Optional[Sequence[str]], submission: Dict[str, Any]) -> Job:
        body = {name: submission.pop(name) for name in _MEMBERS if name in submission}
        body["options"] = submission
        headers = {"Idempotency-Key": key or uuid.uuid4().hex, "Content-Type": "application/json"}
        if webhook is not None:
            headers["Webhook-URL"], headers["Webhook-Secret"] = webhook
        return self._send("POST", path, json.dumps(body).encode(), headers)

    def _send(self, method: str, path: str, body: Optional[bytes] = None, headers: Mapping[str, str] = {}) -> Any:
        """Send a request until it is answered, or for the timeout. Return the JSON of the answer."""
        until = time.monotonic() + self._timeout
        while True:
            try:
                return self._once(method, path, body, headers)
            except urllib.error.HTTPError as error:
                problem, wait = _problem(error), _seconds(error.headers.get("Retry-After"))
                again = problem.status in _LATER and problem.code != "quota"
            except (OSError, http.client.IncompleteRead, http.client.BadStatusLine) as error:  # there is no answer, or a part of it
                problem, wait, again = ServiceError(0, "unreachable", f"{self._url}: {error}"), 1, True
            if not again or time.monotonic() + wait > until:
                raise problem
            time.sleep(wait)

    def _once(self, method: str, path: str, body: Optional[bytes], headers: Mapping[str, str]) -> Any:
        request = urllib.request.Request(self._url + path, data=body, headers=dict(headers), method=method)
        if self._token:
            request.add_unredirected_header("Authorization", "Bearer " + self._token)
        with urllib.request.urlopen(request, timeout=self._timeout) as answer:
            text = answer.read()
        return json.loads(text) if text else None


#: The members of a submission; all others are options.
_MEMBERS = ("name", "coordinates", "instance", "matrix", "earlier", "format", "metric", "columns", "sheet", "crs",
            "minimize")


#: A number of seconds in a header.
_NUMBER = re.compile("[0-9]{1,18}")


def _path(id: str) -> str:
    return "/v1/jobs/" + urllib.parse.quote(id, safe="")


def _seconds(text: Optional[str]) -> float:
    return max(1.0, float(text)) if text and _NUMBER.fullmatch(text) else 1.0


def _problem(error: urllib.error.HTTPError) -> ServiceError:
    try:
        problem = json.loads(error.read())
        return ServiceError(error.code, problem["type"].rsplit(":", 1)[1], problem["detail"])
    except (ValueError, KeyError, TypeError, IndexError, OSError, http.client.IncompleteRead):  # a proxy has answered
        return ServiceError(error.code, "http", f"the server answered with status {error.code}")


def read_webhook(secret: str, headers: Mapping[str, str], body: bytes, tolerance: float = 300) -> Job:
    """Return the job in a message to a webhook, after a check of its signature.

    A message may come twice. An old one, and one that the owner of the secret has not signed, is a
    ServiceError with the code "signature".
    """
    fields = {name.lower(): value for name, value in headers.items()}
    id, timestamp = fields.get("webhook-id", ""), fields.get("webhook-timestamp", "")
    digest = hmac.new(_key(secret), f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    want = b"v1," + base64.b64encode(digest)
    signatures = fields.get("webhook-signature", "").encode().split()
    fresh = _NUMBER.fullmatch(timestamp) and abs(time.time() - int(timestamp)) <= tolerance
    if not fresh or not any([hmac.compare_digest(s, want) for s in signatures]):
        raise ServiceError(0, "signature", "the message has no signature of the last minutes with this secret")
    return json.loads(body)["data"]


def _key(secret: str) -> bytes:
    """Return the key that a secret is or, as Standard Webhooks has it, encodes."""
    if secret.startswith("whsec_"):
        try:
            return base64.b64decode(secret[len("whsec_"):], validate=True)
        except ValueError:  # a secret of the client's own that begins so
            pass
    return secret.encode()
