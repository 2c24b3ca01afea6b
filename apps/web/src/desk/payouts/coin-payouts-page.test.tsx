import type { StaffRole } from "@wattle/contracts/accounts";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { Refusal, standInApi, type Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { useKeyboard } from "../parts/keys.ts";
import { CoinPayoutsPage } from "./coin-payouts-page.tsx";

const saved = vi.hoisted(() => vi.fn<(name: string, content: Uint8Array, type: string) => void>());
vi.mock("../../ui/save-file.ts", () => ({ saveFile: saved }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  clearAlerts();
  setSession(null);
});

const AT = "2026-11-22T10:12:00.000Z";
const ADDRESS = "bcrt1qgt74tgsx5ennn7auzfqua27q8h9dlm99930ehl";
const payment = (reference: string, name: string, payable = true) => ({
  reference,
  customer: { id: name, email: `${name}@mail.example`, name },
  address: ADDRESS,
  amount: "0.05000000",
  payable,
  nonce: null,
  txid: null,
  failed: false,
});
const DRAFT: CoinPayout = {
  id: "batch",
  network: "bitcoin",
  currency: "BTC",
  what: "payments",
  status: "draft",
  count: 2,
  total: "0.10000000",
  fee_rate: "2",
  fee: "0.00000420",
  change: "0.40000000",
  created_by: "finn",
  created_at: AT,
  released_by: null,
  released_at: null,
  filed_at: null,
  ended_at: null,
  payments: [payment("AAAA", "Ruth"), payment("BBBB", "Dan", false)],
  left_out: [],
  to_venue: null,
  attempts: [],
  file: null,
  explorer_url: "https://blocks.example",
};
const FILE = { kind: "pay", fee_rate: "2", fee: "0.00000420", fetched_at: null } as const;
const RELEASED: CoinPayout = {
  ...DRAFT,
  status: "released",
  released_by: "fay",
  released_at: AT,
  file: FILE,
};
const FILED: CoinPayout = { ...RELEASED, filed_at: AT, file: { ...FILE, fetched_at: AT } };
const SENT: CoinPayout = {
  ...FILED,
  status: "sent",
  file: null,
  attempts: [
    {
      txid: "ab".repeat(32),
      nonce: null,
      sender: null,
      reference: null,
      failed: false,
      kind: "pay",
      fee_rate: "2",
      fee: "0.00000420",
      stored_at: AT,
      sent_at: AT,
      height: null,
    },
  ],
};

function Page() {
  useKeyboard();
  return <CoinPayoutsPage />;
}

async function show(
  batch: CoinPayout = DRAFT,
  {
    role = "finance" as StaffRole,
    at = "/teamaccess/coin-payouts?id=batch",
    answers = {} as Readonly<Record<string, Answerer>>,
  } = {},
) {
  setSession(staffOf(role));
  const api = standInApi({
    "ops.coinPayouts.list": () => ({ data: [batch], next: null }),
    "ops.coinPayouts.get": () => batch,
    "ops.wallets.list": () => ({
      networks: [{ network: "bitcoin", state: "ok", currencies: [{ currency: "BTC" }] }],
    }),
    "ops.withdrawals.list": () => ({ data: [] }),
    "ops.approvals.list": () => ({ data: [] }),
    "ops.audit.list": () => ({ data: [] }),
    "ops.presence.here": () => ({ present: [] }),
    ...answers,
  });
  const shown = await renderScreen(<Page />, at);
  await screen.findAllByRole("table");
  return { api, ...shown };
}

const buttons = (): (string | null)[] =>
  screen
    .getAllByRole("button")
    .map(({ textContent }) => textContent)
    .filter((text) => /^(Release|Download the|Import|Raise|Cancel|View)/.test(text));
const send = async (): Promise<void> => {
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
};

test("a batch is made of a coin's withdrawals, and opens", async () => {
  const { api, address } = await show(DRAFT, {
    at: "/teamaccess/coin-payouts",
    answers: { "ops.coinPayouts.create": () => ({ ...DRAFT, id: "new" }) },
  });
  await screen.findByRole("button", { name: /^Make a batch/ });
  await userEvent.keyboard("m");
  await screen.findByRole("dialog", { name: "Make a batch" });
  await send();
  await waitFor(() => expect(address()).toBe("/teamaccess/coin-payouts?id=new"));
  expect(api.inputs("ops.coinPayouts.create")).toEqual([{ currency: "BTC" }]);
});

test("refused withdrawals are asked for only if the coin's recipients can refuse it", async () => {
  await show(DRAFT, {
    at: "/teamaccess/coin-payouts?act=payments",
    answers: {
      "ops.wallets.list": () => ({
        networks: [
          { network: "bitcoin", state: "ok", currencies: [{ currency: "BTC" }] },
          { network: "ethereum", state: "ok", currencies: [{ currency: "ETH" }] },
        ],
      }),
    },
  });
  const drawer = within(await screen.findByRole("dialog", { name: "Make a batch" }));
  expect(drawer.queryByLabelText(/^Refused withdrawals/)).toBeNull();
  await userEvent.selectOptions(drawer.getByLabelText("Currency"), "ETH");
  expect(drawer.getByLabelText(/^Refused withdrawals/)).toBeDefined();
});

test.each([
  ["s", "Sweep", "sweep"],
  ["c", "Consolidate", "consolidate"],
])("%s makes a batch of our own coins: %s", async (key, title, what) => {
  const { api, address } = await show(DRAFT, {
    at: "/teamaccess/coin-payouts",
    answers: { "ops.coinMoves.create": () => ({ ...DRAFT, id: "new" }) },
  });
  await userEvent.click(await screen.findByRole("button", { name: "More" }));
  expect(screen.getByRole("button", { name: title })).toBeDefined();
  await userEvent.keyboard(key);
  await screen.findByRole("dialog", { name: title });
  await send();
  await waitFor(() => expect(address()).toBe("/teamaccess/coin-payouts?id=new"));
  expect(api.inputs("ops.coinMoves.create")).toEqual([{ network: "bitcoin", what }]);
});

test("what can't be made is said at its field", async () => {
  await show(DRAFT, {
    at: "/teamaccess/coin-payouts?act=payments",
    answers: {
      "ops.coinPayouts.create": () => {
        throw new Refusal("validation_failed", { currency: ["Nothing to pay"] });
      },
    },
  });
  const drawer = await screen.findByRole("dialog", { name: "Make a batch" });
  await userEvent.click(within(drawer).getByRole("button", { name: /^Make the batch/ }));
  expect((await within(drawer).findAllByText("Nothing to pay")).length).toBeGreaterThan(0);
});

test.each<[string, CoinPayout, readonly RegExp[]]>([
  ["a draft is released or cancelled", DRAFT, [/^Release the batch/, /^Cancel batch/]],
  ["a released one gives its file", RELEASED, [/^Download the file/, /^Cancel batch/]],
  [
    "one whose file was taken is signed",
    FILED,
    [/^Import the signed file/, /^Download the file/, /^Raise the fee/, /^Cancel batch/],
  ],
  ["a sent one can cost more", SENT, [/^Raise the fee/, /^Cancel batch/]],
  ["a settled one is done", { ...SENT, status: "settled", ended_at: AT }, []],
  [
    "one that is being cancelled isn't cancelled again",
    { ...SENT, file: { ...FILE, kind: "cancel" } },
    [/^Download the file/, /^Raise the fee/],
  ],
])("%s", async (_what, batch, expected) => {
  await show(batch);
  await waitFor(() => expect(buttons()).toEqual(expected.map((each) => expect.stringMatching(each))));
});

test("a draft says who can't be paid, and loses a payment after a question", async () => {
  const { api } = await show(DRAFT, { answers: { "ops.coinPayouts.remove": () => DRAFT } });
  const row = screen.getByText("Dan").closest("tr");
  expect(row?.textContent).toContain("Blocked, on hold, or sending is off");
  await userEvent.click(screen.getByText("Dan"));
  await userEvent.keyboard("x");
  const drawer = await screen.findByRole("dialog", { name: "Take out Dan, 0.05000000 BTC" });
  expect(api.inputs("ops.coinPayouts.remove")).toEqual([]);
  await userEvent.click(within(drawer).getByRole("button", { name: /^Take out/ }));
  await waitFor(() =>
    expect(api.inputs("ops.coinPayouts.remove")).toEqual([{ id: "batch", reference: "BBBB" }]),
  );
});

test.each([
  ["the one who asked", false, "quiet"],
  ["a second person", true, "accent"],
])("a release that waits says so, and is gold for a second person only: %s", async (_who, may, kind) => {
  await show(DRAFT, {
    answers: {
      "ops.approvals.list": () => ({
        data: [{ id: "r", act: "ops.coinPayouts.release", input_id: "batch", may_decide: may }],
      }),
    },
  });
  expect(await screen.findByText("Waiting for a second person")).toBeDefined();
  expect(buttons()).not.toContainEqual(expect.stringMatching(/^Release/));
  expect(screen.getByRole("button", { name: /^View request/ }).className).toContain(kind);
});

test("the file for the signer is saved byte by byte", async () => {
  await show(RELEASED, {
    answers: { "ops.coinPayouts.file": () => ({ filename: "coins.psbt", content: btoa("psbt\u00FF") }) },
  });
  await userEvent.keyboard("f");
  await screen.findByRole("dialog");
  await send();
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const [name, content] = saved.mock.calls[0] ?? [];
  expect([name, [...(content ?? [])]]).toEqual(["coins.psbt", [112, 115, 98, 116, 255]]);
});

test("a signed file is chosen and sent once; a refused one says why at its field", async () => {
  let refuses = true;
  const { api } = await show(FILED, {
    answers: {
      "ops.coinPayouts.import": () => {
        if (refuses) throw new Refusal("validation_failed", { content: ["The file is not signed"] });
        return SENT;
      },
    },
  });
  await userEvent.keyboard("i");
  const drawer = await screen.findByRole("dialog", { name: /^Import the signed file/ });
  await userEvent.upload(
    within(drawer).getByLabelText("Signed file"),
    new File([Uint8Array.of(112, 255)], "signed.psbt", { type: "application/octet-stream" }),
  );
  await within(drawer).findByText("signed.psbt");
  const press = () =>
    userEvent.click(within(drawer).getByRole("button", { name: /^Import the signed file/ }));
  await press();
  expect((await within(drawer).findAllByText("The file is not signed")).length).toBeGreaterThan(0);
  expect(within(drawer).getByLabelText("Signed file").getAttribute("aria-invalid")).toBe("true");
  expect(api.inputs("ops.acts.preview")).toEqual([]);
  refuses = false;
  await press();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.inputs("ops.coinPayouts.import")).toEqual(
    Array.from({ length: 2 }, () => ({ id: "batch", content: btoa("p\u00FF") })),
  );
});

