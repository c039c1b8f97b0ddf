"""Where the files that come with the product are: the source tree, or the installation's share folder."""

import sys
from pathlib import Path


def config_folder() -> Path:
    beside = Path(__file__).resolve().parent.parent / "config"
    return beside if beside.is_dir() else Path(sys.prefix) / "share" / "pucklight" / "config"
