// @vitest-environment node
import { asInternalNote } from "@wattle/contracts/staff-texts";
import { expect, test } from "vitest";
import type { CustomerFile } from "../parts/answers.ts";
import { daysOf, folded, timelineOf } from "./timeline.ts";

const STAFF = "0190a000-0000-7000-8000-000000000009";
const at = (minute: number): string => `2026-11-22T10:${String(minute).padStart(2, "0")}:00.000Z`;

const FILE = {
  user: { id: "mary", created_at: at(0), email_verified_at: at(1) },
  identity: { submitted_at: at(2) },
  sessions: [{ id: "session", created_at: at(3), ip: "203.0.113.40" }],
  history: {
    data: [
      {
        id: "deposit",
        transaction_type: "deposit",
        status: "completed",
        debit: "1000.00",
        debit_currency: "AUD",
        reference: "AAAA-BBBB-CCCC",
        note: null,
        created_at: at(4),
      },
    ],
  },
  audit: [
    {
      id: "hold",
      actor: STAFF,
      action: "customer.held",
      details: { internal_note: "Odd payee" },
      created_at: at(5),
    },
    { id: "expiry", actor: "system", action: "deposit.expired", details: {}, created_at: at(6) },
  ],
  notes: [{ id: "note", text: asInternalNote("Called back"), created_at: at(7) }],
  enquiries: [
    {
      id: "enquiry",
      reference: "ENQ-1",
      topic: "support",
      message: "Where is it?",
      created_at: at(8),
      replies: [{ id: "reply", message: "On its way.", sent_by: "finn@mail.example", created_at: at(9) }],
    },
  ],
} as unknown as CustomerFile;

test("what the customer did, what we did and what the system did, newest first", () => {
  expect(timelineOf(FILE).map(({ by, text, detail }) => [by, text, detail])).toEqual([
    ["us", "Replied to enquiry", "On its way."],
    ["customer", "Wrote to support", "Where is it?"],
    ["us", "Note", "Called back"],
    ["system", "Deposit expired", undefined],
    ["us", "Customer held", "Odd payee"],
    ["customer", "Deposit", undefined],
    ["customer", "Logged in from 203.0.113.40", undefined],
    ["customer", "Sent the identity", undefined],
    ["customer", "Confirmed the email address", undefined],
    ["customer", "Signed up", undefined],
  ]);
  expect(timelineOf(FILE)[5]).toMatchObject({ amount: "1,000.00 AUD", reference: "AAAA-BBBB-CCCC" });
});

test("what the log has of the customer’s own acts is the customer’s, and nothing is there twice", () => {
  const line = (action: string, actor: string, minute: number) => ({
    id: `${action}${minute}`,
    actor,
    action,
    details: {},
    created_at: at(minute),
  });
  const entries = timelineOf({
    ...FILE,
    enquiries: [],
    audit: [
      line("identity.sent", "mary", 2),
      line("token.revoked", "mary", 5),
      line("customer.noted", STAFF, 7),
      line("recovery.done", "system:recoveries", 8),
    ],
  } as unknown as CustomerFile);
  expect(entries.map(({ by, text }) => [by, text])).toEqual([
    ["system", "Recovery done"],
    ["us", "Note"],
    ["customer", "Token revoked"],
    ["customer", "Deposit"],
    ["customer", "Logged in from 203.0.113.40"],
    ["customer", "Identity sent"],
    ["customer", "Confirmed the email address"],
    ["customer", "Signed up"],
  ]);
});

test("of an exchange is said what the customer gave and got", () => {
  const exchange = (id: string, given: readonly [string, string], got: readonly [string, string]) => ({
    ...FILE.history.data[0],
    id,
    transaction_type: "exchange",
    credit: given[0],
    credit_currency: given[1],
    debit: got[0],
    debit_currency: got[1],
  });
  const data = [
    exchange("buy", ["1050.00", "AUD"], ["0.00698000", "BTC"]),
    exchange("sell", ["0.00698000", "BTC"], ["1040.00", "AUD"]),
  ];
  const entries = timelineOf({ ...FILE, history: { data } } as unknown as CustomerFile);
  expect(entries.flatMap(({ amount = [] }) => amount)).toEqual([
    "1,050.00 AUD → 0.00698000 BTC",
    "0.00698000 BTC → 1,040.00 AUD",
  ]);
});

test("what happened in the moment of signing up was after it", () => {
  const user = { ...FILE.user, email_verified_at: at(0) };
  expect(timelineOf({ ...FILE, user } as unknown as CustomerFile).slice(-2)).toMatchObject([
    { text: "Confirmed the email address" },
    { text: "Signed up" },
  ]);
});

test("equal lines that follow each other are one, with the time of the newest; what has an amount stays by itself", () => {
  const read = (minute: number) => ({
    id: `read${minute}`,
    actor: STAFF,
    action: "document.read",
    details: {},
    created_at: at(minute),
  });
  const [row] = FILE.history.data;
  const history = { data: [row, { ...row, id: "second" }] };
  const audit = [read(20), read(21), read(22)];
  const entries = folded(timelineOf({ ...FILE, history, enquiries: [], audit } as unknown as CustomerFile));
  expect(entries[0]).toMatchObject({ text: "Document read", times: 3, at: at(22) });
  expect(entries.filter(({ text }) => text === "Deposit").map(({ times }) => times)).toEqual([1, 1]);
});

test("a day is said once, above what was on it; what says the same on two days is a line on each", () => {
  const read = (id: string, created_at: string) => ({
    id,
    actor: STAFF,
    action: "document.read",
    details: {},
    created_at,
  });
  const audit = [
    read("a", "2026-11-24T10:00:00.000Z"),
    read("b", "2026-11-24T09:00:00.000Z"),
    read("c", "2026-11-23T10:00:00.000Z"),
  ];
  const days = daysOf(timelineOf({ ...FILE, enquiries: [], audit } as unknown as CustomerFile));
  expect(days.map(({ day, entries }) => [day, entries.length, entries[0]?.times])).toEqual([
    ["24 Nov 2026", 1, 2],
    ["23 Nov 2026", 1, 1],
    ["22 Nov 2026", expect.any(Number), 1],
  ]);
});
