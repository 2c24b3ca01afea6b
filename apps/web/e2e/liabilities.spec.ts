import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";

test("@both a customer checks that the own balance is counted, and sees every step", async ({ page }) => {
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
  const root = trees.find(({ currency }) => currency === "AUD")?.root ?? "none";
  await expect(aud.getByRole("listitem").filter({ hasText: root }).first()).toBeVisible();
  await page.getByRole("link", { name: "How it works" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Proof of what we owe");
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
});
