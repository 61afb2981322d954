#!/usr/bin/env python
"""Django's command line for Ridotto."""

import gc
import os
import sys


def main() -> None:
    # What is loaded stays, so collecting meanwhile is in vain. A server sets other thresholds then.
    gc.set_threshold(1_000_000)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")  # noqa: TID251  (names the settings)
    # These read the variable set above.
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(f"The settings are invalid. {error}")


if __name__ == "__main__":
    main()
