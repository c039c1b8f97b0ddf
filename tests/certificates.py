"""Certificates for one test: an authority, and whoever it vouches for. Made by openssl, as a casino would."""

import ssl
import subprocess
from datetime import datetime
from pathlib import Path

NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")

CA_CONFIG = """[ca]
default_ca = own
[own]
database = index.txt
serial = serial
default_md = sha256
policy = any
x509_extensions = here
[any]
commonName = supplied
[here]
subjectAltName = DNS:localhost,IP:127.0.0.1
basicConstraints = critical,CA:FALSE
"""


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

    def sign_between(self, name: str, start: datetime, end: datetime) -> tuple[str, str]:
        """As `sign`, but valid from start to end: `openssl req` knows only days from now."""
        certificate, key = self.sign(name)
        request, config = self._folder / f"{name}.csr", self._folder / f"{name}.cnf"
        config.write_text(CA_CONFIG)
        (self._folder / "index.txt").touch()
        asked = ("req", "-new", "-key", key, "-subj", f"/CN={name}", "-out", request.name)
        dates = ("-startdate", f"{start:%Y%m%d%H%M%SZ}", "-enddate", f"{end:%Y%m%d%H%M%SZ}")
        signer = (
            "-config",
            config.name,
            "-cert",
            self.ca.name,
            "-keyfile",
            "ca.key",
            "-rand_serial",
        )
        files = ("-in", request.name, "-out", certificate, "-outdir", ".", "-notext", "-batch")
        for command in (asked, ("ca", *signer, *dates, *files)):
            subprocess.run(["openssl", *command], check=True, capture_output=True, cwd=self._folder)
        return certificate, key

    def context(self, name: str) -> ssl.SSLContext:
        context = ssl.create_default_context(cafile=str(self.ca))
        context.load_cert_chain(*self.sign(name))
        return context


def _openssl(*args: str | Path) -> None:
    command = ["openssl", "req", "-x509", *NEW_KEY, *map(str, args)]
    subprocess.run(command, check=True, capture_output=True)
