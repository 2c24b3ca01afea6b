import {
  BANK_ACCOUNT_ID,
  bankAccount,
  COIN_ADDRESS,
  coinDeposit,
  deposit,
  exchange,
  ID,
  NOW,
  userData,
  withdrawal,
} from "../event-feed/made-up-data.ts";

/**
 * Examples of the OpenAPI document by procedure, as that takes and answers them. Tests send each request and compare
 * each answer's shape, so an example that has gone stale is found. If a request needs a fresh value (a held rate's
 * `hash`, an identifier of the caller's own), the tests put one in.
 */

const PAYEE_ID = "0198f2c4-7d1e-7cc0-9d64-5e0b7a9c2d11";
const HASH =
  "eyJhbGciOiJFZERTQSIsInR5cCI6InF1b3RlK2p3dCIsImtpZCI6ImEyV3YifQ.eyJqdGkiOiIwMTk4ZjJjNCJ9.c2lnbmF0dXJl";
const PASSKEY_ID = "6yq3nT1p5c0sWkFvJ8mQ2g";
const CHALLENGE = "q1kZ8v0mN5cXw3Jr7LtYhB2dGfEa9uQoPiSs6TjRnUk";
const ROOT_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

const registered = {
  ...userData,
  user: {
    ...userData.user,
    first_name: "Mary",
    last_name: "Ann",
    email: "mary@mail.example",
    status: "registered",
    email_verified_at: null,
    permissions: [],
  },
  balance: { AUD: "0.00", BTC: "0.00000000", ETH: "0.00000000" },
  permissions: [],
};

const taxResidences = {
  residences: [
    { country: "AU", tin: "••••••782", no_tin_reason: null },
    { country: "NZ", tin: null, no_tin_reason: "applied_for" },
  ],
  certified: true,
  certified_at: NOW,
};

const depositDetail = {
  ...deposit,
  announced: null,
  expires_at: "2026-02-07T09:30:00.000Z",
  being_paid: false,
  bank_reference: null,
  bank_account: null,
  coin_payee: null,
  events: [
    {
      from_status: null,
      to_status: "awaiting_payment",
      actor: "customer",
      reason: null,
      created_at: NOW,
    },
  ],
};

const coinPayeeInput = {
  currency: "BTC",
  // The first one of BIP-173.
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  label: "My hardware wallet",
  whose: "mine",
  wallet: "self_hosted",
};
const coinPayee = {
  ...coinPayeeInput,
  id: PAYEE_ID,
  network: "bitcoin",
  holder_name: null,
  provider_name: null,
  available_at: NOW,
  proof_message: `I control ${coinPayeeInput.address} and use it with Wattle. Payee ${PAYEE_ID}`,
};
const etherPayeeId = "01945aa0-0000-7000-8000-0000000000e1";
const etherPayee = {
  ...coinPayee,
  id: etherPayeeId,
  currency: "ETH",
  network: "ethereum",
  // The first one of EIP-55.
  address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  label: "My wallet for ether",
  proof_message: `I control 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed and use it with Wattle. Payee ${etherPayeeId}`,
};
const etherDeposit = {
  ...coinDeposit,
  id: "01945aa0-0000-7000-8000-0000000000e2",
  currency: "ETH",
  network: "ethereum",
  txid: "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060",
  address: "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  amount: "0.50000000",
  amount_base: "500000000000000001",
  confirmations: 12,
  confirmations_needed: 64,
};

const bankAccountInput = {
  currency: "AUD",
  account_name: "Wattle Customer",
  bank_name: "Example Bank of Australia",
  bsb: "062-000",
  account_number: "12345678",
};

const token = {
  id: ID,
  name: "Price bot",
  hint: "wat_k3Yq",
  addresses: [],
  created_at: NOW,
  expires_at: "2026-05-01T09:30:00.000Z",
  last_used_at: null,
  last_used_ip: null,
  scopes: ["read", "trade"],
  app_id: null,
};

const webhook = {
  id: ID,
  url: "https://shop.example/webhooks",
  events: ["*"],
  created_at: NOW,
  disabled_at: null,
  disabled_because: null,
};

const delivery = {
  id: BANK_ACCOUNT_ID,
  type: "webhook.test",
  created_at: NOW,
  state: "pending",
  attempts: 0,
  next_attempt_at: NOW,
  delivered_at: null,
  last_status: null,
  last_error: null,
};

const meta = { current_page: 1, last_page: 1, per_page: 20, total: 1 };
const message = (text: string): { message: string } => ({ message: text });

