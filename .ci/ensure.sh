#!/bin/sh
# Makes sure that the tests find a browser, PostgreSQL, Redis and a proxy. As root on Debian it installs
# what is missing; elsewhere it prints it. Python packages also contain a PostgreSQL and a Redis, so only
# the browser and the proxy are required. `ensure.sh nightly` also finds WebKit.
set -eu

has() { command -v "$1" >/dev/null 2>&1; }
has_postgres() { has initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }
has_nginx() { has nginx || [ -x /usr/sbin/nginx ]; }  # only in root's PATH
has_browser() { has chromium-headless-shell || has chromium || has chromium-browser || has google-chrome; }

missing=""
has_browser || missing="$missing browser"
has redis-server || has valkey-server || missing="$missing redis-server"
has_postgres || missing="$missing postgresql"
has_nginx || missing="$missing nginx-light"
has openssl || missing="$missing openssl"
[ -x .venv/bin/python ] || python3 -c 'import ensurepip' 2>/dev/null || missing="$missing python3-venv"
if [ "${1-}" = nightly ]; then
    has WebKitWebDriver || missing="$missing webkit2gtk-driver"
    has Xvfb || missing="$missing xvfb"
fi
[ -n "$missing" ] || exit 0

if ! has apt-get || [ "$(id -u)" != 0 ]; then
    without="Without it, its tests are skipped (they fail with CI=true)."
    has_browser || echo "No browser found: install chromium. $without" >&2
    has_nginx || echo "No proxy found: install nginx. $without" >&2
    exit 0
fi

echo "Installing for the tests:$missing (a few minutes at most)"
export DEBIAN_FRONTEND=noninteractive
# The tests start their own services: keep the installed ones from starting on this machine.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
fi
apt-get update -qq >/dev/null
for name in $missing; do
    case "$name" in
        browser) set -- chromium-headless-shell chromium ;;
        *) set -- "$name" ;;
    esac
    for package in "$@"; do
        if apt-get install -y -qq "$package" >/dev/null 2>&1; then break; fi
        echo "apt-get could not install $package" >&2
    done
done
