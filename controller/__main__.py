"""The `pucklight` command: finds the part that was asked for and turns errors into one line and an exit code."""

import argparse
import os
import sys
from collections.abc import Sequence

from controller.errors import PucklightError

# Each adds its own sub-command: a module's `add_to(subparsers)` names a `run(args) -> int`.


def parser() -> argparse.ArgumentParser:
    from controller.cli import commands

    top = argparse.ArgumentParser(
        prog="pucklight", description="Table-game progressive jackpot controller."
    )
    subparsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add_to in commands():
        add_to(subparsers)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except PucklightError as error:
        print(f"pucklight: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        # The reader left (`| head`). Nothing is wrong; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
