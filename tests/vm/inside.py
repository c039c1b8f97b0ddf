"""`python -m tests.vm.inside FILE...`, inside the virtual machine: each contract test in a process of its own.

The pin library has one thread for the life of a process, and some tests end it; and it is never opened twice by a
table. What is slow to load is loaded once, before the processes part; the library itself is not.
"""

import os
import sys

import gpiozero  # noqa: F401  # Loaded before the processes part.
import pytest

OPTIONS = ["-q", "-W", "error", "-p", "no:cacheprovider", "--import-mode=importlib"]


class Collector:
    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.names = [item.nodeid for item in session.items]


def main(files: list[str]) -> int:
    collector = Collector()
    pytest.main([*OPTIONS, "--collect-only", "--no-summary", *files], [collector])
    passed = sum(_passes(name) for name in collector.names)
    print(f"{passed} of {len(collector.names)} contract tests passed", flush=True)
    return int(passed < len(collector.names) or not passed)


def _passes(name: str) -> bool:
    sys.stdout.flush()
    child = os.fork()
    if not child:
        os._exit(pytest.main([*OPTIONS, f"--basetemp=/tmp/work-{os.getpid()}", name]))
    passed = os.waitpid(child, 0)[1] == 0
    print(f"\n{'passed' if passed else 'FAILED'} {name}", flush=True)
    return passed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
