import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderLive, todayOf } from "../../testing/live-desk.tsx";
import { staffOf } from "../../testing/users.ts";
import { alertStore, clearAlerts } from "../../ui/alert-store.ts";
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
        { queue: "identities", count: 2, oldest_at: SINCE, due_at: DUE, target_hours: 24 },
        { queue: "deposits", count: 3, oldest_at: SINCE, due_at: null, target_hours: null },
      ],
      now,
      ...changes,
    });

function Page() {
  useLateAlerts();
  return <TodayPage />;
}
const show = (now: string, changes = {}, rates: object = { sources: [] }, more = {}) =>
  renderLive(<Page />, {
    "ops.markets.list": () => ({ currencies: [], pairs: [], methods: [] }),
    "ops.today": at(now, changes),
    "ops.rates.status": () => rates,
    "ops.switches.list": () => [],
    "ops.audit.list": () => ({ data: [], meta: {} }),
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
    queues: [{ queue: "identities", count: 0, oldest_at: null, due_at: null, target_hours: hours }],
  });
  expect(await rowOf("Identities")).toMatch(new RegExp(`0${words}$`));
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

test("the state of prices and of the last close lead to where they are looked after", async () => {
  await show(
    DUE,
    { last_close: { date: "2026-11-21", currency: "AUD", difference: "0.00" } },
    { sources: [{ name: "simulated", state: "answering", age: 4 }] },
  );
  const link = await screen.findByRole("link", { name: /^2026-11-21, difference 0\.00 AUD/ });
  expect(link.getAttribute("href")).toBe("/teamaccess/bank");
  const prices = (await screen.findByText("Prices: simulated")).nextElementSibling?.querySelector("a");
  expect(prices?.getAttribute("href")).toBe("/teamaccess/markets?view=sources");
});

test("events that don't leave are said, and lead to those that failed", async () => {
  await show(DUE, { webhooks: { waiting: 4, oldest_at: SINCE } });
  const link = (text: string): string | null | undefined =>
    screen.getByText(text).closest("a")?.getAttribute("href");
  await screen.findByText("4 waiting, oldest 10 hours");
  expect(link("4 waiting, oldest 10 hours")).toBe("/teamaccess/outbox?view=webhooks");
  expect(link("none waiting")).toBe("/teamaccess/outbox?view=waiting");
});

test.each([
  ["there is none", null, "no backup yet"],
  ["in time", { encrypted: true, next_due_at: DUE, target_hours: 24 }, "10 hours ago, encrypted"],
  [
    "late",
    { encrypted: false, next_due_at: "2026-11-22T09:59:59.999Z" },
    "10 hours ago, not encrypted, late",
  ],
])("the last backup: %s", async (_how, last, words) => {
  await show(DUE, { last_backup: last && { made_at: SINCE, ...last } });
  const value = (await screen.findByText("Last backup")).nextElementSibling;
  expect(value?.textContent).toBe(words);
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

test("what waits for the one who looks is counted, without what is no work", async () => {
  await show(SINCE);
  // Three deposits that customers may still pay are none.
  expect(await screen.findByText(/^2 waiting for you/)).toBeDefined();
});

test("photos of one person that were looked at one after the other are one line of one's acts", async () => {
  const line = (id: string, action: string, name: string) => ({
    id,
    actor: "me",
    actor_name: "me@mail.example",
    action,
    subject: id,
    subject_name: name,
    details: {},
    created_at: SINCE,
  });
  const acts = [
    line("1", "document.read", "tess@mail.example"),
    line("2", "document.read", "tess@mail.example"),
    line("3", "document.read", "otto@mail.example"),
    line("4", "customer.verified", "otto@mail.example"),
    {
      ...line("5", "payout.released", ""),
      second_name: "frank@mail.example",
      details: { approved_by: "frank" },
    },
  ];
  await show(SINCE, {}, undefined, { "ops.audit.list": () => ({ data: acts, meta: {} }) });
  const table = await screen.findByRole("table", { name: "Your recent actions, newest first" });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map((row) => (row as HTMLTableRowElement).cells[0]?.textContent)).toEqual([
    "Document read, 2 photos",
    "Document read",
    "Customer verified",
    "Payout released, approved by frank@mail.example",
  ]);
});

test.each([
  ["with its reason", [{ what: "pair:ETH/AUD", paused: true, reason: "In doubt", message: null }], true],
  ["nowhere where nothing is", [{ what: "pair:ETH/AUD", paused: false, reason: null, message: null }], false],
])("what is paused shows %s", async (_how, switches, shows) => {
  await show(SINCE, {}, undefined, { "ops.switches.list": () => switches });
  await rowOf("Identities");
  expect(screen.queryByRole("region", { name: "Switches" }) !== null).toBe(shows);
  expect(screen.queryAllByText("ETH/AUD paused")).toHaveLength(shows ? 1 : 0);
});

test("each market has its price, and says what it did that no one believes", async () => {
  const at = (minute: number) => new Date(Date.parse(SINCE) + minute * 60_000).toISOString();
  await show(SINCE, {}, undefined, {
    "ops.markets.list": () => ({
      currencies: [
        { code: "ETH", kind: "crypto" },
        { code: "AUD", kind: "fiat" },
      ],
      pairs: [
        { from: "ETH", to: "AUD", active: true },
        { from: "AUD", to: "ETH", active: true },
      ],
    }),
    "ops.rates.lastHour": () => ({
      points: ["5700.50", "4600.00", "5700.50"].map((rate, minute) => ({ at: at(minute), rate })),
    }),
  });
  const link = await screen.findByRole("link", { name: "5,700.50 AUD" });
  expect(link.getAttribute("href")).toBe("/teamaccess/markets?id=ETH/AUD");
  expect(await screen.findByText(/^Fell 19% at .*, back at /)).toBeDefined();
});
