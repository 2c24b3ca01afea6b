#!/bin/sh
# Sells 0.01 BTC for AUD with nothing but curl and a shell.
#
#   WATTLE_TOKEN=wat_… sh trade.sh
#
# The token needs the scopes read and trade. Amounts are never rounded on the way: the shell's whole numbers do the
# arithmetic in cents.
set -eu

url=${WATTLE_URL:-http://localhost:3000}
: "${WATTLE_TOKEN:?make a token in the dashboard and put it into WATTLE_TOKEN}"

# Prints the body; on an error answer, prints it to standard error and stops.
call() {
  method=$1 path=$2
  shift 2
  answer=$(curl -sS -X "$method" "$url$path" -H "Authorization: Bearer $WATTLE_TOKEN" \
    -H "Content-Type: application/json" -w '\n%{http_code}' "$@")
  status=${answer##*
}
  body=${answer%
*}
  if [ "$status" -ge 400 ]; then
    echo "$method $path answered $status: $body" >&2
    exit 1
  fi
  printf '%s' "$body"
}

# The text of a key of flat JSON.
field() {
  printf '%s' "$2" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

echo "Balance: $(call GET /api/users/balance)"

held=$(call POST /api/get-rate -d '{"credit_currency":"BTC","debit_currency":"AUD","credit":1}')
rate=$(field rate "$held")
fee=$(field fee "$held")
hash=$(field hash "$held")
echo "One BTC is $rate AUD, the fee is $fee %, held until $(field expires_at "$held")"

# Whole numbers: the rate without its point, and how many decimals it had; the same for 100 - fee.
case $rate in *.*) decimals=${rate#*.} ;; *) decimals= ;; esac
digits=$(printf '%s%s' "${rate%%.*}" "$decimals")
case $fee in *.*) fee_decimals=${fee#*.} ;; *) fee_decimals= ;; esac
fee_digits=$(printf '%s%s' "${fee%%.*}" "$fee_decimals" | sed 's/^0*\(.\)/\1/')
power() { printf '1%s' "$(printf '%s' "$1" | sed 's/./0/g')"; }
scale=$(power "$decimals")
fee_scale=$(power "$fee_decimals")
[ ${#digits} -le 14 ] || { echo "This rate has more digits than a shell can count with." >&2; exit 1; }

# debit = 0.01 × rate × (100 − fee) / 100, in cents, cut off
cents=$((digits * (100 * fee_scale - fee_digits) / (100 * fee_scale * scale)))
debit=$(printf '%d.%02d' $((cents / 100)) $((cents % 100)))

# The key makes a repeated call harmless: however often it is sent, it is one exchange.
done=$(call POST /api/users/transactions -H "Idempotency-Key: trade-$(date +%s)-$$" -d "{
  \"transaction_type\": \"exchange\",
  \"balance\": {\"credit\": \"0.01\", \"credit_currency\": \"BTC\"},
  \"debit\": \"$debit\", \"debit_currency\": \"AUD\",
  \"hash\": \"$hash\"
}")
echo "Sold 0.01 BTC for $(field debit "$done") AUD, reference $(field reference "$done")"
