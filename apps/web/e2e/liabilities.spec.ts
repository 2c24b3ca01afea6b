import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";

test("a customer checks that the own balance is counted, and sees every step", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/personal-information");
  await page.getByRole("link", { name: "Check your balance" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check that your balance is counted");
  const aud = page.getByRole("region", { name: "AUD" });
  await expect(aud.getByText("Counted in full")).toBeVisible();
  await expect(page.getByText("Signed with our key")).toBeVisible();
  const published = await page.request.get("/.well-known/liabilities.json");
  const { trees } = (await published.json()) as { trees: { currency: string; root: string }[] };
  await aud.getByText("Show every step").click();
  await expect(aud.getByText("Your part").first()).toBeVisible();
  await expect(aud.getByText("Matches the published root").first()).toBeVisible();
  await expect(page.getByText("Counted", { exact: true })).toHaveCount(1);
  await aud.getByText("Show the hashes").first().click();
  const root = trees.find(({ currency }) => currency === "AUD")?.root ?? "none";
  await expect(aud.getByRole("listitem").filter({ hasText: root }).first()).toBeVisible();
  await page.getByRole("link", { name: "How it works" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Proof of what we owe");
  await expect(page.getByText("Signed with our key, checked by your browser")).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "What we owe", exact: true })).toBeVisible();
});

test("anyone reads the newest totals, and that a changed one is not signed by us; before the first there is none", async ({
  page,
}) => {
  const address = "/.well-known/liabilities.json";
  const answer = await page.request.get(address);
  const document = (await answer.json()) as { trees: { currency: string; total: string }[] };
  for (const tree of document.trees) if (tree.currency === "AUD") tree.total = "123456";
  await page.route(`**${address}`, (route) => route.fulfill({ json: document }));
  await page.goto("/proof-of-liabilities");
  await expect(page.getByRole("definition").filter({ hasText: "1,234.56 AUD" })).toBeVisible();
  await expect(page.getByText("Not signed by us. Contact support")).toBeVisible();
  // The rare parts are in view if there is room, and a tap away on a phone.
  const learned = page.getByText(/^No names, and no balance of anyone/);
  await expect(learned).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(learned).toBeHidden();
  await page.getByText("Totals, but no names and no balances").click();
  await expect(learned).toBeVisible();

  await page.unrouteAll();
  await page.route(`**${address}`, (route) => route.fulfill({ status: 404, json: {} }));
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Loading the newest publication")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "What we owe", exact: true })).toHaveCount(0);
});

test("what is held of each coin stands next to what is owed, for anyone and for a customer", async ({
  page,
}) => {
  const covers = page.getByText(/^(?:BTC|ETH) covered$/);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/proof");
  await expect(page).toHaveURL(/\/proof-of-liabilities$/);
  await expect(covers).toHaveText(["BTC covered", "ETH covered"]);
  await expect(page.getByText("Signed with our key, checked by your browser")).toHaveCount(2);
  await expect(page.getByText(/^We last checked our BTC on .*: all still there\.$/)).toBeVisible();
  const held = page.getByRole("list", { name: "What the treasury proved to hold" });
  await expect(held.getByRole("link").first()).toHaveAttribute(
    "href",
    /^https:\/\/bitcoin\.example\/address\//,
  );
  await expect(page.getByText(/^The published root, of all \d+ parts$/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/balance-check");
  await expect(covers).toHaveText(["BTC covered", "ETH covered"]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("a failure to load it can be tried again", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.route("**/.well-known/liabilities.json", (route) => route.fulfill({ status: 503, body: "" }), {
    times: 4,
  });
  await page.goto("/dashboard/balance-check");
  await expect(page.getByText("We couldn’t load what was published")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Counted in full").first()).toBeVisible();

  await page.goto("/dashboard/personal-information");
  await expect(page.getByText("Counted in our published liabilities of")).toBeVisible();
});
