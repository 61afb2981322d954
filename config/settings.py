"""Settings. Everything that differs between machines comes from the environment.

Without any environment the site runs embedded: SQLite, in-process live updates and schedule, on
localhost only. `DATABASE_URL` and `REDIS_URL` make it the scaled site (README, two ways to run).
"""

import re
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from celery.schedules import crontab
from csp.constants import NONE, SELF
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import environment as env, house_texts
from config.operations import file_permissions, logs
from config.settings_accounts import *  # noqa: F403  # a part of these, of one library
from config.settings_accounts import MAIL_CONFIGURED

BASE_DIR = Path(__file__).resolve().parent.parent
RUN_DIR = Path(env.text("RUN_DIR", str(BASE_DIR / ".run")))
file_permissions.make_folder(RUN_DIR, own=RUN_DIR == BASE_DIR / ".run")

# --- Kind of run

PRODUCTION = env.flag("PRODUCTION")
DEBUG = env.flag("DEBUG")
TESTING = env.flag("TESTING")  # allows the clock to be moved; refused in production
SECRET_KEY = env.text("SECRET_KEY")
if not SECRET_KEY and not PRODUCTION:
    SECRET_KEY = file_permissions.kept_secret(RUN_DIR / "secret")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "" if PRODUCTION else "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
DATABASE_URL = env.text("DATABASE_URL")
REDIS_URL = env.redis("REDIS_URL")
EMBEDDED = not REDIS_URL


N = TypeVar("N", int, float)


def _lifted(name: str, limit: N) -> N:
    """Return a limit, which the environment may raise in tests only."""
    return type(limit)(env.number(name, limit)) if TESTING else limit


# --- Applications

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "config.apps.StaticFiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "django_htmx",
    "dmr",
    "config.apps.ConfigConfig",
    "chat",
    "games",
    "auctions",
    "lobby",
]
AUTH_USER_MODEL = "lobby.User"
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.server.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pages; with random padding against BREACH
    "config.server.middleware.bounds",
    "config.api.cors",
    "config.server.middleware.head_as_get",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.server.middleware.no_store",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "lobby.middleware.person",
    "config.server.middleware.BusyMiddleware",
]

TEMPLATES: list[dict[str, Any]] = [
    {  # whole pages, allauth, admin, mails
        "BACKEND": "config.page_templates.PageTemplates",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context_processors.house",
            ],
            "builtins": ["chat.templatetags.jinja", "config.server.static_bundles"],
            "libraries": {"interop": "games.interop.page.primer"},  # for its rules page
        },
    },
    {  # live fragments: `.jinja` files, rendered by `chat.core.templates.render`
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "chat.core.templates.environment",
            "filters": {"dollars": "auctions.page.words.money"},
        },
    },
]

# The games of the site, as dotted paths, so that this module does not import them.
RIDOTTO_GAMES = [
    "games.blanks.entry.GAME",
    "games.merchants.entry.GAME",
    "games.interop.entry.GAME",
    "auctions.entry.GAME",
]

# --- Data

if DATABASE_URL:
    _database = env.database(DATABASE_URL)
    _database["PASSWORD"] = _database["PASSWORD"] or env.text("POSTGRES_PASSWORD")
    _database["CONN_MAX_AGE"] = env.whole("CONN_MAX_AGE", 60)
    _database["CONN_HEALTH_CHECKS"] = True
    if env.flag("DATABASE_POOLER"):
        _database["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:  # prepare statements, so that they are planned once per connection
        _database["OPTIONS"] |= {"server_side_binding": True, "prepare_threshold": 5}
else:
    # FULL: each commit is on the disk before the response, and survives a power cut.
    _synchronous = env.one_of("SQLITE_SYNCHRONOUS", "FULL", "NORMAL")
    _database = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file_permissions.make_file(RUN_DIR / "ridotto.sqlite3"),
        "CONN_MAX_AGE": env.whole("CONN_MAX_AGE", 60),
        "OPTIONS": {
            # SQLite cannot upgrade a read lock, so transactions must begin as write transactions.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={_synchronous};",
        },
        "TEST": {"NAME": RUN_DIR / "test.sqlite3"},
    }
DATABASES: dict[str, dict[str, Any]] = {"default": _database}

# Two caches. "default" is used by libraries for rate limits and used codes. Its entries survive a
# restart and a lost or flushed Redis, and are never evicted. "fleeting" may lose any entry at any
# time.
_lasting = {
    "BACKEND": f"chat.core.cache.{'OneProcessLastingCache' if EMBEDDED else 'LastingCache'}",
    "LOCATION": "chat_limits",
    "OPTIONS": {"MAX_ENTRIES": 10_000_000},  # nothing is evicted; a task deletes old entries
}
if REDIS_URL:
    CACHES: dict[str, dict[str, Any]] = {
        "default": _lasting,
        "fleeting": {
            "BACKEND": "chat.core.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            # A request should wait only briefly for a Redis that is down.
            "OPTIONS": {
                "retry": Retry(NoBackoff(), 1),
                "socket_connect_timeout": 0.5,
                "socket_timeout": 1.0,
            },
        },
    }
    CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "chat.live.redis_layer.RedisLayer",
            "CONFIG": {"url": REDIS_URL},
        }
    }
