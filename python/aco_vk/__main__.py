"""The command aco-vk: ``python -m aco_vk solve places.csv``."""

import os
import subprocess
import sys

from ._program import program


def main() -> int:
    command = [program(), *sys.argv[1:]]
    if os.name == "nt":
        return subprocess.call(command)
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
