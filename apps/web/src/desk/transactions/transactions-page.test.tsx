import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { QUOTED_EXCHANGE as EXCHANGE } from "../../testing/quoted-exchange.ts";
import { standInApi } from "../../testing/stand-in-api.ts";
import { ARRIVED_LINE } from "../../testing/arrived-line.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import { TransactionsPage } from "./transactions-page.tsx";

beforeEach(() => setSession(staffOf("support")));
afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

const { reference: REFERENCE, quote } = EXCHANGE;

function Page() {
  useKeyboard();
  return <TransactionsPage />;
}
const show = (record: object) => {
  standInApi({ "ops.transactions.find": () => record });
  return renderScreen(<Page />, `/?reference=${REFERENCE}`);
};

test("the answer about a price has what was given and got, the signed rate, the fee, the market and the proof", async () => {
  await show(EXCHANGE);
  await screen.findByRole("heading", { name: `Exchange ${REFERENCE}` });
  expect(screen.getByText("5,010.00 AUD per ETH")).toBeDefined();
  expect(screen.getByText("5,000.00 AUD per ETH")).toBeDefined();
  await userEvent.keyboard("a");
  const drawer = await screen.findByRole("dialog", { name: `Price of ${REFERENCE}` });
  const email = within(drawer).getByRole("link", { name: "Write the email" });
  expect(document.activeElement).toBe(email);
  const address = new URL(email.getAttribute("href") ?? "");
  expect(address.pathname).toBe("mary%40mail.example");
  const text = address.searchParams.get("body") ?? "";
  for (const fact of [
    "Hi Mary,",
    "You gave 2.00000000 ETH and got 9,900.00 AUD",
    "1 ETH was 5,000.00 AUD.",
    "We signed this rate on 2026/11/22 ",
    "Our fee was 1%: 0.02000000 ETH.",
    "was 5,010.00 AUD.",
    "key-1 at https://wattle.example/.well-known/jwks.json",
    quote.jws,
  ])
    expect(text).toContain(fact);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a price that was in doubt is no part of the answer, and a warning says so above it", async () => {
  const doubt = {
    pair: "ETH/AUD",
    at: "2026-11-22T01:02:00.000Z",
    reason: "Price moved over 10% in a minute (source: kraken)",
  };
  await show({ ...EXCHANGE, market_price: { ...EXCHANGE.market_price, doubt } });
  await screen.findByRole("heading", { name: `Exchange ${REFERENCE}` });
  // On the page already, whether or not an answer is prepared.
  expect(screen.getByText(/^ETH\/AUD was paused on .*: Price moved over 10%/)).toBeDefined();
  await userEvent.keyboard("a");
  const drawer = await screen.findByRole("dialog", { name: `Price of ${REFERENCE}` });
  expect(
    within(drawer).getByText(
      /^ETH\/AUD was paused on .*: Price moved over 10% in a minute \(source: kraken\)\./,
    ),
  ).toBeDefined();
  const email = within(drawer).getByRole("link", { name: "Write the email" });
  const text = new URL(email.getAttribute("href") ?? "").searchParams.get("body") ?? "";
  expect(text).toContain("1 ETH was 5,000.00 AUD.");
  expect(text).not.toMatch(/market price|5,010/);
});

test("the signed rate is one line for staff, with its text folded", async () => {
  await show(EXCHANGE);
  expect(await screen.findByRole("heading", { name: /^Signed rate: / })).toBeDefined();
  expect(screen.queryByText(/Your browser/)).toBeNull();
  expect(screen.getByText("Signed text").closest("details")?.open).toBe(false);
});

test("transactions are there before one looks for another, and j and Enter open one", async () => {
  standInApi({
    "ops.transactions.list": () => ({ data: [{ ...EXCHANGE, id: "exchange-1" }], next: null }),
    "ops.transactions.find": () => EXCHANGE,
  });
  await renderScreen(<Page />, "/");
  const row = (await screen.findByText(REFERENCE)).closest("tr");
  expect([...(row?.cells ?? [])].slice(0, 5).map(({ textContent }) => textContent)).toEqual([
    "Mary Quist",
    "Exchange",
    "2.00000000 ETH",
    "for 9,900.00 AUD",
    "Completed",
  ]);
  await userEvent.keyboard("j{Enter}");
  expect(await screen.findByRole("heading", { name: `Exchange ${REFERENCE}` })).toBeDefined();
  expect(screen.getByRole("textbox", { name: "Reference" })).toHaveProperty("value", REFERENCE);
});

test("an amount in a currency that staff aren’t offered has separators, too", async () => {
  const foreign = {
    id: "deposit-1",
    transaction_type: "deposit",
    credit: "72676975.00",
    credit_currency: "XOF",
  };
  standInApi({ "ops.transactions.list": () => ({ data: [{ ...EXCHANGE, ...foreign }], next: null }) });
  await renderScreen(<Page />, "/");
  expect(await screen.findByText("72,676,975.00 XOF")).toBeDefined();
});

