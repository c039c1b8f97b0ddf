"""`pucklight verify`: the digest of the program, whole and file by file, and whether it is the approved one."""

import argparse
import json
from typing import Any

from controller import software


def add_to(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "verify",
        help="prove which program this is",
        description="Prints the SHA-256 digest of the installed program; with --expect, says whether it is that one.",
    )
    parser.add_argument(
        "--expect", metavar="DIGEST", help="the approved digest; exit 1 if it differs"
    )
    parser.add_argument("--files", action="store_true", help="also list every file's digest")
    parser.add_argument("--json", action="store_true", help="print facts as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    digests = software.file_digests()
    found = software.digest(digests)
    approved = None if args.expect is None else args.expect.lower() == found
    if args.json:
        facts = {"software": found, "approved": approved, "files": digests}
        print(json.dumps(facts if args.files else {**facts, "files": len(digests)}))
    else:
        if args.files:
            print("\n".join(f"{value}  {name}" for name, value in digests.items()))
        print(f"software {found} ({len(digests)} files)")
        if approved is not None:
            print(
                "this is the approved program"
                if approved
                else f"NOT the approved program {args.expect}"
            )
    return 1 if approved is False else 0
