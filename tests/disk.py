"""A disk that remembers every operation SQLite makes, and says what a power cut leaves of them.

Knows files and bytes, nothing of journals. The recorder is a VFS of apsw; `connect` stands in for
`sqlite3.connect`.
"""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import apsw

SECTOR = 512
FLAGS = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_CREATE


class Op(NamedTuple):
    """create, write, truncate (to `offset`), sync, delete, or put: whole and synced."""

    kind: str
    file: str
    offset: int = 0
    data: bytes = b""


@dataclass
class Disk:
    """Records a story; afterwards says what is left if the power went after the n-th operation."""

    name: str
    folder: Path
    synchronous: str | None = None
    """Put in place of what the product asks for: the planted defect."""

    def __post_init__(self) -> None:
        self.ops: list[Op] = []
        self.asked: list[str] = []
        self.before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        self._vfs = _RecordingVFS(self)

    def connect(self, database: str, **_as_for_sqlite3: Any) -> Any:
        connection = _Connection(database, flags=FLAGS, vfs=self.name)
        connection.disk = self
        # Small, so that a short story has checkpoints in it.
        connection.execute("PRAGMA wal_autocheckpoint = 8")
        return connection

    def close(self) -> None:
        self._vfs.unregister()

    def put(self, file: Path) -> None:
        """A file the product writes and syncs by itself."""
        self.ops.append(Op("put", file.name, 0, file.read_bytes()))

    def after_cut(self, count: int, chance: random.Random | None = None) -> dict[str, bytes]:
        """The files after `count` operations: the unsynced lost, or by chance there in part."""
        left = {name: bytearray(content) for name, content in self.before.items()}
        done = self.ops[:count]
        for name in {op.file for op in done}:
            _settle(left, name, [op for op in done if op.file == name], chance)
        return {name: bytes(content) for name, content in left.items()}


def _settle(
    left: dict[str, bytearray], name: str, ops: list[Op], chance: random.Random | None
) -> None:
    # A deletion counts as durable at once: the worse case, since the file could have been a help.
    # A new file's name is durable with its first sync: SQLite syncs the folder as well then.
    firm = max((i for i, op in enumerate(ops) if op.kind in ("sync", "put", "delete")), default=-1)
    for index, op in enumerate(ops):
        if op.kind == "delete":
            left.pop(name, None)
        elif op.kind == "create":
            if index < firm or chance:
                left.setdefault(name, bytearray())
        elif index <= firm:
            _apply(left.setdefault(name, bytearray()), op, len(op.data))
        elif chance and chance.random() < 0.5:
            _apply(left.setdefault(name, bytearray()), op, _torn(len(op.data), chance))


def _torn(length: int, chance: random.Random) -> int:
    """Mostly whole; else cut off after some sector."""
    return length if chance.random() < 0.7 else chance.randint(0, length // SECTOR) * SECTOR


def _apply(content: bytearray, op: Op, length: int) -> None:
    if op.kind == "truncate":
        del content[op.offset :]
    elif op.kind == "put":
        content[:] = op.data
    elif op.kind == "write":
        content.extend(bytes(max(0, op.offset - len(content))))
        content[op.offset : op.offset + length] = op.data[:length]


class _Connection(apsw.Connection):
    """Answers what the product asks of a sqlite3 connection; may be told to weaken one pragma."""

    disk: Disk | None = None

    def execute(self, statements: str, bindings: Any = (), **rest: Any) -> Any:
        if self.disk and statements.startswith("PRAGMA synchronous"):
            self.disk.asked.append(statements)
            if self.disk.synchronous:
                statements = f"PRAGMA synchronous = {self.disk.synchronous}"
        return super().execute(statements, bindings, **rest)


class _RecordingVFS(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__(disk.name, "unix")

    def xOpen(self, name: Any, flags: list[int]) -> "_RecordingFile":  # noqa: N802
        return _RecordingFile(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self._disk.ops.append(Op("delete", Path(filename).name))


class _RecordingFile(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._ops = disk.ops
        self._name = Path(name.filename() if isinstance(name, apsw.URIFilename) else name).name
        is_new = not (disk.folder / self._name).exists()
        super().__init__("unix", name, flags)
        if is_new:
            self._ops.append(Op("create", self._name))

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self._ops.append(Op("write", self._name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self._ops.append(Op("truncate", self._name, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._ops.append(Op("sync", self._name))
