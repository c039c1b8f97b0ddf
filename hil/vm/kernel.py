"""The guest's kernel: Debian's own, the modules it needs, gpio-sim beside them, and an initramfs that mounts the root.

Debian's kernel has no gpio-sim. It is compiled here from Debian's own source package; none of that source is ours.
"""

import gzip
import shutil
from pathlib import Path

from hil.vm.steps import BuildFailed, run

PACKAGES = (
    "linux-headers-amd64",
    "linux-source-6.1",
    *("gcc", "make", "xz-utils", "kmod", "cpio", "busybox-static"),
)
# What is needed before there is a root, then what udev and the units ask for later.
EARLY = ("virtio_pci", "virtio_blk", "ext4", "virtio_net")
LATER = (
    *("virtio_console", "configfs", "autofs4", "evdev", "uinput"),
    *("xhci_pci", "usbserial", "ftdi_sio", "cdc_acm", "gpio-sim"),
)

_SOURCES = Path("/usr/src/linux-source-6.1.tar.xz")
_HERE = Path(__file__).parent


def make_kernel(folder: Path) -> None:
    """Leaves vmlinuz, initrd and modules/ (a tree for the guest's root) in the folder."""
    release = _release()
    package = folder / "package"
    run("apt-get", "download", "-qq", f"linux-image-{release}", cwd=folder)
    (archive,) = folder.glob("*.deb")
    run("dpkg-deb", "-x", archive, package)
    archive.unlink()
    extra = package / "lib/modules" / release / "extra"
    extra.mkdir()
    shutil.copy(_gpio_sim(folder / "work", release), extra)
    run("depmod", "-b", package, release)
    shutil.copy(package / f"boot/vmlinuz-{release}", folder / "vmlinuz")
    _keep_modules(package, folder / "modules", release)
    _initramfs(package, folder, release)
    shutil.rmtree(package)
    shutil.rmtree(folder / "work")


def _release() -> str:
    found = sorted(Path("/usr/src").glob("linux-headers-6.1.*-amd64"))
    if not found:
        raise BuildFailed("/usr/src: no headers of a 6.1 kernel; the bench is built on Debian 12")
    return found[-1].name.removeprefix("linux-headers-")


def _gpio_sim(work: Path, release: str) -> Path:
    """The interrupt simulator is not in Debian's kernel either, so both go into one module."""
    work.mkdir()
    wanted = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
    names = [f"linux-source-6.1/{name}" for name in wanted]
    run("tar", "-xJf", _SOURCES, "-C", work, "--transform=s,.*/,,", *names)
    (work / "gpio-sim.c").rename(work / "lines.c")
    interrupts = work / "irq_sim.c"
    # irq_to_desc is not exported to modules; the same descriptor can be had from the interrupt's data.
    exported = interrupts.read_text().replace(
        "irq_to_desc(irqnum)", "irq_data_to_desc(irq_get_irq_data(irqnum))"
    )
    interrupts.write_text(exported)
    (work / "Makefile").write_text("obj-m := gpio-sim.o\ngpio-sim-y := lines.o irq_sim.o\n")
    run("make", "-C", f"/usr/src/linux-headers-{release}", f"M={work}", "modules")
    return work / "gpio-sim.ko"


def _needed(package: Path, release: str, names: tuple[str, ...]) -> list[Path]:
    """The files of these modules and all they stand on, in the order in which they load."""
    found: dict[Path, None] = {}
    for name in names:
        listed = run("modprobe", "-d", package, "-S", release, "--show-depends", name)
        for line in listed.splitlines():
            kind, _, path = line.partition(" ")
            if kind == "insmod":
                found[Path(path.strip())] = None
    return list(found)


def _keep_modules(package: Path, tree: Path, release: str) -> None:
    for path in _needed(package, release, EARLY + LATER):
        kept = tree / path.relative_to(package)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, kept)
    for index in (package / "lib/modules" / release).glob("modules.builtin*"):
        shutil.copy(index, tree / "lib/modules" / release)
    (tree / "lib/modules" / release / "modules.order").touch()
    run("depmod", "-b", tree, release)


def _initramfs(package: Path, folder: Path, release: str) -> None:
    tree = folder / "work/initramfs"
    for name in ("bin", "modules", "proc", "sys", "dev", "root"):
        (tree / name).mkdir(parents=True)
    shutil.copy("/bin/busybox", tree / "bin")
    for number, path in enumerate(_needed(package, release, EARLY)):
        shutil.copy(path, tree / f"modules/{number:02d}-{path.name}")
    shutil.copy(_HERE / "guest/init", tree / "init")
    (tree / "init").chmod(0o755)
    names = [str(path.relative_to(tree)) for path in sorted(tree.rglob("*"))]
    run(
        "sh",
        "-c",
        "cpio --quiet -o -H newc > ../initrd.cpio",
        cwd=tree,
        feed="\n".join(names).encode(),
    )
    packed = gzip.compress((folder / "work/initrd.cpio").read_bytes(), compresslevel=1)
    (folder / "initrd").write_bytes(packed)
