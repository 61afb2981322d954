"""Pass the events of a token's webhook on to a Discord channel.

    RIDOTTO_SECRET=… DISCORD=https://discord.com/api/webhooks/… python discord_bridge.py 8080

It needs only Python. Let a proxy serve it at a public https address, and enter that address in the
settings, Tokens, Webhook; the secret is shown there. For Matrix, write another `pass_on`.
"""

import hashlib
import hmac
import json
import os
import sys
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer


def is_signed(secret, signature, body):
    """Return True if the site signed this body in the last five minutes."""
    at, _comma, mac = signature.removeprefix("t=").partition(",v1=")
    wanted = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(mac.encode(), wanted.encode()) and time.time() - int(at) < 300


def pass_on(event):
    text = json.dumps({"content": f"{event['text']} {event['url']}"}).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "ridotto-bridge"}
    request = urllib.request.Request(os.environ["DISCORD"], text, headers)
    urllib.request.urlopen(request, timeout=8).close()


class Bridge(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        good = is_signed(
            os.environ["RIDOTTO_SECRET"], self.headers.get("Ridotto-Signature", ""), body
        )
        if good:
            pass_on(json.loads(body))  # if this fails there is no answer, and the site tries again
        self.send_response(204 if good else 403)
        self.end_headers()


if __name__ == "__main__":
    if len(sys.argv) != 2 or not {"RIDOTTO_SECRET", "DISCORD"} <= os.environ.keys():
        sys.exit(__doc__)
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Bridge).serve_forever()