test("a sent batch has its transaction with a link, and its fee can be raised", async () => {
  const { api } = await show(SENT, { answers: { "ops.coinPayouts.bump": () => SENT } });
  expect(screen.getByRole("link", { name: /^abab/ }).getAttribute("href")).toBe(
    `https://blocks.example/tx/${"ab".repeat(32)}`,
  );
  await userEvent.keyboard("b");
  const field = await screen.findByLabelText("Fee rate in sat/vB");
  await userEvent.type(field, "much");
  await send();
  expect(await screen.findByText("Enter a fee rate like 12.5")).toBeDefined();
  await userEvent.clear(field);
  await userEvent.type(field, "12.5");
  await send();
  await waitFor(() =>
    expect(api.inputs("ops.coinPayouts.bump")).toEqual([{ id: "batch", fee_rate: "12.5" }]),
  );
});

test("a sent batch of ether has a transaction for each nonce, and rates in gwei", async () => {
  const [first] = SENT.attempts;
  if (first === undefined) throw new Error("there is no attempt");
  await show({
    ...SENT,
    network: "ethereum",
    currency: "ETH",
    fee_rate: "1.5",
    change: "0.00000000",
    payments: [
      { ...payment("AAAA", "Ruth"), nonce: 7, txid: "0x07", failed: true },
      { ...payment("BBBB", "Dan"), nonce: 8 },
      { ...payment("DDDD", "Dora"), nonce: 9, txid: "0x09" },
    ],
    left_out: [{ reference: "CCCC", reason: "Its recipient does not take it." }],
    attempts: [
      ...[7, 8].map((nonce) => ({ ...first, nonce, txid: `0x${`0${nonce}`.repeat(32)}` })),
      { ...first, nonce: 9, txid: "0x09", height: 12 },
    ],
  });
  expect(screen.getByText("Its recipient refused it")).toBeDefined();
  expect(screen.getByText("Not signed yet")).toBeDefined();
  expect(screen.getAllByText("Settled in block 12"), "the payment's and the transaction's").toHaveLength(2);
  expect(screen.getByText("Its recipient does not take it.")).toBeDefined();
  const list = within(screen.getByRole("table", { name: "Signed transactions" }));
  expect(list.getByRole("columnheader", { name: /Nonce/ })).toBeDefined();
  expect(list.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    ["07".repeat(32), "08".repeat(32), "09"].map((id) => `https://blocks.example/tx/0x${id}`),
  );
  expect(screen.getByText("1.5 gwei")).toBeDefined();
  expect(screen.queryByText("Change to the treasury")).toBeNull();
  await userEvent.keyboard("b");
  expect(await screen.findByLabelText("Fee rate in gwei")).toBeDefined();
});

