#!/bin/sh
# Buys 0.01 BTC with nothing but curl and a shell.
#
#   WATTLE_TOKEN=wat_… sh buy.sh
#
# The token needs the scope trade.
set -eu

url=${WATTLE_URL:-http://localhost:3000}
: "${WATTLE_TOKEN:?make a token in the dashboard and put it into WATTLE_TOKEN}"

post() {
  path=$1
  shift
  curl -sS --fail-with-body -X POST "$url$path" -H "Authorization: Bearer $WATTLE_TOKEN" \
    -H "Content-Type: application/json" "$@"
}

# The text of a key of flat JSON.
field() { printf '%s' "$2" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# The answer says what to give, and what exactly that gets: 0.01 or a little more, since dollars have whole cents.
held=$(post /api/get-rate -d '{"credit_currency":"AUD","debit_currency":"BTC","credit":1,"debit_amount":"0.01"}') ||
  { echo "$held" >&2; exit 1; }

# The key makes a repeated call harmless: however often it is sent, it is one exchange.
done=$(post /api/users/transactions -H "Idempotency-Key: buy-$(date +%s)-$$" -d "{
  \"transaction_type\": \"exchange\",
  \"balance\": {\"credit\": \"$(field credit "$held")\", \"credit_currency\": \"AUD\"},
  \"debit\": \"$(field debit "$held")\", \"debit_currency\": \"BTC\",
  \"hash\": \"$(field hash "$held")\"
}") || { echo "$done" >&2; exit 1; }
echo "Bought $(field debit "$done") BTC for $(field credit "$done") AUD, reference $(field reference "$done")"
