import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../api/src/demo/demo-accounts.ts";
import { Caller } from "./caller.ts";
import { startNamedHost, type NamedHost } from "./own-host.ts";
import { alive } from "./page-state.ts";
import { minutesOf, together, Typist, type Effort } from "./pace.ts";

/** An installation of its own: the day is worked through, and no other journey has touched it. */
let host: NamedHost;
test.beforeAll(async ({ browserName }, info) => {
  expect(browserName).toBe("chromium");
  host = await startNamedHost(info);
});
test.afterAll(() => host.stop());

const CHECKS = ["1", "2", "3", "4", "5", "6", "7"];
const DOC = path.resolve(import.meta.dirname, "../../../docs/desk.md");

const rowWith = (page: Page, text: string | RegExp): Locator =>
  page.locator("tbody tr[tabindex]").filter({ hasText: text });
const drawerOf = (page: Page): Locator => page.getByRole("dialog");
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole("heading", { level: 1, name });

/** The drawer has closed, and what had the focus before has it again, with a ring around it in both schemes. */
async function expectFocusBack(page: Page, row: Locator): Promise<void> {
  await expect(drawerOf(page)).toHaveCount(0);
  await expect(row).toBeFocused();
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const ring = await row.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return [
        element.matches(":focus-visible"),
        outlineStyle !== "none",
        Number.parseFloat(outlineWidth) >= 2,
      ];
    });
    expect(ring, `focus ring, ${colorScheme}`).toEqual([true, true, true]);
  }
}

/** Logs in, and reads what waits. */
async function logIn(someone: Typist, email: string): Promise<void> {
  const { page } = someone;
  await page.goto(`${host.origin}/teamaccess/login`);
  await alive(page);
  await someone.tabTo(page.getByLabel("Email", { exact: true }));
  await someone.type(email);
  await someone.press("Tab");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await someone.type(DEMO_PASSWORD);
  await someone.press("Enter");
  await expect(heading(page, "Today")).toBeVisible();
  await someone.read(page.getByRole("region", { name: "Waiting", exact: true }));
}

async function send(someone: Typist): Promise<void> {
  await someone.read(drawerOf(someone.page));
  // A person sees where the next key goes.
  await expect(drawerOf(someone.page).locator(":focus")).toHaveCount(1);
  await someone.press("Control+Enter");
}

/** Looks at an identity’s form and photos. */
async function look(someone: Typist, name: string): Promise<void> {
  const { page } = someone;
  await expect(heading(page, name)).toBeVisible();
  await someone.read(page.getByRole("region", { name: "Form" }));
  await someone.compare(page.getByAltText("Front"));
  await someone.press("s");
  await someone.compare(page.getByAltText("Selfie"));
}

async function verify(someone: Typist, name: string): Promise<void> {
  await look(someone, name);
  for (const key of CHECKS) await someone.press(key);
  await someone.press("v");
  await expect(heading(someone.page, name)).toHaveCount(0);
}

async function identities(clerk: Typist): Promise<void> {
  const { page } = clerk;
  await clerk.press("g", "i");
  await clerk.read(page.getByRole("table", { name: "Identities to verify" }));
  await clerk.press("j", "Enter");
  await verify(clerk, "Mira Made");
  await look(clerk, "Otto Other");
  await clerk.press("n");
  await expect(drawerOf(page).getByLabel("What the customer should do")).toBeFocused();
  await clerk.tabTo(drawerOf(page).getByRole("button", { name: /^The photo is blurred/ }));
  await clerk.press("Enter");
  const reads = drawerOf(page).getByRole("region", { name: "What the customer will read" });
  await expect(reads).toContainText("The photo is blurred");
  await send(clerk);
  for (const name of ["Tess Template", "Tessa Template"]) {
    await look(clerk, name);
    await expect(
      page
        .getByText("Same birth date and last name, document number")
        .or(page.getByText("Same document number, birth date and last name")),
    ).toBeVisible();
    await clerk.press("h");
    await expect(drawerOf(page).getByLabel("Why")).toBeFocused();
    await clerk.type("One passport, two accounts");
    await send(clerk);
  }
  await verify(clerk, "Felix Figure");
  await verify(clerk, "Nora Novel");
  await expect(rowWith(page, /Tess/)).toHaveCount(2);
}

