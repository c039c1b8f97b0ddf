"""`python -m hil.vm.cuts --cuts 500`: so many power cuts at moments chosen by a seed, and a page that sums them up."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from controller import logs
from hil.vm.build import build
from hil.vm.cut_cycle import CutBench, Outcome, boot_and_freeze
from hil.vm.cut_page import page
from hil.vm.machine import VirtualMachine

COLD_EVERY = 10


def main(words: list[str] | None = None) -> int:
    args = _arguments(words)
    logs.configure("error")  # The tables that are recovered here would tell every row they write.
    image = build()
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory(prefix="pucklight-vm-") as name:
        machine = VirtualMachine(image, Path(name), args.processors)
        try:
            boot_s = boot_and_freeze(machine)
            bench = CutBench(machine, Path(name))
            print(f"power on to in service: {boot_s:.1f} s", flush=True)
            begun = time.monotonic()
            for number in range(args.cuts):
                cold = number % args.cold_every == args.cold_every - 1
                outcomes.append(bench.cycle(args.seed + number, cold=cold))
                _say(outcomes[-1])
            seconds = time.monotonic() - begun
        finally:
            machine.close()
    args.page.parent.mkdir(parents=True, exist_ok=True)
    args.page.write_text(page(outcomes, args.seed, boot_s, seconds), encoding="utf-8")
    broken = sum(bool(outcome.faults) for outcome in outcomes)
    pace = len(outcomes) * 60 / seconds
    print(f"{len(outcomes)} cuts, {broken} broke a promise, {pace:.0f} a minute; {args.page}")
    return 1 if broken or not outcomes else 0


def _arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m hil.vm.cuts", description=__doc__)
    parser.add_argument("--cuts", type=int, default=500)
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first cut; each next is one more"
    )
    parser.add_argument(
        "--cold-every", type=int, default=COLD_EVERY, help="boot after each N-th cut"
    )
    parser.add_argument("--processors", type=int, default=1)
    parser.add_argument("--page", type=Path, default=Path("artefacts/cuts.html"))
    return parser.parse_args(words)


def _say(outcome: Outcome) -> None:
    kind = "cold" if outcome.cold else "fast"
    told = "; ".join(outcome.faults) or ("written" if outcome.written else "not written")
    print(f"{outcome.seed} {kind} {outcome.seconds:.1f} s, {outcome.cut}: {told}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
