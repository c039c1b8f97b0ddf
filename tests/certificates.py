"""Certificates for one test: an authority, and whoever it vouches for. Made by openssl, as a casino would."""

import ssl
import subprocess
from pathlib import Path

NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")


class Authority:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self.ca = folder / "ca.pem"
        _openssl("-subj", "/CN=Test CA", "-keyout", folder / "ca.key", "-out", self.ca)

    def sign(self, name: str) -> tuple[str, str]:
        """The files of a certificate for this common name, valid for this machine, and of its key."""
        files = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        signer = "-CA", self.ca, "-CAkey", self._folder / "ca.key"
        here = "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"
        leaf = "-addext", "basicConstraints=critical,CA:FALSE"
        _openssl(
            "-subj", f"/CN={name}", "-out", files[0], "-keyout", files[1], *signer, *here, *leaf
        )
        return str(files[0]), str(files[1])

    def context(self, name: str) -> ssl.SSLContext:
        context = ssl.create_default_context(cafile=str(self.ca))
        context.load_cert_chain(*self.sign(name))
        return context


def _openssl(*args: str | Path) -> None:
    command = ["openssl", "req", "-x509", *NEW_KEY, *map(str, args)]
    subprocess.run(command, check=True, capture_output=True)
