/** Made-up things of a customer, as the document shows them and a demo's made-up events have them. */
import { PERMISSIONS, type UserData } from "@wattle/contracts/accounts";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { CoinDeposit } from "@wattle/contracts/coins";
import type { Transaction } from "@wattle/contracts/history";

export const ID = "0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55";
export const BANK_ACCOUNT_ID = "0198f2c4-7d1e-7cc0-9d64-1c3f7c2f4b66";
export const COIN_ADDRESS = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
export const NOW = "2026-01-31T09:30:00.000Z";

const permissions = [...PERMISSIONS];
const profile = { partner_link: null };
const balance = { AUD: "250000.00", BTC: "2.50000000", ETH: "40.00000000" };

export const userData: UserData = {
  user: {
    id: ID,
    first_name: "Wattle",
    middle_name: null,
    last_name: "Customer",
    email: "customer@demo.test",
    phone: null,
    status: "verified",
    status_reason: null,
    default_country: "AU",
    email_verified_at: NOW,
    created_at: NOW,
    profile,
    roles: [{ name: "regular-user" }],
    permissions,
  },
  profile,
  role: "regular-user",
  balance,
  permissions,
};

export const exchange: Transaction = {
  id: ID,
  transaction_type: "exchange",
  status: "completed",
  credit: "0.01000000",
  credit_currency: "BTC",
  debit: "1485.00",
  debit_currency: "AUD",
  rate: "150000.00",
  fee: "1",
  fee_amount: "0.00010000",
  fee_currency: "BTC",
  converted: "0.00990000",
  reference: "7KQ4-M2XB-9PTR",
  bill_reference: null,
  payment_method: null,
  txid: null,
  bank_account_id: null,
  coin_payee_id: null,
  note: null,
  created_at: NOW,
  updated_at: NOW,
};

const moved: Transaction = {
  ...exchange,
  credit: "500.00",
  credit_currency: "AUD",
  debit: "500.00",
  rate: null,
  fee: null,
  fee_amount: null,
  fee_currency: null,
  converted: null,
};

export const deposit: Transaction = {
  ...moved,
  transaction_type: "deposit",
  status: "awaiting_payment",
  payment_method: "bank_transfer",
};

export const withdrawal: Transaction = {
  ...moved,
  transaction_type: "withdraw",
  status: "requested",
  bank_account_id: BANK_ACCOUNT_ID,
  coin_payee_id: null,
};

export const bankAccount: BankAccount = {
  id: BANK_ACCOUNT_ID,
  currency: "AUD",
  country: "AU",
  account_name: "Wattle Customer",
  bank_name: "Example Bank of Australia",
  bsb: "062-000",
  bank_code: null,
  account_number: "12345678",
  held_until: "2026-02-01T09:30:00.000Z",
  created_at: NOW,
  updated_at: NOW,
};

export const coinDeposit: CoinDeposit = {
  id: ID,
  currency: "BTC",
  network: "bitcoin",
  txid: "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
  output: 0,
  address: COIN_ADDRESS,
  amount: "0.01000000",
  amount_base: "1000000",
  confirmations: 1,
  confirmations_needed: 3,
  status: "confirming",
  seen_at: NOW,
  credited_at: null,
  transaction_id: null,
};
