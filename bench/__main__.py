"""Runs every `bench_*.py` (or those named), prints one table; exit 1 if a limit is missed."""

import sys
from importlib import import_module
from pathlib import Path

from bench.result import Result, table


def main(names: list[str]) -> int:
    known = sorted(
        path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py")
    )
    if unknown := set(names) - set(known):
        print(
            f"no benchmark named {', '.join(sorted(unknown))}; known are {', '.join(known)}",
            file=sys.stderr,
        )
        return 2
    results: list[Result] = []
    for name in names or known:
        print(f"running {name} ...", file=sys.stderr, flush=True)
        results += import_module(f"bench.bench_{name}").run()
    print(table(results))
    return 0 if all(result.ok for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
