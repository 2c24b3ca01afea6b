import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderLive, todayOf } from "../../testing/live-desk.tsx";
import { Refusal } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { alertStore, clearAlerts } from "../../ui/alert-store.ts";
import { useKeyboard } from "../parts/keys.ts";
import { useLateAlerts } from "../parts/queue-due.ts";
import { TodayPage } from "./today-page.tsx";

beforeEach(() => setSession(staffOf("admin")));
afterEach(() => {
  setSession(null);
  clearAlerts();
  vi.unstubAllGlobals();
});

const SINCE = "2026-11-22T00:00:00.000Z";
const DUE = "2026-11-22T10:00:00.000Z";
const at =
  (now: string, changes = {}) =>
  () =>
    todayOf({
      queues: [
        { queue: "identities", count: 2, oldest_at: SINCE, due_at: DUE, target_hours: 24, done_today: 5 },
        { queue: "deposits", count: 3, oldest_at: SINCE, due_at: null, target_hours: null, done_today: 0 },
      ],
      now,
      ...changes,
    });

function Page() {
  useLateAlerts();
  useKeyboard();
  return <TodayPage />;
}
const show = (now: string, changes = {}, more = {}) =>
  renderLive(<Page />, {
    "ops.markets.list": () => ({ currencies: [], pairs: [], methods: [] }),
    "ops.today": at(now, changes),
    "ops.position.list": () => ({ data: [] }),
    "ops.payouts.list": () => ({ data: [], next: null }),
    "ops.switches.list": () => [],
    "ops.audit.list": () => ({ data: [], meta: {} }),
    "ops.approvals.list": () => ({ data: [], meta: {}, required: true }),
    ...more,
  });
const rowOf = async (queue: string) => {
  const table = await screen.findByRole("table", { name: "Queues" });
  return (await within(table).findByText(queue)).closest("tr")?.textContent;
};

test.each([
  ["in time", "2026-11-22T08:59:00.000Z", "8 hours"],
  ["due soon", "2026-11-22T09:00:00.000Z", "9 hours, due soon"],
  ["late", "2026-11-22T10:00:00.001Z", "10 hours, late"],
])("what waits is %s by the server's clock", async (_how, now, words) => {
  await show(now);
  expect(await rowOf("Identities")).toContain(`2${words}1 business day`);
  expect(await rowOf("Deposits")).not.toMatch(/late|soon|business day/);
});

test.each([
  [24, "1 business day"],
  [72, "3 business days"],
  [1, "1 hour on business days"],
  [30, "30 hours on business days"],
])("a queue of %s hours says so in words", async (hours, words) => {
  await show(SINCE, {
    queues: [
      { queue: "identities", count: 1, oldest_at: SINCE, due_at: DUE, target_hours: hours, done_today: 0 },
    ],
  });
  expect(await rowOf("Identities")).toMatch(new RegExp(`${words}.*–`));
});

test("its short lists have no file and no columns to choose", async () => {
  await show(SINCE);
  expect(await rowOf("Identities")).toBeDefined();
  expect(screen.queryByRole("button", { name: /CSV|Columns/ })).toBeNull();
});

test("a queue in a view of its screen is led to by a link, and not by the screen's key", async () => {
  await show(SINCE, {
    queues: [
      { queue: "identities", count: 1, oldest_at: SINCE, due_at: DUE, target_hours: 24 },
      { queue: "closed_balances", count: 1, oldest_at: SINCE, due_at: DUE, target_hours: 24 },
    ],
  });
  expect(await rowOf("Identities")).toContain("g i");
  expect(await rowOf("Closed accounts with money")).not.toContain("g c");
  const link = screen.getByRole("link", { name: "Closed accounts with money" });
  expect(link.getAttribute("href")).toBe("/teamaccess/customers?view=closed");
});

