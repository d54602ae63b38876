#!/bin/sh
# The tests of the report need Chromium. Installs Debian's where it is missing and may be installed.
command -v chromium >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq chromium >/dev/null && exit 0
fi
echo "chromium is missing and could not be installed: install the package 'chromium', then run again" >&2
exit 1
