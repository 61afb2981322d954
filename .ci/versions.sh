#!/bin/sh
# Runs the quick tests, which start the site, with the oldest Django that is supported, and then with the newest patch
# of everything. The first must pass; the second is reported.
set -eu
python=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

try() { # a name, then what pip installs
    name=$1 && shift
    echo "With $name:"
    "$python" -m venv "$folder/$name"
    "$folder/$name/bin/python" -m pip install --quiet --quiet --disable-pip-version-check "$@"
    "$folder/$name/bin/python" -m pytest -q -n auto --dist worksteal -m "not deep and not nightly"
}

grep -ihv '^django==' requirements.txt requirements-dev.txt >"$folder/pins.txt"
sed -E 's/==([0-9]+\.[0-9]+)\.[0-9.]+/==\1.*/' requirements.in >"$folder/newest.txt"
grep -v '^-c' requirements-dev.in >>"$folder/newest.txt"

oldest=0
try oldest -r "$folder/pins.txt" Django==5.2 || oldest=$?
try newest -r "$folder/newest.txt" || echo "The newest of everything does not pass; this blocks nothing."
exit $oldest