test("filters are in the address and asked for as they are; a view of them is kept by name", async () => {
  const api = standInApi({ "ops.transactions.list": () => ({ data: [], next: null }) });
  const page = await renderScreen(<Page />, "/?type=deposit&amount=1%2C000.00");
  expect(await screen.findByText("No matching transactions")).toBeDefined();
  expect(api.inputs("ops.transactions.list")).toEqual([{ type: "deposit", amount: "1000.00", per_page: 50 }]);
  await userEvent.type(screen.getByLabelText("Customer"), "mary{Enter}");
  expect(page.address()).toContain("customer=mary");
  expect(api.inputs("ops.transactions.list").at(-1)).toMatchObject({ customer: "mary", type: "deposit" });
  await userEvent.click(screen.getByRole("button", { name: "Save view" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText("Name"), "Mary’s deposits{Enter}");
  const view = await screen.findByRole("button", { name: "Mary’s deposits" });
  expect(view.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "All" }));
  expect(page.address()).not.toContain("customer");
  await userEvent.click(view);
  expect(page.address()).toContain("customer=mary");
  await userEvent.click(screen.getByRole("button", { name: "Remove view" }));
  expect(screen.queryByRole("button", { name: "Mary’s deposits" })).toBeNull();
});

test("a long list goes on from its last row", async () => {
  const api = standInApi({
    "ops.transactions.list": () => ({ data: [{ ...EXCHANGE, id: "exchange-1" }], next: "place" }),
  });
  const page = await renderScreen(<Page />, "/");
  await screen.findByText(REFERENCE);
  await userEvent.keyboard("o");
  expect(page.address()).toContain("after=place");
  expect(api.inputs("ops.transactions.list").at(-1)).toMatchObject({ after: "place" });
  expect(screen.getByRole("button", { name: "Download all as CSV" })).toBeDefined();
});

const DEPOSIT = {
  ...EXCHANGE,
  id: "deposit",
  transaction_type: "deposit",
  rate: null,
  quote: null,
  market_price: null,
  credit: "275.00",
  credit_currency: "AUD",
  debit: "275.00",
  debit_currency: "AUD",
  announced: null,
};
const factOf = (label: string): string | null | undefined =>
  screen.queryByText(label, { selector: "dt" })?.nextElementSibling?.textContent;

test.each([
  ["awaiting_payment", null, { Planned: "275.00 AUD" }],
  ["expired", null, { Planned: "275.00 AUD" }],
  ["completed", null, { Arrived: "275.00 AUD" }],
  ["completed", "300.00", { Arrived: "275.00 AUD", Planned: "300.00 AUD" }],
])("a deposit that is %s says what came, not what was given and got", async (status, announced, facts) => {
  await show({ ...DEPOSIT, status, announced });
  await screen.findByRole("heading", { name: `Deposit ${REFERENCE}` });
  const said = ["Gave", "Got", "Planned", "Arrived"].map((label) => [label, factOf(label)]);
  expect(Object.fromEntries(said.filter(([, value]) => value !== undefined))).toEqual(facts);
});

test("an open deposit names the bank line that proposes itself for it, and leads there", async () => {
  standInApi({
    "ops.transactions.find": () => ({ ...DEPOSIT, status: "awaiting_payment" }),
    "ops.bankLines.list": () => ({
      data: [
        ARRIVED_LINE,
        { ...ARRIVED_LINE, id: "other", proposal: { ...ARRIVED_LINE.proposal, deposit_id: "x" } },
      ],
    }),
  });
  await renderScreen(<Page />, `/?reference=${REFERENCE}`);
  const link = await screen.findByRole("link", {
    name: "275.00 AUD arrived 26 Nov, reference off by one letter",
  });
  expect(link.getAttribute("href")).toBe("/teamaccess/bank?account=aud&id=line");
  expect(screen.getAllByRole("link", { name: /arrived/ })).toHaveLength(1);
});

test("what has no signed rate has no answer about its price", async () => {
  await show({ ...EXCHANGE, transaction_type: "deposit", rate: null, quote: null, market_price: null });
  await screen.findByRole("heading", { name: `Deposit ${REFERENCE}` });
  expect(screen.queryByRole("button", { name: /about the price/ })).toBeNull();
  await userEvent.keyboard("a");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a transaction says who did what, both of two people, why, and where its next act is", async () => {
  setSession(staffOf("finance"));
  await show({
    ...DEPOSIT,
    status: "awaiting_payment",
    audit: [
      {
        id: "1",
        action: "deposit.confirmed",
        subject: "deposit",
        subject_name: REFERENCE,
        actor: "finn",
        actor_name: "finn@mail.example",
        second_name: "frank@mail.example",
        details: { approved_by: "frank", internal_note: "Seen on the statement" },
        created_at: "2026-11-22T03:00:00.000Z",
      },
    ],
  });
  const story = within(await screen.findByRole("region", { name: "What happened" }));
  expect(
    story.getByText(
      `finn@mail.example credited deposit ${REFERENCE}, approved by frank@mail.example: Seen on the statement`,
    ),
  ).toBeDefined();
  expect(screen.getByRole("link", { name: "Credit it by hand, or let it expire" }).getAttribute("href")).toBe(
    `/teamaccess/deposits?row=${REFERENCE}`,
  );
});