test("a queue that comes to be late is said once, and one that was late before is not", async () => {
  const page = await show(DUE);
  await rowOf("Identities");
  expect(alertStore.get()).toEqual([]);
  await page.act({ "ops.today": at("2026-11-22T10:00:05.000Z") });
  await screen.findByText("10 hours, late");
  const said = [expect.objectContaining({ type: "error", text: "Identities: the oldest is late" })];
  expect(alertStore.get()).toEqual(said);
  await page.act({ "ops.today": at("2026-11-22T11:00:00.000Z") });
  await screen.findByText("11 hours, late");
  expect(alertStore.get()).toEqual(said);
});

test("the worst finding of each part of the installation is in its line, and leads to where it is looked after", async () => {
  await show(DUE, {
    system: [
      { name: "Prices", state: "ok", text: "BTC/AUD: simulated, 4 seconds old." },
      { name: "Books", state: "ok", text: "2026-11-21 is closed, with a difference of 0.00 AUD." },
      { name: "Backups", state: "ok", text: "The last backup is 3 hours old." },
      { name: "Backups", state: "warning", text: "No backup was checked yet." },
      { name: "Webhooks", state: "fault", text: "4 events wait, the oldest for 10 hours." },
    ],
  });
  const line = within(await screen.findByRole("region", { name: "System status" }));
  const items = line.getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "Webhooks: 4 events wait, the oldest for 10 hours.",
    "Backups: No backup was checked yet.",
    "Prices",
    "Books",
  ]);
  const places = items.map((item) => item.querySelector("a")?.getAttribute("href"));
  expect(places).toEqual([
    "/teamaccess/outbox?view=webhooks",
    "/teamaccess/system",
    "/teamaccess/markets?view=sources",
    "/teamaccess/bank",
  ]);
});

test("a server that can't answer any more says why in the line, until it answers again", async () => {
  const system = [{ name: "Prices", state: "ok", text: "BTC/AUD: simulated, 4 seconds old." }];
  const page = await show(DUE, { system });
  const texts = async () =>
    within(await screen.findByRole("region", { name: "System status" }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect(await texts()).toEqual(["Prices"]);
  const reason = "Nothing is written: another database answers here than at the start.";
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (...asked: Parameters<typeof fetch>) =>
    asked[0] === "/readyz"
      ? Promise.resolve(Response.json({ status: "failed", reason, checks: {} }, { status: 503 }))
      : fetch(...asked),
  );
  const refuse = () => {
    throw new Refusal("service_unavailable");
  };
  await page.act({ "ops.today": refuse });
  await waitFor(async () => expect(await texts()).toEqual([`Server: ${reason}`]));
  await page.act({ "ops.today": at(DUE, { system }) });
  await waitFor(async () => expect(await texts()).toEqual(["Prices"]));
});

test.each([
  [
    "outside its limits",
    { difference: "-3.00000000", worth: "-460433.52", state: "warning" },
    "Exposure: short 3.00000000 BTC, worth 460,433.52 AUD",
    true,
  ],
  [
    "within its limits",
    { difference: "0.10000000", worth: "15347.78", state: "ok" },
    "Exposure: over 0.10000000 BTC, worth 15,347.78 AUD",
    false,
  ],
  ["closed", { difference: "0.00000000", worth: "0.00", state: "ok" }, "Exposure: none", false],
])("the house’s exposure is a line, %s", async (_how, row, words, isLoud) => {
  const position = { currency: "BTC", worth_currency: "AUD", ...row };
  await show(SINCE, {}, { "ops.position.list": () => ({ data: [position] }) });
  const strip = (await screen.findByText(words)).closest("p");
  expect(strip?.dataset["outside"] !== undefined).toBe(isLoud);
});

test("the most urgent queue is first, and Enter opens its oldest row", async () => {
  const page = await show(DUE, {
    queues: [
      { queue: "identities", count: 0, oldest_at: null, due_at: null, target_hours: 24, done_today: 1 },
      { queue: "deposits", count: 9, oldest_at: SINCE, due_at: null, target_hours: null, done_today: 0 },
      {
        queue: "withdrawals",
        count: 4,
        oldest_at: SINCE,
        due_at: "2026-11-23T00:00:00.000Z",
        target_hours: 24,
        done_today: 0,
      },
      {
        queue: "enquiries",
        count: 1,
        oldest_at: SINCE,
        due_at: "2026-11-22T04:00:00.000Z",
        target_hours: 4,
        done_today: 0,
      },
    ],
  });
  const table = await screen.findByRole("table", { name: "Queues" });
  const names = within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.querySelector("a")?.textContent);
  expect(names).toEqual(["Enquiries", "Payouts", "Deposits"]);
  expect(screen.getByText(/^Clear:/).textContent).toBe("Clear: Identities (1 done today)");
  expect(screen.getByRole("link", { name: "Identities" }).getAttribute("href")).toBe(
    "/teamaccess/identities",
  );
  expect(screen.getByText("5 things to decide. Past target: Enquiries.")).toBeDefined();
  expect(screen.getByRole("button", { name: /^Open the oldest: Enquiries/ })).toBeDefined();
  await userEvent.keyboard("{Enter}");
  expect(page.address()).toBe("/teamaccess/enquiries?open=first");
});

