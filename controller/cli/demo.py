"""placeholder"""

from typing import Any


def add_to(subparsers: Any) -> None:
    pass
