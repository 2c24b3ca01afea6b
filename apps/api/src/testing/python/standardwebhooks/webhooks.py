"""What examples/webhook.py uses of the public library, with Python alone, for tests that cannot install it."""

import base64
import hashlib
import hmac
import json


class WebhookVerificationError(Exception):
    pass


class Webhook:
    def __init__(self, secret):
        self._key = base64.b64decode(secret.removeprefix("whsec_"))

    def verify(self, data, headers):
        sent = {name.lower(): value for name, value in headers.items()}
        signed = f"{sent.get('webhook-id')}.{sent.get('webhook-timestamp')}.".encode() + data
        expected = base64.b64encode(hmac.new(self._key, signed, hashlib.sha256).digest()).decode()
        if not hmac.compare_digest(f"v1,{expected}", sent.get("webhook-signature", "")):
            raise WebhookVerificationError("No matching signature found")
        return json.loads(data)