test("who has a row of a queue open is next to it, and at the desk", async () => {
  await show(SINCE, {
    present: [
      { kind: "bank_line", id: "7", first_name: "Finn", role: "finance" },
      { kind: "customer", id: "8", first_name: "Carmen", role: "compliance" },
    ],
  });
  expect(await rowOf("Identities")).toContain("Carmen");
  expect(await rowOf("Deposits")).toContain("no one");
  const people = within(screen.getByRole("region", { name: "At the desk" }));
  expect(people.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Finnfinance, looking at a bank line",
    "Carmencompliance, looking at a customer",
  ]);
});

test.each([
  ["in time", "2026-11-22T05:00:00.000Z", "50%", null],
  ["due soon", "2026-11-22T09:00:00.000Z", "90%", "soon"],
  ["late", "2026-11-22T12:00:00.000Z", "100%", "late"],
])("a bar says how much of the time allowed is used: %s", async (_how, now, width, late) => {
  await show(now);
  await rowOf("Identities");
  const bars = [...document.querySelectorAll<HTMLElement>("td [aria-hidden] > span[style]")];
  // A queue without a target has no bar.
  expect(bars.map((bar) => [bar.style.width, bar.parentElement?.dataset["late"] ?? null])).toEqual([
    [width, late],
  ]);
});

test("what there is to decide is counted, without what is no work", async () => {
  await show(SINCE);
  // Three deposits that customers may still pay are none.
  expect(await screen.findByText("2 things to decide. Nothing is past its target.")).toBeDefined();
});

describe("a batch of payouts that is open", () => {
  const batch = (id: string, maker: string) => ({
    id,
    currency: "AUD",
    status: "open",
    count: 3,
    total: "4150.50",
    created_by: maker,
    created_at: SINCE,
  });
  const request = {
    id: "request",
    act: "ops.ledger.adjust",
    input_id: null,
    title: "Adjust a balance",
    subject: "the AUD balance of mary@mail.example",
    details: [],
    proposed_by: { id: "fiona", name: "Fiona Finance", email: "fiona@mail.example" },
    created_at: SINCE,
    expires_at: "2026-11-25T00:00:00.000Z",
    own: false,
    may_decide: true,
  };
  const showBatches = (batches: readonly object[], requests: readonly object[], changes = {}) =>
    show(SINCE, changes, {
      "ops.payouts.list": () => ({ data: batches, next: null }),
      "ops.approvals.list": () => ({ data: requests, meta: {}, required: true }),
    });
  const me = staffOf("admin").user.id;

  test("waits for everyone but its maker, before all else, and counts", async () => {
    const page = await showBatches([batch("mine", me), batch("b", "fiona")], [request]);
    const waiting = await screen.findByRole("region", { name: "Waiting for you" });
    await within(waiting).findByText("4,150.50 AUD");
    expect(within(waiting).getByRole("heading").textContent).toBe("Waiting for you 2");
    expect(within(waiting).getAllByRole("listitem")[0]?.textContent).toMatch(
      /^Release a payout batch4,150\.50 AUD3 payouts, made /,
    );
    expect(screen.getByText("3 things to decide. Nothing is past its target, two are yours.")).toBeDefined();
    await userEvent.keyboard("1");
    await waitFor(() => expect(page.address()).toBe("/teamaccess/payouts?id=b"));
  });

  test("waits as a request once its release was asked for", async () => {
    const asked = { ...request, id: "r", act: "ops.payouts.release", input_id: "b", title: "Release" };
    await showBatches([batch("b", "fiona")], [request, asked]);
    const waiting = await screen.findByRole("region", { name: "Waiting for you" });
    expect(
      within(waiting)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")),
    ).toEqual(["/teamaccess/approvals?id=r", "/teamaccess/approvals?id=request"]);
  });

  test("waits for its maker, too, if one person is enough", async () => {
    await showBatches([batch("mine", me)], [], { approvals_required: false });
    expect(await screen.findByText("Waiting for you 1")).toBeDefined();
  });
});

