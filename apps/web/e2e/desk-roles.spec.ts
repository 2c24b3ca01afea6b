import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, type Browser, type Page } from "@playwright/test";
import type { StaffRole } from "@wattle/contracts/accounts";
import { STAFF_ROLES } from "@wattle/contracts/choices";
import { staffMay, type StaffProcedure } from "@wattle/contracts/staff-access";
import { STAFF_ACCESS } from "@wattle/contracts/staff-access.gen";
import { DEMO_ACCOUNTS } from "../../api/src/demo/demo-accounts.ts";
import { signInByRequest } from "../bench/sign-in.ts";
import type { DeskScreen } from "../src/desk/screens/desk-screen.ts";
import { SCREENS } from "../src/desk/screens/screens.ts";
import { Caller } from "./caller.ts";

/**
 * The rights of each role are read from the table by which the server decides, and nowhere written again here: an act
 * is there for those who have its procedure, and for no one else.
 */
interface Act {
  readonly procedure: StaffProcedure;
  /** How its button begins. */
  readonly button: string;
  /** As the sheet of keys names it, where it has a key. */
  readonly key?: string;
  /** Address that opens it. */
  readonly by?: string;
}

/** An address, and the acts that an admin has there. */
interface Place {
  readonly at: string;
  /** Text that everyone sees there once it has loaded. */
  readonly shows: string | RegExp;
  readonly acts: readonly Act[];
}

/** Identifiers of what the acts are for. */
interface Made {
  readonly held: string;
  readonly blocked: string;
  readonly way: string;
  /** Reference of a deposit that waits. */
  readonly deposit: string;
  readonly enquiry: string;
  readonly delivery: string;
  readonly request: string;
}

