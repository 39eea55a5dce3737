"""One run of the command line, for programs that tune parameters."""

from __future__ import annotations

import json
import os
from typing import Any, Mapping, Union

from ._errors import OptionError
from ._program import call


def evaluate(instance: Union[str, "os.PathLike[str]"], parameters: Mapping[str, Any], *, seed: int = 1) -> float:
    """Return the length of the tour that ``aco-vk solve`` finds, in the unit of the instance.

    It is a function for tuners such as Optuna and SMAC to minimize.

    Args:
        instance: A file, or a generator such as "gen:uniform:500:1".
        parameters: Flags of ``aco-vk solve`` by name, with "-" or "_": a value, or True for a flag
            without a value. Flags with None or False are left out. Give iterations or a time_limit.
        seed: Of the random numbers.

    Raises:
        OptionError: The program refuses a parameter or the instance, or the run failed.
        ProgramError: The program is missing or cannot be started.
    """
    command = ["solve", os.fspath(instance), "--quiet", "--json=-", f"--seed={seed}"]
    for name, value in parameters.items():
        value = value.item() if getattr(value, "ndim", None) == 0 else value  # Python's value of NumPy's
        if value is not None and value is not False:
            command.append("--" + name.replace("_", "-") + ("" if value is True else f"={value}"))
    run = call(*command)
    if run.returncode != 0:
        raise OptionError(run.stderr.decode(errors="replace").strip())
    return float(json.loads(run.stdout)["length"])