test("a requested withdrawal of coins is listed, and refused with a message", async () => {
  const asked = {
    id: "w",
    reference: "CCCC-DDDD-EEEE",
    credit: "0.05000000",
    credit_currency: "BTC",
    created_at: AT,
    being_paid: false,
    warnings: [],
    bank_account: null,
    coin_payee: { label: "Cold", address: ADDRESS },
    customer: { id: "cora", email: "cora@mail.example", first_name: "Cora", last_name: "Cold" },
  };
  const { api } = await show(DRAFT, {
    at: "/teamaccess/coin-payouts",
    answers: {
      "ops.withdrawals.list": (input) =>
        (input as { held_back?: boolean }).held_back === true
          ? { data: [] }
          : { data: [asked, { ...asked, id: "b", bank_account: {}, coin_payee: null }] },
      "ops.withdrawals.reject": () => ({}),
    },
  });
  const list = await screen.findByRole("table", { name: "Withdrawals of coins to be paid" });
  expect(within(list).getAllByText("Cora Cold")).toHaveLength(1);
  await userEvent.click(within(list).getByText("Cora Cold"));
  await userEvent.click(await screen.findByRole("button", { name: /^Refuse/ }));
  const drawer = within(await screen.findByRole("dialog", { name: /^Refuse: Cora Cold/ }));
  await userEvent.click(drawer.getByRole("button", { name: "We can’t send coins to this address." }));
  await userEvent.click(drawer.getByRole("button", { name: /^Put it back/ }));
  await waitFor(() =>
    expect(api.inputs("ops.withdrawals.reject")).toEqual([
      { reference: "CCCC-DDDD-EEEE", message: "We can’t send coins to this address." },
    ]),
  );
});
