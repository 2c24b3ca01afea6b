import { expect, test } from "@playwright/test";

test("the API's documentation is filtered, linked to and copied from", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/api/docs");
  const nav = page.getByRole("navigation", { name: "Calls" });
  const filter = page.getByLabel("Filter calls");
  await filter.fill("hold RATE");
  await expect(page.getByRole("status").first()).toHaveText(/^\d of \d\d calls$/);
  await expect(page.locator("#holdRate")).toBeVisible();
  await expect(page.locator("#logout")).toBeHidden();
  await expect(nav.getByRole("link", { name: "/logout" })).toBeHidden();
  await filter.fill("xyzzy");
  await expect(page.getByRole("status").first()).toHaveText("No calls match. Try another word.");
  await expect(page.getByRole("heading", { name: "Partners" })).toBeHidden();
  // A link to what is hidden shows it again.
  await page.evaluate(() => (location.hash = "#logout"));
  await expect(page.locator("#logout")).toBeInViewport();
  await expect(filter).toHaveValue("");
  await page.getByRole("link", { name: "Link to holdRate" }).click();
  await expect(page).toHaveURL(/#holdRate$/);
  const program = page.getByRole("main").locator("figure").nth(1);
  await program.getByRole("button", { name: "Copy" }).press("Enter");
  await expect(program.getByRole("button")).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await program.locator("pre").textContent());
  expect(copied).toContain(new URL(page.url()).origin);
});

test("examples are in the language of the reader's choice, with the reader's token", async ({ page }) => {
  await page.goto("/api/docs");
  const call = page.locator("#getBalance .call");
  await expect(call.filter({ visible: true })).toHaveText(/^curl/);
  await page.getByLabel("TypeScript").check();
  await expect(call.filter({ visible: true })).toContainText('await wattle.GET("/api/users/balance")');
  await page.getByLabel("curl").check();
  const field = page.getByLabel("Your token");
  await field.fill("secret");
  await expect(page.getByText("This is no token. It begins with wat_.")).toBeVisible();
  await expect(call.first()).toContainText("Bearer $WATTLE_TOKEN");
  await field.fill("wat_mine");
  await expect(call.first()).toContainText("Bearer wat_mine");
  await page.reload();
  await expect(call.first()).toContainText("Bearer $WATTLE_TOKEN");
});

test("without a clipboard the text is selected", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.goto("/api/docs");
  const program = page.getByRole("main").locator("figure").first();
  await program.getByRole("button", { name: "Copy" }).click();
  await expect(program.getByRole("button")).toHaveText("Selected");
  const selected = await page.evaluate(() => String(getSelection()));
  expect(selected).toContain("WATTLE_TOKEN");
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });
  test("everything is there to read", async ({ page }) => {
    await page.goto("/api/docs");
    await expect(page.getByLabel("Filter calls")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
    await page
      .getByRole("navigation", { name: "Calls" })
      .getByRole("link", { name: "/api/get-rate" })
      .click();
    await expect(page.locator("#holdRate")).toBeInViewport();
    await page.getByLabel("Python").check();
    await expect(page.getByText("requests.post(").first()).toBeVisible();
  });
});
