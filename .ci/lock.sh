#!/bin/sh
# Compiles the pins. The package index depends on the machine, so it stays out of the files.
set -eu
for name in requirements requirements-dev; do
    .venv/bin/pip-compile --quiet --strip-extras --no-header --no-emit-index-url \
        --no-emit-find-links --no-emit-trusted-host --output-file="$name.txt" "$name.in"
    { echo "# Pins compiled from $name.in by \`make lock\`."; sed '/^# The following packages/,$d' "$name.txt"; } >"$name.tmp"
    mv "$name.tmp" "$name.txt"
done