/** Inputs of the procedure behind each row. */
export const REQUEST_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "sessions.login": { email: "customer@demo.test", password: "Wattle-Demo1", remember: true },
  "sessions.passkeyLogin": {
    id: PASSKEY_ID,
    rawId: PASSKEY_ID,
    type: "public-key",
    response: {
      clientDataJSON: Buffer.from(
        JSON.stringify({ type: "webauthn.get", challenge: CHALLENGE, origin: "https://wattle.example" }),
      ).toString("base64url"),
      authenticatorData: "9KbNHnIGOWkoWgJgRvgQ7HWsSDMTzu4pGiNc0DTaBZEFAAAAAQ",
      signature:
        "MEUCIQC3cTZqDW0lrM5pVhVvXqYkS0wHnkWqXbQmF1n2o9y7WgIgH2l7iN3xY2mI0o1m8n4m2XQ3W0b5v7o3sV1r9d8k6jE",
      userHandle: Buffer.from(ID).toString("base64url"),
    },
    remember: true,
  },
  "accounts.register": {
    first_name: "Mary",
    last_name: "Ann",
    email: "mary@mail.example",
    password: "Sturdy-Wattle7",
    password_confirmation: "Sturdy-Wattle7",
    terms: true,
    country: "AU",
  },
  "accounts.forgotPassword": { email: "customer@demo.test" },
  "accounts.resetPassword": {
    email: "customer@demo.test",
    password: "Sturdy-Wattle7",
    password_confirmation: "Sturdy-Wattle7",
    token: "the-token-of-the-link",
  },
  "captcha.check": { recaptchaToken: "what-the-solved-widget-gives" },
  "accounts.get": { id: ID },
  "tokens.create": { name: "Price bot", scopes: ["read", "trade"], expires_in_days: 90 },
  "tokens.revoke": { id: ID },
  "apps.exchange": {
    grant_type: "authorization_code",
    client_id: ID,
    redirect_uri: "https://tax.example/back",
    code: "wac_the-code-of-the-redirect",
    code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  },
  "history.list": { page: 1, per_page: 20, type: "exchange", from: "2026-01-01" },
  "history.walk": { type: "exchange", from: "2026-01-01" },
  "events.list": { limit: 100 },
  "events.trigger": { type: "deposit.completed" },
  "tokens.requests": { token: ID, limit: 50 },
  "webhooks.create": { url: "https://shop.example/webhooks", events: ["*"] },
  "webhooks.get": { id: ID },
  "webhooks.edit": { id: ID, url: "https://shop.example/events", events: ["deposit.completed"] },
  "webhooks.renewSecret": { id: ID },
  "webhooks.enable": { id: ID },
  "webhooks.resend": { id: ID, delivery: BANK_ACCOUNT_ID },
  "webhooks.remove": { id: ID },
  "webhooks.test": { id: ID },
  "webhooks.deliveries": { id: ID },
  "history.get": { id: ID },
  "history.cancel": { id: ID },
  "receipts.get": { id: ID },
  "tax.certifyResidences": {
    residences: [
      { country: "AU", tin: "123 456 782" },
      { country: "NZ", tin: null, no_tin_reason: "applied_for" },
    ],
    certified: true,
  },
  "tax.stateCost": { id: ID, acquired_on: "2024-02-29", cost: "1250.00" },
  "tax.report": { year: 2026, method: "fifo" },
  "tax.csv": { year: 2026, method: "fifo" },
  "tax.pdf": { year: 2026, method: "fifo" },
  "exchange.execute": {
    transaction_type: "exchange",
    balance: { credit: "0.01", credit_currency: "BTC" },
    debit: "1485.00",
    debit_currency: "AUD",
    hash: HASH,
  },
  "deposits.announce": {
    transaction_type: "deposit",
    balance: { credit: "500.00", credit_currency: "AUD" },
    payment_method: "bank_transfer",
  },
  "withdrawals.request": {
    transaction_type: "withdraw",
    balance: { credit: "500.00", credit_currency: "AUD" },
    bank_account_id: BANK_ACCOUNT_ID,
  },
  "bankAccounts.add": bankAccountInput,
  "bankAccounts.edit": { id: BANK_ACCOUNT_ID, ...bankAccountInput },
  "bankAccounts.remove": { id: BANK_ACCOUNT_ID },
  "coinPayees.add": coinPayeeInput,
  "coinPayees.prove": { id: PAYEE_ID, signature: "AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxY=" },
  "coinPayees.remove": { id: PAYEE_ID },
  "coins.address": { currency: "BTC" },
  "coins.deposits": { page: 1, per_page: 20 },
  "partners.referrals": { page: 1, per_page: 20 },
  "rates.list": { symbols: "BTC,ETH", in: "AUD" },
  "quotes.getRate": { credit_currency: "BTC", debit_currency: "AUD", credit: 1, debit_amount: "1485.00" },
  "support.send": {
    name: "Mary Ann",
    email: "mary@mail.example",
    message: "How long does a first deposit take?",
  },
};

