"""A device with one passkey, together with the browser that speaks for it."""

from __future__ import annotations

import json
import secrets
import struct
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.test import Client
from fido2 import cbor

ADD = "/account/2fa/webauthn/add/"
LOG_IN = "/account/2fa/webauthn/login/"
PRESENT, VERIFIED, NEW = 0x01, 0x04, 0x40


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class Device:
    """An authenticator; with `verifies` it asks for a finger, a face or a PIN."""

    def __init__(self, *, host: str = "testserver", verifies: bool = True) -> None:
        self.host = host
        self.flags = PRESENT | (VERIFIED if verifies else 0)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.owner = ""
        self.count = 0

    def make(self, wanted: dict[str, Any]) -> str:
        """Create a passkey; return it in JSON as `navigator.credentials.create` does."""
        self.owner = wanted["publicKey"]["user"]["id"]
        about = self._about(wanted, "webauthn.create")
        data = self._data(self.flags | NEW) + bytes(16) + struct.pack(">H", 16) + self.id
        said = {"fmt": "none", "attStmt": {}, "authData": data + cbor.encode(self._public())}
        return self._credential(clientDataJSON=about, attestationObject=cbor.encode(said))

    def show(self, wanted: dict[str, Any]) -> str:
        """Sign the challenge; return JSON as `navigator.credentials.get` does."""
        about, data = self._about(wanted, "webauthn.get"), self._data(self.flags)
        signed = self.key.sign(data + sha256(about).digest(), ec.ECDSA(SHA256()))
        found = json.loads(
            self._credential(clientDataJSON=about, authenticatorData=data, signature=signed)
        )
        found["response"]["userHandle"] = self.owner
        return json.dumps(found)

    def _about(self, wanted: dict[str, Any], kind: str) -> bytes:
        challenge = wanted["publicKey"]["challenge"]
        origin = f"https://{self.host}"
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()

    def _data(self, flags: int) -> bytes:
        self.count += 1
        return sha256(self.host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _public(self) -> dict[int, Any]:
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        return {1: 2, 3: -7, -1: 1, -2: x, -3: y}

    def _credential(self, **response: bytes) -> str:
        return json.dumps(
            {
                "type": "public-key",
                "id": _text(self.id),
                "rawId": _text(self.id),
                "response": {name: _text(data) for name, data in response.items()},
                "clientExtensionResults": {"credProps": {"rk": True}},
            }
        )


def add(browser: Client, device: Device, name: str = "Phone") -> Any:
    """Add the device's passkey through the page, as a freshly authenticated user."""
    wanted = browser.get(ADD).context["js_data"]["creation_options"]
    form = {"name": name, "credential": device.make(wanted), "passwordless": "True"}
    return browser.post(ADD, form)


def log_in(browser: Client, device: Device, **form: str) -> Any:
    wanted = browser.get(LOG_IN, headers={"Accept": "application/json"}).json()
    return browser.post(LOG_IN, {"credential": device.show(wanted["request_options"]), **form})