else:
    CACHES = {
        "default": _lasting,
        "fleeting": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels.layers.InMemoryChannelLayer",
            # One listener gets the updates of the whole site, and must not lose any in a burst.
            "CONFIG": {"capacity": 100_000},
        }
    }

# Days for which data is stored (docs/operations.md); 0 means for ever.
KEEP_MESSAGES_DAYS = env.whole("KEEP_MESSAGES_DAYS", 180)
KEEP_NOTICES_DAYS = env.whole("KEEP_NOTICES_DAYS", 90)
KEEP_SEEN_NOTICES_DAYS = 30
KEEP_KEYS_DAYS = 7  # no page sends a key again after that
PACK_LOGS_DAYS = env.whole("PACK_LOGS_DAYS", 30)  # after the end of the match

# --- Tasks and schedule

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
# Without emulated acknowledgements, a worker that loses Redis continues when it is back; with them
# it ends while kombu restores messages. Losing a task is harmless: what is due is in the database.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    # Timeouts, because a broker that hangs would otherwise stop beat and workers for good.
    {"ack_emulation": False, "socket_timeout": 5, "socket_connect_timeout": 2}
    if REDIS_URL
    else {"polling_interval": 0.05}
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # a worker fetches no task that another could start earlier
CELERY_TASK_PUBLISH_RETRY = False  # nobody waits for the broker; a sweep finds what is due
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    name: {"task": task, "schedule": when, "options": {"expires": expires}}
    for name, task, when, expires in (
        # These periods seldom coincide; running all at once would slow down a small machine.
        ("games.sweep", "games.tasks.sweep", 0.5, 5),
        ("games.put_clocks_right", "games.tasks.put_clocks_right", 5.3, 5),
        # In every time zone, 17:15 in a match of Venice is a quarter of an hour in UTC.
        ("auctions.on_the_quarter", "auctions.tasks.on_the_quarter", crontab(minute="*/15"), 60),
        ("auctions.tell", "auctions.tasks.tell", 9.1, 10),
        ("chat.deliver", "chat.tasks.deliver", 4.7, 5),
        ("games.learn_tastes", "games.tasks.learn_tastes", crontab(hour=3, minute=40), 3600),
        ("games.tidy", "games.tasks.tidy", 10.0, 10),
        ("chat.tidy", "chat.tasks.tidy", 61.0, 60),
        ("lobby.tidy", "lobby.tasks.tidy", 900.0, 900),
    )
}

# --- People

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby:lobby"
LOGOUT_REDIRECT_URL = "home"
STAFF_SECOND_FACTOR = env.flag("STAFF_SECOND_FACTOR", PRODUCTION)  # staff cannot avoid it
SESSION_ENGINE = "lobby.accounts.sessions"
SESSION_DAYS = env.whole("SESSION_DAYS", 60)  # after the last use
SESSION_COOKIE_AGE = 60 * 60 * 24 * SESSION_DAYS
HOUSE_TEXTS = house_texts.read(env.text("HOUSE_TEXTS"))  # terms, rules, contact
GUESTS = env.flag("GUESTS", True)
# New guests from one address in an hour. Those with a valid invitation are counted apart: a party,
# or a phone carrier, is one address.
GUESTS_PER_ADDRESS = _lifted("GUESTS_PER_ADDRESS", 10)
GUESTS_INVITED_PER_ADDRESS = _lifted("GUESTS_INVITED_PER_ADDRESS", 60)

EMAIL_BACKEND = (
    "config.operations.mail_backends.SmtpBackend"
    if MAIL_CONFIGURED
    else "config.operations.mail_backends.ConsoleBackend"
)
EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.port("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", True)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Ridotto <house@localhost>")
PUSH_KEY = env.text("PUSH_KEY") or (
    "" if PRODUCTION or REDIS_URL else file_permissions.push_key(RUN_DIR)
)
PUSH_LOOPBACK = TESTING and env.flag("PUSH_LOOPBACK")  # lets tests push to a server of their own

# --- Play

