#!/usr/bin/env python3
"""Takes events that are sent, and prints each one once. What was not signed with the webhook's secret is refused.

    pip install standardwebhooks
    WEBHOOK_SECRET=whsec_… python3 webhook.py      listens on http://localhost:8080

Webhooks are added in the dashboard, or by POST /api/webhooks: the secret is in that answer alone.
"""

import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ.get("WEBHOOK_SECRET", ""))
done = set()  # keep these in a database, in the transaction that does the work


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            # The signature is over the bytes that came: verify first, and read them afterwards.
            event = webhook.verify(body, dict(self.headers))
        except WebhookVerificationError:
            return self.answer(400)
        # The same event may be sent again: its id stays the same.
        if event["id"] not in done:
            print(event["type"], event["id"], flush=True)
        done.add(event["id"])
        # Anything but 2xx is sent again later; so answer first, and do what takes long afterwards.
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
print(f"Listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