describe("coins that arrived", () => {
  const ARRIVED = {
    ...EXCHANGE,
    id: "deposit-1",
    transaction_type: "deposit",
    credit: "0.05000000",
    credit_currency: "BTC",
    debit: "0.05000000",
    debit_currency: "BTC",
    rate: null,
    fee_amount: null,
    fee_currency: null,
    announced: null,
    quote: null,
    market_price: null,
  };
  const person = (primaryIdentifier: string) => ({
    naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier, nameIdentifierType: "LEGL" }] } },
  });
  const travelOf = (...senders: string[]) => ({
    originator: { originatorPersons: senders.map(person), accountNumber: [] },
    beneficiary: { beneficiaryPersons: [person("Quist")], accountNumber: ["bc1"] },
  });
  const showAs = async (role: "compliance" | "support", travel = travelOf()) => {
    setSession(staffOf(role));
    const api = standInApi({
      "ops.transactions.find": () => ARRIVED,
      "ops.travel.get": () => travel,
      "ops.travel.nameSender": () => travelOf("Ada Sender"),
    });
    await renderScreen(<Page />, `/?reference=${REFERENCE}`);
    await screen.findByRole("heading", { name: `Deposit ${REFERENCE}` });
    return api;
  };

  test("compliance reads and downloads their travel data", async () => {
    let saved: Blob | undefined;
    vi.spyOn(URL, "createObjectURL").mockImplementation((made) => {
      saved = made as Blob;
      return "blob:one";
    });
    await showAs("compliance");
    await screen.findByRole("button", { name: /Open travel data/ });
    await userEvent.keyboard("t");
    const drawer = await screen.findByRole("dialog", { name: `Travel data of ${REFERENCE}` });
    expect(within(drawer).getByText("No one has named the sender yet.")).toBeDefined();
    await userEvent.click(within(drawer).getByRole("button", { name: "Download JSON" }));
    expect(JSON.parse((await saved?.text()) ?? "")).toEqual(travelOf());
  });

  test("compliance names the sender that the customer didn’t name", async () => {
    const api = await showAs("compliance");
    await screen.findByRole("button", { name: /Name the sender/ });
    await userEvent.keyboard("n");
    const drawer = await screen.findByRole("dialog", { name: `Sender of ${REFERENCE}` });
    await userEvent.type(within(drawer).getByLabelText(/^Holder name/), "Ada Sender");
    await userEvent.selectOptions(within(drawer).getByLabelText(/^Who keeps its keys/), "self_hosted");
    await userEvent.click(within(drawer).getByRole("button", { name: /^Name the sender/ }));
    expect(await screen.findByText("Sender named")).toBeDefined();
    expect(api.inputs("ops.travel.nameSender")).toEqual([
      { reference: REFERENCE, whose: "other", wallet: "self_hosted", holder_name: "Ada Sender" },
    ]);
  });

  test("a sender that is known isn’t asked for again", async () => {
    await showAs("compliance", travelOf("Ada Sender"));
    await screen.findByRole("button", { name: /Open travel data/ });
    expect(screen.queryByRole("button", { name: /Name the sender/ })).toBeNull();
  });

  test("support sees neither", async () => {
    const api = await showAs("support");
    expect(screen.queryByRole("button", { name: /travel data|Name the sender/ })).toBeNull();
    expect(api.inputs("ops.travel.get")).toEqual([]);
  });
});

test("the heading is the transaction, and the next act is the one filled button", async () => {
  setSession(staffOf("finance"));
  await show({ ...DEPOSIT, status: "awaiting_payment" });
  await screen.findByRole("heading", { level: 1, name: /^Deposit, 275\.00 AUD, \w/ });
  const story = within(screen.getByRole("region", { name: "What happened" }));
  const next = story.getByRole("link", { name: "Credit it by hand, or let it expire" });
  expect(next.className).toContain("primary");
});

test.each([
  ["quiet, unless its customer asks something", [], "quiet"],
  ["the next act if its customer has an open enquiry", [{}], "primary"],
])("the answer about a price is %s", async (_how, data, kind) => {
  const api = standInApi({
    "ops.transactions.find": () => EXCHANGE,
    "ops.support.list": () => ({ data, meta: {} }),
  });
  await renderScreen(<Page />, `/?reference=${REFERENCE}`);
  const answer = await screen.findByRole("button", { name: /^Answer about the price/ });
  await waitFor(() => expect(answer.className).toContain(kind));
  expect(api.inputs("ops.support.list")).toEqual([{ customer: EXCHANGE.customer.id, per_page: 1 }]);
});