# Limits on the seats of a table, bots included, by its owner; and the size from which a table is
# large, of which a person may have only one.
SEATS_GUEST = env.whole("SEATS_GUEST", 12)
SEATS_MEMBER = env.whole("SEATS_MEMBER", 200)
SEATS_MODERATOR = _lifted("SEATS_MODERATOR", 100_000)
SEATS_LARGE = _lifted("SEATS_LARGE", 50)
# Limits on what one person may do. Moderators are exempt, except for passwords and changes.
MATCHES_PER_GUEST = env.whole("MATCHES_PER_GUEST", 3)  # open and running, at a time
MATCHES_PER_MEMBER = env.whole("MATCHES_PER_MEMBER", 20)
INVITATIONS_PER_GUEST = env.whole("INVITATIONS_PER_GUEST", 20)  # a day
INVITATIONS_PER_MEMBER = env.whole("INVITATIONS_PER_MEMBER", 100)
INVITATIONS_TO_ONE_PERSON = 10  # by one, a day
INVITE_LINKS_PER_TABLE = 20
TABLE_CHANGES_PER_HOUR = 60
# Setting or trying table passwords, per ten minutes; hashing each takes much of a second.
PASSWORDS_PER_PERSON = 20
PASSWORDS_PER_ADDRESS = _lifted("PASSWORDS_PER_ADDRESS", 60)
PASSWORDS_PER_TABLE = 100
REPORTS_PER_DAY = 40
NOTICES_KEPT = 200  # per person; the oldest are deleted
# Restrictions of an account in its first minutes; 0 means none.
NEW_ACCOUNT_MINUTES = env.whole("NEW_ACCOUNT_MINUTES", 60)
NEW_ACCOUNT_LOBBY_SECONDS = 20  # between two messages
NEW_ACCOUNT_INVITATIONS = 5
BOT_DELAY_SCALE = env.number("BOT_DELAY_SCALE", 1.0)  # 0: bots answer at once (tests)
SEARCH_MS = env.whole("SEARCH_MS", 150)  # CPU time of a bot's search for a decision
SEARCH_SLOW_MS = env.whole("SEARCH_SLOW_MS", 1000)  # at tables of slow pace

# --- Pages

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "static/"
STATIC_ROOT = RUN_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
SERVED_FROM_SOURCES = TESTING or DEBUG  # otherwise collected, hashed and compressed
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if SERVED_FROM_SOURCES
        else "config.server.static_bundles.BundledStorage"
    },
}

# --- Requests and sockets

REQUEST_MOST_BYTES = 1024 * 1024
# Files of packs have at most 4 MiB, and forms have other fields too.
UPLOAD_MOST_BYTES = 5 * 1024 * 1024
UPLOAD_PATHS = re.compile(r"/packs/(upload|p/[\w-]+/replace)/|/api/v1/packs/preview")
REQUEST_HEADER_SECONDS = 10  # from the first byte; a new connection also has this long to send it
REQUEST_BODY_SECONDS = 30
# Longer than proxies keep an idle connection, so that they close it and not this site.
KEEP_ALIVE_SECONDS = 75
CONNECTIONS_WAITING = 500
SOCKETS_PER_PERSON = env.whole("SOCKETS_PER_PERSON", 20)
SOCKETS_PER_ADDRESS = env.whole("SOCKETS_PER_ADDRESS", 200)
# Share of a processor that one person's requests may use in the long run, per web process.
PROCESSOR_PER_PERSON = _lifted("PROCESSOR_PER_PERSON", 0.1) or inf
# Seconds of "not ready" before it stops accepting connections.
DRAIN_NOTICE = env.number("DRAIN_NOTICE", 0)
DRAIN_SECONDS = env.number("DRAIN_SECONDS", 10)  # then at most this long for what is under way
# Django knows no limit by path; the server has already held each path to its own.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = UPLOAD_MOST_BYTES
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

# --- Security headers and cookies

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.views.csrf_failure"

if PRODUCTION:
    SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", True)
    SECURE_HSTS_SECONDS = env.whole("SECURE_HSTS_SECONDS", 60 * 60 * 24 * 365)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    if env.flag("HOST_COOKIES"):  # no other host of the domain can set them
        SESSION_COOKIE_NAME = "__Host-sessionid"
        CSRF_COOKIE_NAME = "__Host-csrftoken"
# The number of proxies in front of the site, whose addresses are not the visitors' (rate limits).
ALLAUTH_TRUSTED_PROXY_COUNT = env.whole("TRUSTED_PROXIES", 0)

# --- Metrics

# The token for /metrics of a web process; and the port where a worker's main process or an embedded
# site serves metrics to everybody who can connect. Both are off by default.
METRICS_TOKEN = env.text("METRICS_TOKEN")
METRICS_PORT = env.port("METRICS_PORT", 0)
METRICS_HOST = env.text("METRICS_HOST", "127.0.0.1")

# --- Logs

LOGGING = logs.configured(
    level=env.one_of("LOG_LEVEL", "INFO", "DEBUG", "WARNING", "ERROR", "CRITICAL"),
    form=env.one_of("LOG_FORMAT", "text", "json"),
)
SENTRY_DSN = env.sentry("SENTRY_DSN")
