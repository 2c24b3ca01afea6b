import { expect, test, type Page } from "@playwright/test";
import { signIn } from "../bench/sign-in.ts";
import { faultsInBothSchemes } from "./page-state.ts";

const LOOKING = "is looking at this";

/** Someone of the staff in a browser of their own, on the list of enquiries. */
async function atEnquiries(page: Page, email: string): Promise<void> {
  await signIn(page, email, { to: /\/teamaccess$/ });
  await page.goto("/teamaccess/enquiries?state=all");
  await expect(page.getByRole("heading", { level: 1, name: "Enquiries" })).toBeVisible();
}

test("two people on one row see each other, and the mark goes with the one who leaves", async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const colleague = await context.newPage();
  await atEnquiries(page, "support@demo.test");
  await atEnquiries(colleague, "operator@demo.test");
  const rowOf = (whose: Page) => whose.getByRole("row").filter({ hasText: "pam.pricey@demo.test" });

  await rowOf(colleague).click();
  const second = colleague.getByRole("region", { name: /^Enquiry/ });
  await expect(second.getByText(/^I sold 2 ETH today/)).toBeVisible();
  await expect(second.getByText(LOOKING)).toHaveCount(0);
  // The list of the first says so without a reload, by a mark.
  const mark = rowOf(page).getByTitle(LOOKING);
  await expect(mark).toBeVisible();
  await expect(mark).toContainText("(admin) is looking at this");
  expect(await faultsInBothSchemes(page)).toEqual([]);

  await rowOf(page).click();
  const first = page.getByRole("region", { name: /^Enquiry/ });
  await expect(first.getByText(/\(admin\) is looking at this$/)).toBeVisible();
  await expect(second.getByText(/\(support\) is looking at this$/)).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);

  await colleague
    .getByRole("link", { name: /^Today/ })
    .first()
    .click();
  await expect(second).toHaveCount(0);
  await expect(first.getByText(LOOKING)).toHaveCount(0);
  await context.close();
});
