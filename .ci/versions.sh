#!/bin/sh
# Runs the tests of `make test` on SQLite with the oldest supported Django, then with the newest patch release of each
# dependency. The first run must pass; the second is only reported.
set -eu
python=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

try() {  # a name, then arguments for pip install
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
try newest -r "$folder/newest.txt" || echo "The tests fail with the newest patch releases. This does not block."
exit $oldest
