#!/usr/bin/env python3
"""Buys or sells with nothing but Python's standard library.

    WATTLE_TOKEN=wat_… python3 trade.py BTC AUD 0.01     sells 0.01 BTC
    WATTLE_TOKEN=wat_… python3 trade.py AUD BTC 500.00   buys bitcoin for 500 dollars

The token needs the scope trade.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid
from decimal import ROUND_DOWN, Context, Decimal

URL = os.environ.get("WATTLE_URL", "http://localhost:3000")
TOKEN = os.environ.get("WATTLE_TOKEN", "")
DECIMALS = {"AUD": 2, "NGN": 2, "BTC": 8, "ETH": 8}
EXACT = Context(prec=80)  # more digits than any product here has


class Refused(Exception):
    def __init__(self, status, error):
        super().__init__(f"{error['message']} ({error['code']})")
        self.status = status
        self.error = error


def call(method, path, body=None, key=None):
    """Calls the API. What the server refuses is raised; a call that got no answer is sent again."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    if key is not None:
        headers["Idempotency-Key"] = key
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(4):
        request = urllib.request.Request(URL + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return json.load(response)
        except urllib.error.HTTPError as answer:
            if answer.code != 429 or attempt == 3:
                raise Refused(answer.code, json.load(answer)) from None
            time.sleep(int(answer.headers.get("Retry-After", "1")))
        except (urllib.error.URLError, TimeoutError):
            # Only what cannot happen twice is tried again: reading, or a call with a key.
            if attempt == 3 or (method != "GET" and key is None):
                raise
            time.sleep(2**attempt)


def debit_of(credit, held):
    """credit × rate × (100 − fee) / 100, cut to the currency's decimals: exactly what the server computes."""
    kept = EXACT.subtract(Decimal(100), Decimal(held["fee"]))
    value = EXACT.multiply(EXACT.multiply(Decimal(credit), Decimal(held["rate"])), kept)
    cents = Decimal(1).scaleb(-DECIMALS[held["debit_currency"]])
    return value.scaleb(-2, EXACT).quantize(cents, rounding=ROUND_DOWN, context=EXACT)


def main(give, get, amount):
    held = call("POST", "/api/get-rate", {"credit_currency": give, "debit_currency": get, "credit": 1})
    print(f"1 {give} = {held['rate']} {get}, fee {held['fee']} %, held until {held['expires_at']}")
    done = call(
        "POST",
        "/api/users/transactions",
        {
            "transaction_type": "exchange",
            "balance": {"credit": amount, "credit_currency": give},
            "debit": str(debit_of(amount, held)),
            "debit_currency": get,
            "hash": held["hash"],
        },
        key=str(uuid.uuid4()),
    )["data"]
    print(
        f"Gave {done['credit']} {done['credit_currency']}, got {done['debit']} {done['debit_currency']}, "
        f"reference {done['reference']}"
    )


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except Refused as refused:
        sys.exit(str(refused))
