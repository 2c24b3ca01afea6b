#!/usr/bin/env python3
"""Buys 0.01 BTC with nothing but Python's standard library.

    WATTLE_TOKEN=wat_… python3 buy.py

The token needs the scope trade.
"""

import json
import os
import sys
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

URL = os.environ.get("WATTLE_URL", "http://localhost:3000")
HEADERS = {"Authorization": f"Bearer {os.environ['WATTLE_TOKEN']}", "Content-Type": "application/json"}


def post(path, body, **headers):
    try:
        with urlopen(Request(URL + path, json.dumps(body).encode(), HEADERS | headers), timeout=10) as answer:
            return json.load(answer)
    except HTTPError as refused:
        error = json.load(refused)
        sys.exit(f"{error['message']} ({error['code']})")


# The answer says what to give, and what exactly that gets: 0.01 or a little more, since dollars have whole cents.
held = post(
    "/api/get-rate",
    {"credit_currency": "AUD", "debit_currency": "BTC", "credit": 1, "debit_amount": "0.01"},
)
# The key makes a repeated call harmless: however often it is sent, it is one exchange.
done = post(
    "/api/users/transactions",
    {
        "transaction_type": "exchange",
        "balance": {"credit": held["credit"], "credit_currency": "AUD"},
        "debit": held["debit"],
        "debit_currency": "BTC",
        "hash": held["hash"],
    },
    **{"Idempotency-Key": str(uuid.uuid4())},
)["data"]
print(f"Bought {done['debit']} BTC for {done['credit']} AUD, reference {done['reference']}")
