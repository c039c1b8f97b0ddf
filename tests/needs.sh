#!/bin/sh
# Installs the programs that tests start, each by its Debian package name. A missing one is an error, never a skip.
set -eu
# program:package
needs='mosquitto:mosquitto mosquitto_sub:mosquitto-clients openssl:openssl chromium:chromium
    cage:cage Xwayland:xwayland grim:grim systemd-analyze:systemd'
missing=
for need in $needs; do
    PATH="$PATH:/usr/sbin" command -v "${need%%:*}" >/dev/null || missing="$missing ${need##*:}"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ]; then as_root=
elif sudo -n true 2>/dev/null; then as_root='sudo -n'
else
    echo "Missing for the tests:$missing. Run: sudo apt install$missing" >&2
    exit 1
fi
$as_root apt-get update -qq
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq $missing >/dev/null