/** Answers of the procedure behind each row, before the row puts them under `data`. */
export const RESPONSE_EXAMPLES: Readonly<Record<string, unknown>> = {
  "sessions.login": userData,
  "sessions.passkeyOptions": {
    challenge: CHALLENGE,
    timeout: 300_000,
    rpId: "wattle.example",
    allowCredentials: [],
    userVerification: "required",
  },
  "sessions.passkeyLogin": userData,
  "accounts.register": registered,
  "accounts.forgotPassword": message("If we know this address, a link is on its way to it."),
  "accounts.resetPassword": message("Your password was changed"),
  "accounts.resendEmail": { message: "We sent you a new link", wait_seconds: 60 },
  "captcha.check": { pass: "0198f2c4.mk3x.c2lnbmF0dXJl", expires_at: NOW },
  "accounts.get": userData,
  "accounts.me": userData,
  "tokens.list": [token],
  "tokens.create": { ...token, token: "wat_…" },
  "tokens.current": { ...token, procedures: [] },
  "apps.exchange": {
    access_token: "wat_…",
    token_type: "Bearer",
    expires_in: 7_776_000,
    scope: "read trade",
  },
  "balances.get": userData.balance,
  "history.list": { data: [exchange], meta, next: null },
  "events.list": [
    { id: ID, type: "exchange.completed", created_at: NOW, data: exchange },
    { id: BANK_ACCOUNT_ID, type: "bank_account.added", created_at: NOW, data: bankAccount },
  ],
  "events.trigger": {
    id: ID,
    type: "deposit.completed",
    created_at: NOW,
    data: { ...deposit, status: "completed" },
  },
  "tokens.requests": {
    data: [
      {
        id: BANK_ACCOUNT_ID,
        created_at: NOW,
        method: "POST",
        path: "/api/users/transactions",
        status: 201,
        idempotency_key: "order-1",
        duration_ms: 12,
      },
    ],
    next: null,
  },
  "webhooks.list": [webhook],
  "webhooks.create": { ...webhook, secret: "whsec_…" },
  "webhooks.get": webhook,
  "webhooks.edit": { ...webhook, url: "https://shop.example/events", events: ["deposit.completed"] },
  "webhooks.renewSecret": { ...webhook, secret: "whsec_…" },
  "webhooks.enable": webhook,
  "webhooks.resend": delivery,
  "webhooks.test": delivery,
  "webhooks.deliveries": [delivery],
  "history.get": depositDetail,
  "history.cancel": { ...depositDetail, status: "cancelled" },
  "tax.residences": taxResidences,
  "tax.certifyResidences": taxResidences,
  "tax.report": {
    year: 2026,
    method: "fifo",
    from: "2025-07-01",
    to: "2026-06-30",
    timezone: "Australia/Sydney",
    is_complete: true,
    home: "AUD",
    disposals: [
      {
        transaction_id: ID,
        currency: "BTC",
        units: "0.01000000",
        disposed_on: "2026-01-31",
        proceeds: "1485.00",
        parcels: [
          {
            acquired_on: "2024-02-29",
            units: "0.01000000",
            cost: "1250.00",
            gain: "235.00",
            discountable: true,
          },
        ],
      },
    ],
    totals: {
      proceeds: "1485.00",
      cost: "1250.00",
      gains: "235.00",
      losses: "0.00",
      discountable_gains: "235.00",
      fees: "15.00",
    },
    not_sold: [],
    held: [{ currency: "BTC", units: "0.02500000", cost: "3125.00" }],
    in_own_wallets: [],
    from_outside: [],
    kept: "fifo",
    downloaded: null,
  },
  "receipts.get": {
    transaction: {
      ...exchange,
      announced: null,
      expires_at: null,
      being_paid: false,
      bank_reference: null,
      bank_account: null,
      coin_payee: null,
      events: [],
    },
    customer: { name: "Wattle Customer", email: "customer@demo.test" },
    quote: {
      jws: HASH,
      kid: "a2Wv",
      alg: "EdDSA",
      jwks_url: "http://localhost:3000/.well-known/jwks.json",
    },
    entries: [
      {
        id: ID,
        description: "Exchange 7KQ4-M2XB-9PTR",
        created_at: NOW,
        postings: [
          { from: "Your balance", to: "Our trading account", amount: "0.00990000", currency: "BTC" },
          { from: "Your balance", to: "Our fee account", amount: "0.00010000", currency: "BTC" },
          { from: "Our trading account", to: "Your balance", amount: "1485.00", currency: "AUD" },
        ],
      },
    ],
  },
  "exchange.execute": exchange,
  "deposits.announce": deposit,
  "withdrawals.request": withdrawal,
  "deposits.systemBankAccounts": [
    {
      id: ID,
      currency: "AUD",
      method: "bank_transfer",
      bank_name: "Example Bank of Australia",
      account_name: "Wattle Clients",
      bsb: "062-000",
      bank_code: null,
      account_number: "10203040",
      payid: null,
    },
  ],
  "bankAccounts.list": [bankAccount],
  "bankAccounts.add": bankAccount,
  "bankAccounts.edit": bankAccount,
  "coinPayees.list": [etherPayee, coinPayee],
  "coinPayees.add": coinPayee,
  "coinPayees.prove": coinPayee,
  "coins.address": {
    currency: "BTC",
    network: "bitcoin",
    address: COIN_ADDRESS,
    uri: `bitcoin:${COIN_ADDRESS}`,
    deposit_min: "0.00005000",
    confirmations_needed: 3,
  },
  "coins.deposits": {
    data: [etherDeposit, coinDeposit],
    meta: { ...meta, total: 2 },
  },
  "partners.referrals": {
    data: [
      {
        id: ID,
        client: { name: "Mary", surname: "Ann", email: "mary@mail.example" },
        created_at: NOW,
        transaction_type: "exchange",
        debit: "1485.00",
        credit: "0.01000000",
        debit_currency: "AUD",
        credit_currency: "BTC",
      },
    ],
    meta,
  },
  "currencies.list": {
    fiat: { AUD: { full_name: "Australian Dollar", short_name: "AUD", active: true } },
    crypto: { BTC: { full_name: "Bitcoin", short_name: "BTC", active: true } },
  },
  "exchange.fees": [{ currency_from: "BTC", currency_to: "AUD", amount: "1" }],
  "rates.list": [
    {
      symbol: "BTC",
      rate: "150000.00",
      rate_with_fee: "148500.00",
      change_24h: "1.25",
      timestamp: 1769851800,
    },
  ],
  "quotes.getRate": {
    rate: "150000.00",
    timestamp: 1769851800,
    hash: HASH,
    issued_at: NOW,
    expires_at: "2026-01-31T09:30:45.000Z",
    fee: "1",
    spread: "0",
    min: "0.00067341",
    max: "0.67340067",
    credit_currency: "BTC",
    debit_currency: "AUD",
    credit: "0.01000000",
    debit: "1485.00",
  },
  "support.send": { reference: "7KQ4-M2XB-9PTR" },
  "liabilities.document": {
    id: ID,
    created_at: NOW,
    trees: [{ currency: "AUD", root: ROOT_HASH, total: "125000000", leaves: 4096 }],
    signature: HASH,
  },
  "reserves.document": {
    id: ID,
    liabilities: ID,
    created_at: NOW,
    networks: [
      {
        network: "bitcoin",
        height: 880_000,
        hash: ROOT_HASH,
        currencies: [
          {
            currency: "BTC",
            total: "12.50000000",
            owed: "12.00000000",
            cover: "1.0416",
            items: [
              {
                address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
                amount: "12.50000000",
                outputs: [{ txid: ROOT_HASH, output: 0, amount: "12.50000000" }],
                proof: "AkcwRAIg",
              },
            ],
          },
        ],
      },
    ],
    checks: [{ network: "bitcoin", height: 880_060, checked_at: NOW }],
    spent: [],
    lower: [],
    signature: HASH,
  },
  "liabilities.mine": [
    {
      currency: "AUD",
      amount: "150000",
      leaves: [
        {
          amount: "150000",
          nonce: "9f86d081884c7d659a2feaa0c55ad015",
          path: [{ side: "right", hash: ROOT_HASH, sum: "2500" }],
        },
      ],
      root: ROOT_HASH,
      total: "125000000",
      publication: ID,
    },
  ],
  "quotes.jwks": {
    keys: [
      {
        kty: "OKP",
        crv: "Ed25519",
        x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        kid: "a2Wv",
        use: "sig",
        alg: "EdDSA",
      },
    ],
  },
};