/** Downloads the statement as it is now, and imports it. @returns the balance at the end of its first day */
async function importStatement(clerk: Typist): Promise<string> {
  const { page } = clerk;
  await expect(page.getByRole("link", { name: /^Demo statement/ })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await clerk.press("d");
  const file = await (await downloading).path();
  const choosing = page.waitForEvent("filechooser");
  // The page has to know that the choice is caught: the key takes another way to it, and would come first on a busy machine.
  await page.evaluate(() => undefined);
  await clerk.press("i");
  const content = readFileSync(file);
  await (await choosing).setFiles({ name: "statement.csv", mimeType: "text/csv", buffer: content });
  await clerk.read(page.getByText(/^statement\.csv: /));
  const lines = content.toString().trim().split("\r\n");
  const day = lines[1]?.split(",")[0] ?? "";
  const last = lines.findLast((line) => line.startsWith(day)) ?? "";
  return last.split(",").at(-1)?.replaceAll('"', "") ?? "";
}

/** Acts on the open line, by its amount. */
const LINE_ACTS: Readonly<Record<string, (clerk: Typist, page: Page) => Promise<void>>> = {
  "143.00 AUD": async (clerk, page) => {
    await clerk.press("s");
    await expect(page.getByRole("combobox", { name: "Credit to" })).toBeFocused();
    await clerk.type("nameless");
    await expect(page.getByRole("option", { name: /Ned Nameless, / })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await clerk.press("Enter");
    await expect(page.getByRole("dialog", { name: "Credit 143.00 AUD to Ned Nameless" })).toBeVisible();
    await clerk.type("He sent the branch’s slip");
  },
  // Its deposit is paid already: what Enter does is to give it back.
  "500.00 AUD": async (clerk, page) => {
    await expect(
      page.getByRole("heading", { level: 3, name: /^Already paid: [\w-]+, 500\.00 AUD on / }),
    ).toBeVisible();
    await clerk.press("Enter");
    await clerk.tabTo(drawerOf(page).getByRole("button", { name: "This deposit was paid already." }));
    await clerk.press("Enter");
  },
  "650.00 AUD": async (clerk, page) => {
    await clerk.press("r");
    await clerk.tabTo(drawerOf(page).getByRole("button", { name: /another name/ }));
    await clerk.press("Enter");
  },
  "3.10 AUD": async (clerk, page) => ownMoney(clerk, page, "Interest"),
  "−12.50 AUD": async (clerk, page) => ownMoney(clerk, page, "Bank fee"),
};

async function ownMoney(clerk: Typist, page: Page, why: string): Promise<void> {
  await clerk.press("o");
  await clerk.tabTo(drawerOf(page).getByRole("button", { name: why }));
  await clerk.press("Enter");
}

/** Works through the lines: after each the next one opens by itself. */
async function workLines(clerk: Typist, count: number): Promise<string[]> {
  const { page } = clerk;
  await expect(rowWith(page, /./)).toHaveCount(count);
  await clerk.press("j", "Enter");
  const done: string[] = [];
  for (let left = count; left > 0; left -= 1) {
    const panel = page.getByRole("heading", { level: 2, name: /^[−\d.,]+ AUD$/ });
    const money = (await panel.textContent()) ?? "";
    await clerk.read(page.getByRole("region", { name: money }));
    await (LINE_ACTS[money] ?? (async () => clerk.press("Enter")))(clerk, page);
    await send(clerk);
    await expect(rowWith(page, /./)).toHaveCount(left - 1);
    done.push(money);
  }
  await expect(page.getByText("All lines matched")).toBeVisible();
  return done;
}

/** One imports the statement, and the other, who could otherwise have typed it, uses its lines. */
async function bank(clerk: Typist, second: Typist): Promise<void> {
  const { page } = clerk;
  await second.press("g", "b");
  const closing = await importStatement(second);
  await expect(
    second.page.getByText("statement.csv: 12 lines imported. No duplicates or errors."),
  ).toBeVisible();
  await clerk.press("g", "b");
  await clerk.read(page.getByRole("table", { name: "Bank lines" }));
  await clerk.press("a");
  await expect(page.getByRole("dialog", { name: "Credit 3 certain lines, 2,820.00 AUD" })).toBeVisible();
  await send(clerk);
  await expect(page.getByText("3 credited, 2,820.00 AUD.")).toBeVisible();
  const done = await workLines(clerk, 9);
  expect(done.toSorted()).toEqual(
    ["143.00", "1,990.00", "275.00", "3.10", "350.00", "400.00", "500.00", "650.00", "−12.50"]
      .map((amount) => `${amount} AUD`)
      .toSorted(),
  );
  await clerk.press("c");
  await expect(page.getByLabel("Statement balance")).toBeFocused();
  await clerk.type(closing);
  await expect(page.getByText("Difference").locator("xpath=../dd")).toHaveText("0.00 AUD");
  await clerk.press("Enter");
  await expect(page.getByRole("dialog", { name: /^Close \d{1,2} \w+ \d{4}$/ })).toBeVisible();
  await send(clerk);
  await expect(page.getByText(/^Closed .*, difference 0\.00 AUD$/)).toBeVisible();
  // The focus is in the field again: Escape leaves it.
  await expect(page.getByLabel("Statement balance")).toBeFocused();
  await clerk.press("Escape");
}

/** Approves the request of the row. */
async function approve(someone: Typist, row: Locator): Promise<void> {
  const { page } = someone;
  await someone.moveTo(row);
  await someone.press("Enter");
  await expect(page.getByRole("button", { name: "Approve request" })).toBeVisible();
  await someone.read(drawerOf(page));
  await someone.tabTo(page.getByRole("button", { name: "Approve request" }));
  await someone.press("Enter");
  await expect(page.getByText("Approved and done.")).toBeVisible();
  await someone.press("Escape");
  await expect(drawerOf(page)).toHaveCount(0);
}

async function payouts(clerk: Typist, second: Typist): Promise<void> {
  const { page } = clerk;
  await clerk.press("g", "p");
  await clerk.read(page.getByRole("table", { name: "Withdrawals to be paid" }));
  await clerk.press("w");
  await send(clerk);
  await expect(heading(page, /^Bank payout of /)).toBeVisible();
  await clerk.read(page.getByRole("table", { name: "Payouts of the batch" }));
  const basil = rowWith(page, "Basil Bounce");
  await clerk.moveTo(basil);
  await clerk.press("Enter");
  await clerk.read(page.getByRole("region", { name: /^Basil Bounce/ }));
  await expect(page.getByText("Account in another name", { exact: true })).toBeVisible();
  // At this pace the clerk logged in more than five minutes ago.
  await Caller.takeConfirmationsAway(host.origin, "operator@demo.test");
  await clerk.press("r");
  await send(clerk);
  await clerk.read(page.getByRole("dialog", { name: "Confirm it’s you" }));
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await clerk.type(DEMO_PASSWORD);
  await clerk.press("Enter");
  await expect(drawerOf(page).getByText("Waiting for a second person")).toBeVisible();
  await clerk.press("Escape");
  await expectFocusBack(page, basil);

  await second.press("g", "a");
  await second.read(second.page.getByRole("table", { name: /requests/i }));
  await approve(second, rowWith(second.page, "Release a payout batch"));

  await expect(page.getByRole("button", { name: /^Download the file/ })).toBeVisible();
  await clerk.press("f");
  const file = page.waitForEvent("download");
  await send(clerk);
  expect((await file).suggestedFilename()).toMatch(/\.aba$/);
  await expect(page.getByRole("button", { name: /^Mark as sent/ })).toBeVisible();
  await clerk.press("m");
  await send(clerk);
  await expect(page.getByText("Settled once it’s on the bank statement.")).toBeVisible();

  // The next statement settles the batch by itself, and brings Basil’s money back.
  await second.press("g", "b");
  await importStatement(second);
  await expect(
    second.page.getByText("statement.csv: 2 lines imported. 12 duplicates, no errors."),
  ).toBeVisible();
  await clerk.press("g", "b");
  expect(await workLines(clerk, 1)).toEqual(["480.00 AUD"]);
}

async function complaint(clerk: Typist): Promise<void> {
  const { page } = clerk;
  await clerk.press("g", "e");
  const question = rowWith(page, "Pam Pricey");
  await clerk.moveTo(question);
  await clerk.press("Enter");
  const text = await clerk.read(page.getByRole("region", { name: /^Enquiry/ }));
  const reference = /reference is ([A-Z0-9-]+)\./.exec(text)?.[1] ?? "";
  await clerk.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused();
  await clerk.type(reference);
  await expect(page.getByRole("option", { name: new RegExp(reference) })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await clerk.press("Enter");
  await expect(page.getByRole("heading", { name: `Exchange ${reference}` })).toBeVisible();
  await clerk.press("a");
  const answer = page.getByRole("dialog", { name: `Price of ${reference}` });
  await clerk.read(answer);
  await expect(answer.getByRole("link", { name: "Write the email" })).toBeFocused();
  await clerk.press("Escape");
  await expect(answer).toHaveCount(0);
  await clerk.press("g", "m");
  const pair = rowWith(page, "ETH/AUD");
  await clerk.moveTo(pair);
  await clerk.press("Enter");
  await clerk.read(page.getByRole("region", { name: "Sell ETH for AUD" }));
  await clerk.press("g", "e");
  await clerk.moveTo(question);
  await clerk.press("Enter");
  await expect(page.getByRole("link", { name: reference })).toBeVisible();
  await clerk.press("r");
  await expect(drawerOf(page).getByLabel("Reply", { exact: true })).toBeFocused();
  await clerk.tabTo(page.getByRole("button", { name: `Answer about the price of ${reference}` }));
  await clerk.press("Enter");
  await expect(drawerOf(page).getByRole("button", { name: "Reply and close" })).toBeVisible();
  await send(clerk);
  await expect(question).toHaveCount(0);
}

async function pause(clerk: Typist): Promise<void> {
  const { page } = clerk;
  await clerk.press("g", "s");
  const row = rowWith(page, "Sign-ups");
  await clerk.read(page.getByRole("table", { name: "Switches" }));
  await clerk.moveTo(row);
  await clerk.press("Enter");
  await expect(drawerOf(page).getByLabel("Message (optional)")).toBeFocused();
  await clerk.type("Back at noon.");
  await expect(drawerOf(page).getByText("Sign-ups are paused. Back at noon.")).toBeVisible();
  await send(clerk);
  await expect(page.getByRole("complementary", { name: "Paused" })).toContainText("Back at noon.");
  await expectFocusBack(page, row);
  await clerk.press("Enter");
  await expect(page.getByRole("dialog", { name: "Resume: Sign-ups" })).toBeVisible();
  await send(clerk);
  await expect(row.getByText("On", { exact: true })).toBeVisible();
  await expectFocusBack(page, row);
}

/** The figures that the page of the desk states. */
function documented(): Effort & { readonly minutes: number } {
  const text = readFileSync(DOC, "utf8");
  const figure = (name: string): number => {
    const found = new RegExp(`\\| ${name} +\\| +([\\d.,]+)`).exec(text)?.[1];
    if (found === undefined) throw new Error(`docs/desk.md has no ${name}`);
    return Number(found.replaceAll(",", ""));
  };
  return {
    keys: figure("Keys pressed"),
    acts: figure("Acts"),
    screens: figure("Screens, drawers and panels"),
    words: figure("Words read"),
    photos: figure("Photos compared"),
    minutes: figure("Minutes"),
  };
}

test("@postgres the whole day by keyboard alone, by two people, in under 30 minutes of real pace", async ({
  browser,
}) => {
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const [clerk, second] = await Promise.all(
    contexts.map(async (context) => new Typist(await context.newPage())),
  );
  if (clerk === undefined || second === undefined) throw new Error("no one is there");
  await logIn(clerk, "operator@demo.test");
  await identities(clerk);
  await logIn(second, "finance2@demo.test");
  await bank(clerk, second);
  await payouts(clerk, second);
  await clerk.press("g", "a");
  await approve(clerk, rowWith(clerk.page, "Adjust a balance"));
  await complaint(clerk);
  await pause(clerk);
  await clerk.press("g", "t");
  await clerk.read(clerk.page.getByRole("region", { name: "Waiting", exact: true }));
  await Promise.all(contexts.map((context) => context.close()));

  const effort = together(clerk.effort, second.effort);
  const minutes = minutesOf(effort);
  expect(minutes).toBeLessThan(30);
  const told = documented();
  for (const name of ["keys", "acts", "screens", "words", "photos"] as const)
    expect(Math.abs(effort[name] - told[name]) / told[name], `${name}: ${effort[name]}`).toBeLessThan(0.1);
  expect(Math.abs(minutes - told.minutes), `${minutes} minutes`).toBeLessThan(1);
});
