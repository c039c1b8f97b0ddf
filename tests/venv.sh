#!/bin/sh
# Makes the virtual environment; on Debian that takes the package python3-venv, fetched here when we may.
set -eu
python=$1 venv=$2
[ -x "$venv/bin/pip" ] && exit 0
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    if [ "$(id -u)" = 0 ]; then as_root=
    elif sudo -n true 2>/dev/null; then as_root='sudo -n'
    else
        echo "python3-venv is missing and this user may not install it. Run: sudo apt install python3-venv" >&2
        exit 1
    fi
    $as_root apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq python3-venv >/dev/null
fi
"$python" -m venv "$venv"
