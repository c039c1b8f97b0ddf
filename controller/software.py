"""Which program this is: a digest of every file that was shipped, checked at each start. Reads files, changes none."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

PACKAGES = ("controller", "drivers")


def files() -> Iterator[tuple[str, Path]]:
    """Each shipped source and schema file with its name, in one fixed order."""
    top = Path(__file__).resolve().parent.parent
    for package in PACKAGES:
        for path in sorted((top / package).rglob("*")):
            if path.suffix in {".py", ".json"} and path.is_file():
                yield path.relative_to(top).as_posix(), path


def file_digests() -> dict[str, str]:
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files()}


def digest(digests: dict[str, str] | None = None) -> str:
    """One value for the whole program: what an approved-software list names."""
    listing = "".join(f"{value}  {name}\n" for name, value in (digests or file_digests()).items())
    return hashlib.sha256(listing.encode()).hexdigest()
