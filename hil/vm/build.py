"""`python -m hil.vm.build`: the virtual bench from Debian packages, by name, and from this source tree. Needs root.

Three layers, each kept under the digest of what it is made from: the kernel, the base (Debian and the locked Python
packages), and the table itself, which alone is made again when the source changes.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from hil.vm.base import LOCKED, make_base
from hil.vm.kernel import PACKAGES, make_kernel
from hil.vm.steps import cache_folder, digest, made, want_packages
from hil.vm.table_layer import make_table, sources

HERE = Path(__file__).parent
TOOLS = (
    *("mmdebstrap", "qemu-system-x86", "qemu-utils", "e2fsprogs", *PACKAGES),
    "mosquitto-clients",  # With them the bench listens at the guest's broker.
)


@dataclass(frozen=True)
class Image:
    """What a machine boots: never written to, only copied or covered."""

    kernel: Path
    initrd: Path
    root: Path
    data: Path
    key: str


def build() -> Image:
    want_packages(TOOLS)
    kernel_key = digest([HERE / "kernel.py", HERE / "guest/init"])
    base_key = digest([HERE / "base.py", *LOCKED])
    # Neither needs the other, and each leaves a core idle while it downloads or unpacks.
    with ThreadPoolExecutor() as side_by_side:
        making = side_by_side.submit(made, "kernel", kernel_key, make_kernel)
        base = made("base", base_key, make_base)
        kernel = making.result()
    key = digest(sources(), kernel.name, base.name)
    table = made("table", key, lambda folder: make_table(folder, base, kernel))
    return Image(
        kernel / "vmlinuz", kernel / "initrd", table / "root.qcow2", table / "data.raw", key
    )


def main() -> None:
    begun = time.monotonic()
    image = build()
    print(f"{image.root}: {time.monotonic() - begun:.0f} s; kept in {cache_folder()}")


if __name__ == "__main__":
    main()