test("cases that the system opened are one line, with how many", async () => {
  const line = (id: string, action: string) => ({
    id,
    actor: "system",
    actor_name: null,
    second_name: null,
    action,
    subject: `11111111-1111-4111-8111-11111111111${id}`,
    subject_name: null,
    details: {},
    created_at: SINCE,
  });
  const acts = [line("1", "case.opened"), line("2", "backup.made"), line("3", "case.opened")];
  await show(SINCE, {}, { "ops.audit.list": () => ({ data: acts, meta: {} }) });
  const done = within(await screen.findByRole("region", { name: "Done today" }));
  const texts = (await done.findAllByRole("listitem")).map((item) => item.lastElementChild?.textContent);
  expect(texts).toEqual(["2 cases opened", "The system made a backup"]);
});

test("what was done today is a sentence each; photos of one person that follow each other are one", async () => {
  const line = (id: string, action: string, name: string, more = {}) => ({
    id,
    actor: "other",
    actor_name: "carmen@mail.example",
    second_name: null,
    action,
    subject: id,
    subject_name: name,
    details: {},
    created_at: SINCE,
    ...more,
  });
  const acts = [
    line("1", "document.read", "tess@mail.example"),
    line("2", "document.read", "tess@mail.example"),
    line("3", "document.read", "otto@mail.example"),
    line("4", "customer.verified", "otto@mail.example", { actor: staffOf("admin").user.id }),
    line("5", "payout.released", "", {
      second_name: "frank@mail.example",
      details: { approved_by: "frank" },
    }),
    line("6", "customer.blocked", "old@mail.example", { created_at: "2026-11-20T00:00:00.000Z" }),
  ];
  await show(SINCE, {}, { "ops.audit.list": () => ({ data: acts, meta: {} }) });
  const done = within(await screen.findByRole("region", { name: "Done today" }));
  const texts = (await done.findAllByRole("listitem")).map((item) => item.lastElementChild?.textContent);
  expect(texts).toEqual([
    "carmen@mail.example looked at a photo of tess@mail.example, 2 photos",
    "carmen@mail.example looked at a photo of otto@mail.example",
    "You verified otto@mail.example",
    "carmen@mail.example released a payout batch, approved by frank@mail.example",
  ]);
});

test.each([
  ["with its reason", [{ what: "pair:ETH/AUD", paused: true, reason: "In doubt", message: null }], true],
  ["nowhere where nothing is", [{ what: "pair:ETH/AUD", paused: false, reason: null, message: null }], false],
])("what is paused shows %s", async (_how, switches, shows) => {
  await show(SINCE, {}, { "ops.switches.list": () => switches });
  await rowOf("Identities");
  expect(screen.queryByRole("region", { name: "Switches" }) !== null).toBe(shows);
  expect(screen.queryAllByText("ETH/AUD paused")).toHaveLength(shows ? 1 : 0);
});