/** The acts that not everyone has who sees their screen, and what an address says of the rows they are for. */
const placesOf = (made: Made): readonly Place[] => [
  {
    at: `/teamaccess/customers?id=${made.held}`,
    shows: /nigeria@demo\.test · /,
    acts: [
      { procedure: "ops.customers.hold", button: "Hold account", key: "Hold account", by: "act=hold" },
      { procedure: "ops.customers.releaseHold", button: "Release", key: "Release", by: "act=release" },
      { procedure: "ops.customers.block", button: "Block", key: "Block", by: "act=block" },
      { procedure: "ops.customers.note", button: "Note", key: "Note", by: "act=note" },
      { procedure: "ops.customers.endSessions", button: "Log out everywhere", key: "Log out everywhere" },
      { procedure: "ops.customers.endTokens", button: "Revoke tokens", key: "Revoke tokens" },
      {
        procedure: "ops.customers.erase",
        button: "Close and erase",
        key: "Close and erase",
        by: "act=erase",
      },
      {
        procedure: "ops.customers.openData",
        button: "Download data",
        key: "Download data",
        by: "act=data",
      },
      { procedure: "ops.customers.unlock", button: "Unlock", key: "Unlock", by: "act=unlock" },
      {
        procedure: "ops.customers.setRole",
        button: "Make a partner",
        key: "Make a partner",
        by: "act=role",
      },
      {
        procedure: "ops.customers.setPermissions",
        button: "Permissions",
        key: "Permissions",
        by: "act=permissions",
      },
      {
        procedure: "ops.ledger.adjust",
        button: "Adjust a balance",
        key: "Adjust a balance",
        by: "act=adjust",
      },
    ],
  },
  {
    at: `/teamaccess/customers?id=${made.blocked}`,
    shows: /blocked@demo\.test · /,
    acts: [{ procedure: "ops.customers.unblock", button: "Unblock", key: "Unblock", by: "act=unblock" }],
  },
  {
    at: `/teamaccess/deposits?row=${made.deposit}`,
    shows: "Expires",
    acts: [
      {
        procedure: "ops.deposits.confirm",
        button: "Credit by hand",
        key: "Credit by hand",
        by: "act=credit",
      },
      { procedure: "ops.deposits.return", button: "Return deposit", key: "Return deposit", by: "act=return" },
      { procedure: "ops.deposits.expire", button: "Expire deposit", key: "Expire deposit", by: "act=expire" },
      { procedure: "ops.deposits.write", button: "Write to customer", key: "Write to customer" },
    ],
  },
  {
    at: "/teamaccess/markets?id=AUD/BTC",
    shows: "BTC/AUD, last hour",
    acts: [
      { procedure: "ops.markets.setPair", button: "Change terms", key: "Change terms", by: "act=change" },
      { procedure: "ops.switches.set", button: "Pause BTC/AUD", key: "Pause BTC/AUD", by: "act=pause" },
      { procedure: "ops.markets.setPair", button: "New pair", key: "New pair" },
    ],
  },
  {
    at: "/teamaccess/markets?view=currencies&id=AUD",
    shows: "Short name",
    acts: [
      {
        procedure: "ops.markets.setCurrency",
        button: "Change",
        key: "Change the currency",
        by: "act=change",
      },
      { procedure: "ops.markets.setCurrency", button: "New coin", key: "New coin" },
      { procedure: "ops.markets.setCurrency", button: "New money", key: "New money" },
    ],
  },
  {
    at: `/teamaccess/markets?view=accounts&id=${made.way}`,
    shows: "Account name",
    acts: [
      { procedure: "ops.depositAccounts.set", button: "Change", key: "Change", by: "act=set" },
      { procedure: "ops.depositAccounts.close", button: "Close", key: "Close", by: "act=close" },
    ],
  },
  {
    at: "/teamaccess/ledger?view=position&coin=BTC",
    shows: "Trades of BTC with venues",
    acts: [
      {
        procedure: "ops.position.recordTrade",
        button: "Record a trade",
        key: "Record a trade",
        by: "act=trade",
      },
      {
        procedure: "ops.position.setLimits",
        button: "Set limits of BTC",
        key: "Set limits of BTC",
        by: "act=limits",
      },
    ],
  },
  {
    at: "/teamaccess/switches?what=deposits&act=pause",
    shows: "Withdrawals",
    acts: [{ procedure: "ops.switches.set", button: "Pause deposits" }],
  },
  {
    at: `/teamaccess/enquiries?row=${made.enquiry}`,
    shows: "When do you open?",
    acts: [
      {
        procedure: "ops.support.markHandled",
        button: "Mark as handled",
        key: "Mark as handled",
        by: "act=handle",
      },
      { procedure: "ops.support.assign", button: "Assign", key: "Assign" },
      { procedure: "ops.support.reply", button: "Reply", key: "Reply", by: "act=reply" },
    ],
  },
  {
    at: `/teamaccess/outbox?view=webhooks&id=${made.delivery}`,
    shows: "What went wrong",
    acts: [{ procedure: "ops.outbox.sendWebhook", button: "Send again" }],
  },
  {
    // Anyone who has the act may decide a request for it.
    at: `/teamaccess/approvals?id=${made.request}`,
    shows: "Why it needs two people",
    acts: [
      { procedure: "ops.ledger.adjust", button: "Approve request" },
      { procedure: "ops.ledger.adjust", button: "Reject request" },
    ],
  },
];

/** Acts that the demo has no row for, and what shows that they are left out. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  // The customer's address is confirmed; `customers-page.test.tsx` has one that is not.
  "ops.customers.resendConfirmation",
  // The enquiry is open; `enquiries-page.test.tsx` has one that is handled.
  "ops.support.reopen",
  // No email of a demo fails; `outbox-page.test.tsx` has one that did.
  "ops.outbox.sendMail",
  // The sender of a deposit is unknown; `transactions-page.test.tsx` has one.
  "ops.travel.nameSender",
  // No one owes, and no card payment is under review; `owed.test.tsx` and `card-payments.test.tsx` have those.
  "ops.receivables.settle",
  "ops.receivables.writeOff",
  "ops.onramp.resolve",
]);

const SOURCES = path.resolve(import.meta.dirname, "../src");
const PAGES = path.join(SOURCES, "routes/_staff/teamaccess");

/** A file and those next to it that it imports, and so on: a room may have the files of several screens. */
function withOwn(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, next = ""] of readFileSync(file, "utf8").matchAll(/from "(\.\/[\w-]+\.tsx?)"/g))
    withOwn(path.resolve(path.dirname(file), next), seen);
  return seen;
}

