import { expect, test, type Page } from "@playwright/test";
import { signIn } from "../bench/sign-in.ts";
import { expectWellMade, faultsInBothSchemes } from "./page-state.ts";
import { openToday } from "./today.ts";

/** Presses keys one after another, and counts them: a word that is typed counts as one. */
class Keys {
  readonly #page: Page;
  count = 0;
  constructor(page: Page) {
    this.#page = page;
  }
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key);
      this.count += 1;
    }
  }
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.count += 1;
  }
}

test("a case goes from its alert to a filed receipt by keyboard, in under 20 actions", async ({
  page,
  browser,
}) => {
  await openToday(page, "compliance@demo.test");
  await expect(page.getByRole("table", { name: "Queues" }).getByText("Cases")).toBeVisible();
  const keys = new Keys(page);
  await keys.press("g", "k");
  await expect(page.getByRole("table", { name: "Cases" })).toBeVisible();
  await expectWellMade(page);
  await keys.press("j", "Enter");
  await expect(page.getByRole("button", { name: "Take it" })).toBeVisible();
  await expectWellMade(page);

  const dialog = page.getByRole("dialog");
  await keys.press("t");
  await expect(dialog.locator(":focus")).toBeVisible();
  await keys.press("Control+Enter");
  await expect(page.getByText("In work")).toBeVisible();
  await keys.press("r");
  await expect(dialog.locator(":focus")).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await keys.press("Control+Enter");
  const link = page.getByRole("link", { name: "Open the report" });
  await expect(link).toBeVisible();
  await keys.press("o");
  await expect(page.getByRole("heading", { name: /^Suspicious matter, / })).toBeVisible();
  await expectWellMade(page);
  await keys.press("e");
  await expect(dialog.getByLabel("Grounds for the suspicion")).toBeFocused();
  await keys.type("The name is on our own list");
  await keys.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await keys.press("f");
  await expect(dialog.locator(":focus")).toBeVisible();
  await keys.type("SMR-2026-1");
  await keys.press("Control+Enter");
  await expect(dialog.getByText("Waiting for a second person")).toBeVisible();
  expect(keys.count).toBeLessThan(20);

  const admin = await browser.newPage();
  await signIn(admin, "operator@demo.test", { to: /\/teamaccess$/ });
  await admin.goto("/teamaccess/approvals");
  await admin
    .getByRole("row", { name: /report/i })
    .first()
    .click();
  const request = admin.getByRole("dialog", { name: "Note that a report was filed" });
  await request.getByRole("button", { name: "Approve request" }).click();
  await expect(request.getByText("Approved and done.")).toBeVisible();
  await page.goto("/teamaccess/filings");
  await expect(page.getByRole("cell", { name: "SMR-2026-1" })).toBeVisible();
});

/** No fewer than half of those of the demo's list, so that one person may import them. */
const NAMES = ["Harald Invented", "Signe Invented", "Tove Invented", "Ulf Invented"];

test("a list is imported by hand, and a refused file says why", async ({ page }) => {
  await openToday(page, "compliance@demo.test");
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page.getByRole("heading", { level: 1, name: "Lists" })).toBeVisible();
  await page.keyboard.press("i");
  const dialog = page.getByRole("dialog", { name: "Import a list" });
  await dialog.getByLabel("List").selectOption("own");
  const file = (text: string) => ({ name: "own.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await dialog.getByLabel("File").setInputFiles(file("nothing of a list"));
  await dialog.getByRole("button", { name: /Import list/ }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog
    .getByLabel("File")
    .setInputFiles(
      file(
        `name,birth_date,country,reason\n${NAMES.map((name) => `${name},1960,Sweden,Invented`).join("\n")}\n`,
      ),
    );
  await dialog.getByRole("button", { name: /Import list/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Lists in use" })).toContainText("Our own list");
  await expectWellMade(page);
});

test("a rule is tried on the past; figures by which it finds less wait for a second person", async ({
  page,
}) => {
  await openToday(page, "compliance@demo.test");
  await page.keyboard.press("g");
  await page.keyboard.press("j");
  await page.getByRole("row", { name: /Structuring/ }).click();
  await page.keyboard.press("e");
  const drawer = page.getByRole("dialog", { name: "Change the rule: Structuring" });
  await drawer.getByLabel("From this percent of the limit").fill("1");
  await drawer.getByRole("button", { name: "Try on the last 90 days" }).click();
  await expect(drawer.getByText(/looked at\.$/)).toBeVisible();
  await expectWellMade(page);
  await drawer.getByLabel("From this percent of the limit").fill("90");
  await drawer.getByRole("button", { name: /Set the rule/ }).click();
  await expect(drawer.getByText("Waiting for a second person")).toBeVisible();
  await drawer.getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("link", { name: "Open the request" }).click();
  await page.getByRole("button", { name: /Withdraw/ }).click();
  await expectWellMade(page);
});

test("support sees no screen of compliance", async ({ page }) => {
  await openToday(page, "support@demo.test");
  await expect(page.getByRole("navigation", { name: "Back office" })).not.toContainText("Compliance");
  await page.goto("/teamaccess/cases");
  await expect(page.getByRole("table", { name: "Cases" })).toHaveCount(0);
});