test("each market that is offered has its price, and says what it did that no one believes", async () => {
  const at = (minute: number) => new Date(Date.parse(SINCE) + minute * 60_000).toISOString();
  await show(
    SINCE,
    {},
    {
      "ops.markets.list": () => ({
        currencies: [
          { code: "ETH", kind: "crypto", active: true },
          { code: "BTC", kind: "crypto", active: false },
          { code: "AUD", kind: "fiat", active: true },
          { code: "NGN", kind: "fiat", active: false },
        ],
        pairs: [
          { from: "ETH", to: "AUD", active: true },
          { from: "AUD", to: "ETH", active: true },
          { from: "ETH", to: "NGN", active: true },
          { from: "BTC", to: "AUD", active: true },
        ],
      }),
      "ops.rates.lastHour": () => ({
        points: ["5700.50", "4600.00", "5700.50"].map((rate, minute) => ({ at: at(minute), rate })),
      }),
    },
  );
  expect(await screen.findByText("5,700.50")).toBeDefined();
  const prices = within(screen.getByRole("region", { name: "Prices" }));
  expect(prices.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["ETH/AUD"]);
  const link = screen.getByRole("link", { name: "ETH/AUD" });
  expect(link.getAttribute("href")).toBe("/teamaccess/markets?id=ETH/AUD");
  expect(await screen.findByText(/^Fell 19% at .*, back at /)).toBeDefined();
});

describe("requests for a second person", () => {
  const requestOf = (id: string, changes: object) => ({
    id,
    title: `Request ${id}`,
    subject: "the AUD balance of mary@mail.example",
    details: [{ name: "Amount", value: "+250.00 AUD" }],
    proposed_by: { id: "fiona", name: "Fiona Finance", email: "fiona@mail.example" },
    created_at: SINCE,
    expires_at: "2026-11-25T00:00:00.000Z",
    own: false,
    may_decide: true,
    ...changes,
  });
  const showRequests = async (...requests: readonly object[]) =>
    show(SINCE, {}, { "ops.approvals.list": () => ({ data: requests, meta: {}, required: true }) });

  test("those for the reader show the oldest first, and open by key", async () => {
    const newestFirst = ["d", "c", "b", "a"].map((id) => requestOf(id, {}));
    const page = await showRequests(requestOf("other", { may_decide: false }), ...newestFirst);
    const waiting = await screen.findByRole("region", { name: "Waiting for you" });
    expect(
      within(waiting)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(["All", "View request 1", "View request 2", "View request 3"]);
    expect(waiting.textContent).toContain("Waiting for you 4");
    expect(waiting.textContent).toMatch(
      /Request a\+250\.00 AUDAUD balance of mary@mail\.example\. Fiona Finance/,
    );
    expect(waiting.textContent).not.toMatch(/Request (d|other)/);
    await userEvent.keyboard("2");
    await waitFor(() => expect(page.address()).toBe("/teamaccess/approvals?id=b"));
  });

  test("more than one page of them is not a number that could be wrong", async () => {
    const meta = { current_page: 1, last_page: 2, per_page: 100, total: 101 };
    const data = [requestOf("a", {})];
    await show(SINCE, {}, { "ops.approvals.list": () => ({ data, meta, required: true }) });
    const waiting = await screen.findByRole("region", { name: "Waiting for you" });
    expect(within(waiting).getByRole("heading").textContent).toBe("Waiting for you 1+All");
  });

  test("requests that could not be read are not none, and are asked for again", async () => {
    const page = await show(
      SINCE,
      {},
      {
        "ops.approvals.list": () => {
          throw new Refusal("forbidden");
        },
      },
    );
    expect(await screen.findByText("We couldn’t load the requests that wait for you")).toBeDefined();
    page.api.answer("ops.approvals.list", () => ({ data: [requestOf("a", {})], meta: {}, required: true }));
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("region", { name: "Waiting for you" })).toBeDefined();
  });

  test("the reader’s own are a line each, and none at all is no box", async () => {
    await showRequests(requestOf("a", { own: true, may_decide: false }));
    expect((await screen.findByRole("region", { name: "Waiting for you" })).textContent).toBe(
      "Yours, waiting: Request a",
    );
    cleanup();
    await showRequests();
    await screen.findByRole("table", { name: "Queues" });
    expect(screen.queryByRole("region", { name: "Waiting for you" })).toBeNull();
  });
});