/** The files of a screen's room that its route leads to. */
function filesOf({ to }: DeskScreen): readonly string[] {
  const route = path.join(PAGES, `${to.split("/")[2] ?? "index"}.tsx`);
  const pages = readFileSync(route, "utf8").matchAll(/from "([./]+\/desk\/(?!parts\/)[\w-]+\/[\w-]+\.tsx)"/g);
  return [...pages].flatMap(([, page = ""]) => [...withOwn(path.resolve(PAGES, page))]);
}

/** Every act that a screen's own files call, by the screen. */
const actsInSources = (): { readonly screen: DeskScreen; readonly procedure: StaffProcedure }[] =>
  SCREENS.flatMap((screen) => {
    const source = filesOf(screen)
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const called = source.matchAll(
      /\b(ops\.\w+\.\w+)\.(?:useMutation|mutate)\(|\bactCall\(\s*"(ops\.\w+\.\w+)"/g,
    );
    return [...called].map(([, mutated, asked]) => ({
      screen,
      procedure: (mutated ?? asked) as StaffProcedure,
    }));
  });

const emailOf = (role: StaffRole): string =>
  DEMO_ACCOUNTS.find(({ roles }) => roles[0] === role)?.email ?? "";

/** Calls procedures with the cookies of the page's session. @returns those that are not refused with `forbidden` */
async function notRefused(page: Page, procedures: readonly string[], data = {}): Promise<string[]> {
  const { request } = page.context();
  const { cookies } = await request.storageState();
  const headers = { "X-XSRF-TOKEN": cookies.find(({ name }) => name === "XSRF-TOKEN")?.value ?? "" };
  const wrong: string[] = [];
  for (const procedure of procedures) {
    const posted = await request.post(`/trpc/${procedure}`, { data, headers });
    // A query is not posted.
    const answer = posted.status() === 405 ? await request.get(`/trpc/${procedure}`) : posted;
    const { error } = (await answer.json()) as { error?: { data: { code: string } } };
    if (answer.status() !== 403 || error?.data.code !== "forbidden")
      wrong.push(`${procedure}: ${answer.status()} ${error?.data.code}`);
  }
  return wrong;
}

/** Signs a member of staff in on a page of its own, and collects what the server refuses to the page. */
async function pageOf(browser: Browser, baseURL: string | undefined, role: StaffRole) {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  await signInByRequest(page, emailOf(role));
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  return { page, refused, close: () => context.close() };
}

/** Targets of a page's links that the roles do not have. */
async function strayLinks(page: Page, closed: readonly DeskScreen[]): Promise<string[]> {
  const leads = await page
    .locator("a[href]")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  return leads.filter((to) => closed.some((screen) => screen.to === to));
}

/** The names in the sheet of keys that is opened and closed again. */
async function keysOf(page: Page): Promise<string[]> {
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await expect(sheet.getByText("Show all keys")).toBeVisible();
  const names = await sheet.locator("dt").allInnerTexts();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  return names;
}

/** A button by what it begins with: the key it shows follows. */
const buttonOf = (page: Page, { button }: Act) =>
  page.getByRole("button", { name: new RegExp(`^${button}( [a-z]| Ctrl Enter)?$`) });

/** Opens a place, and looks for the acts that are the role's, and for those that are not. */
async function expectActs(page: Page, role: StaffRole, { at, shows, acts }: Place): Promise<void> {
  const [own, others] = [true, false].map((has) =>
    acts.filter(({ procedure }) => staffMay([role], procedure) === has),
  ) as [Act[], Act[]];
  const open = async (by?: string): Promise<void> => {
    await page.goto(by === undefined ? at : `${at}&${by}`);
    await expect(page.getByText(shows).first()).toBeAttached();
  };
  // By the address of an act that is not theirs, say from a colleague, they see the rest.
  const foreign = others.find(({ by }) => by !== undefined)?.by;
  await open(foreign);
  const more = page.getByRole("button", { name: "More", exact: true });
  if ((await more.count()) > 0) await more.click();
  for (const act of own) await expect(buttonOf(page, act), act.procedure).toBeVisible();
  for (const act of others) await expect(buttonOf(page, act), `${act.procedure} at ${at}`).toHaveCount(0);
  if (foreign !== undefined) await expect(page.getByRole("dialog"), foreign).toHaveCount(0);
  const named = acts.filter(({ key }) => key !== undefined);
  if (named.length > 0) {
    const keys = await keysOf(page);
    for (const act of named) expect(keys.includes(act.key ?? ""), act.procedure).toBe(own.includes(act));
  }
  const first = acts.find(({ by }) => by !== undefined)?.by;
  if (role !== "admin" || first === undefined) return;
  await open(first);
  await expect(page.getByRole("dialog"), `${at}&${first}`).toBeVisible();
}

let made: Made;
let callers: { readonly customer: Caller; readonly compliance: Caller; readonly finance: Caller };
let webhook = "";
let token = "";

test.beforeAll(async ({ browser, baseURL }) => {
  const [customer, compliance, finance] = (await Promise.all(
    ["nigeria", "compliance", "finance2"].map((name) => Caller.signIn(baseURL, `${name}@demo.test`)),
  )) as [Caller, Caller, Caller];
  callers = { customer, compliance, finance };
  const idOf = async (email: string): Promise<string> => {
    const input = encodeURIComponent(JSON.stringify({ query: email }));
    const { data } = await compliance.ask<{ data: { id: string }[] }>(`ops.customers.search?input=${input}`);
    return data[0]?.id ?? "";
  };
  const held = await idOf("nigeria@demo.test");
  const payer = await Caller.signIn(baseURL, "customer@demo.test");
  const started = await payer.post("/api/users/transactions", {
    transaction_type: "deposit",
    payment_method: "bank_transfer",
    balance: { credit: "107.00", credit_currency: "AUD" },
  });
  await payer.dispose();
  const internal_note = "To look at what roles see";
  await compliance.post("/trpc/ops.customers.hold", { id: held, on: ["deposits"], internal_note });
  const tokens = await customer.post("/trpc/tokens.create", { name: "Roles", scopes: ["read"] });
  token = (tokens.body as { result: { data: { id: string } } }).result.data.id;
  // No one listens there.
  const added = await customer.post("/api/webhooks", { url: "http://127.0.0.1:1/", events: ["*"] });
  webhook = (added.body as { data: { id: string } }).data.id;
  await customer.post(`/api/webhooks/${webhook}/test`, {});
  type Failed = { data: { webhook: string; delivery: string }[] };
  const failed = async () =>
    (await compliance.ask<Failed>("ops.outbox.webhooks")).data.find((each) => each.webhook === webhook);
  await expect.poll(failed).toBeDefined();
  const asked = await finance.post("/trpc/ops.ledger.adjust", {
    id: held,
    direction: "credit",
    amount: "1.07",
    currency: "NGN",
    internal_note,
  });
  const accounts = await finance.ask<{ id: string; active: boolean }[]>("ops.depositAccounts.list");
  const page = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await page.goto("/support");
  await page.getByLabel("Name", { exact: true }).fill("Mary Ann");
  await page.getByLabel("Email", { exact: true }).fill("mary@mail.example");
  await page.getByLabel("Message", { exact: true }).fill("When do you open?");
  await page.getByRole("button", { name: "Send message" }).click();
  const reference = page.getByText(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  const enquiry = await reference.innerText();
  await page.close();
  made = {
    held,
    blocked: await idOf("blocked@demo.test"),
    way: accounts.find(({ active }) => active)?.id ?? "",
    enquiry,
    deposit: (started.body as { data: { reference: string } }).data.reference,
    delivery: encodeURIComponent(`${webhook} ${(await failed())?.delivery}`),
    request: (asked.body as { result: { data: { approval: { id: string } } } }).result.data.approval.id,
  };
});

test.afterAll(async () => {
  const internal_note = "Looked at";
  await callers.compliance.post("/trpc/ops.customers.releaseHold", {
    id: made.held,
    on: ["deposits"],
    internal_note,
  });
  await callers.customer.post("/trpc/webhooks.remove", { id: webhook });
  await callers.customer.post("/trpc/tokens.revoke", { id: token });
  await callers.finance.post("/trpc/ops.approvals.withdraw", { id: made.request });
  for (const caller of Object.values(callers)) await caller.dispose();
});

test("every act that not all have who see its screen is looked for", () => {
  const looked = new Set(
    placesOf(made).flatMap(({ acts }) => acts.map(({ procedure }) => procedure as string)),
  );
  const found = actsInSources();
  expect(found.length).toBeGreaterThan(30);
  const missing = found.filter(
    ({ screen, procedure }) =>
      STAFF_ROLES.some((role) => staffMay([role], screen.needs) && !staffMay([role], procedure)) &&
      !looked.has(procedure) &&
      !ELSEWHERE.has(procedure),
  );
  expect(missing.map(({ procedure }) => procedure)).toEqual([]);
});

test("what the table refuses to a role is refused to its session", async ({ browser, baseURL }) => {
  for (const role of STAFF_ROLES) {
    const { page, close } = await pageOf(browser, baseURL, role);
    const closed = Object.keys(STAFF_ACCESS).filter((procedure) => !staffMay([role], procedure));
    expect(closed.length === 0, role).toBe(role === "admin");
    expect(await notRefused(page, closed), role).toEqual([]);
    // Someone who lacks an act decides nothing about a colleague's request for it.
    if (!staffMay([role], "ops.ledger.adjust"))
      expect(await notRefused(page, ["ops.approvals.approve"], { id: made.request }), role).toEqual([]);
    await close();
  }
});

for (const role of STAFF_ROLES) {
  test(`${role} sees the screens and acts of the role, and no other`, async ({ browser, baseURL }) => {
    const { page, refused, close } = await pageOf(browser, baseURL, role);
    const open = SCREENS.filter(({ needs }) => staffMay([role], needs));
    const closed = SCREENS.filter((screen) => !open.includes(screen));
    const labels = open.map(({ label }) => label);
    const noRight = page.getByText("You don’t have access to this screen");
    const items = page.getByRole("navigation", { name: "Back office" }).getByRole("link");
    for (const screen of closed) {
      await page.goto(screen.to);
      await expect(noRight, screen.to).toBeVisible();
    }
    await page.goto(open[0]?.to ?? "");
    for (const { to } of open) {
      // A link may lead to the view in which something waits.
      await items.and(page.locator(`[href="${to}"], [href^="${to}?"]`)).click();
      await page.waitForURL(({ pathname }) => pathname === to);
      // The shell of a screen has a heading as well, and no links.
      await expect(items, to).toHaveCount(open.length);
      await expect(page.getByRole("heading", { level: 1 }), to).toBeVisible();
      await expect(page.locator("main [aria-busy=true]"), to).toHaveCount(0);
      await expect(noRight, to).toHaveCount(0);
      expect(await strayLinks(page, closed), to).toEqual([]);
    }
    expect(await items.locator("span:first-of-type").allInnerTexts()).toEqual(expect.arrayContaining(labels));
    const keys = await keysOf(page);
    expect(keys.filter((name) => name.startsWith("Go to "))).toEqual(labels.map((label) => `Go to ${label}`));
    await page.keyboard.press("Control+k");
    const group = (name: string) =>
      page.getByRole("dialog").getByRole("group", { name, exact: true }).getByRole("option");
    await expect(group("You")).toHaveText(["Log out"]);
    await expect(group("Screens")).toHaveCount(open.length);
    await page.keyboard.press("Escape");

    for (const place of placesOf(made)) {
      const screen = SCREENS.find(({ to }) => to === place.at.split("?")[0]);
      if (open.some(({ to }) => to === screen?.to)) await expectActs(page, role, place);
    }
    expect(refused).toEqual([]);
    await close();
  });
}
