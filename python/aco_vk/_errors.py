"""The exceptions of aco_vk."""

from __future__ import annotations

from typing import Dict, Type


class AcoError(Exception):
    """What the solver refuses, or why it failed. All other exceptions of this package are such."""

    #: The kind of the error, as the protocol of ``aco-vk pipe`` names it.
    code = "failure"


class OptionError(AcoError, ValueError):
    """An argument of :func:`aco_vk.solve` that cannot be used as it is."""

    code = "option"


class InstanceError(AcoError, ValueError):
    """Places, a matrix or edges that cannot be used."""

    code = "instance"


class TooLargeError(AcoError):
    """A run that does not fit the device or the memory."""

    code = "too-large"


class DeviceError(AcoError):
    """There is no such device, or it failed."""

    code = "device"


class ForbiddenEdgeError(AcoError):
    """No tour without forbidden edges was found. There may be none."""

    code = "forbidden"


class ProgramError(AcoError):
    """The program of the solver is missing, ended or does not fit this package."""

    code = "program"


class DataWarning(UserWarning):
    """Places or distances that can be used, but look wrong."""


_BY_CODE: Dict[str, Type[AcoError]] = {
    e.code: e for e in (OptionError, InstanceError, TooLargeError, DeviceError, ForbiddenEdgeError, ProgramError)
}


def error_of(code: str, text: str) -> AcoError:
    """Return the exception of an error of the program."""
    if code == "frame":  # this package and the program differ
        return ProgramError(text)
    error = _BY_CODE.get(code, AcoError)(text)
    error.code = code
    return error
