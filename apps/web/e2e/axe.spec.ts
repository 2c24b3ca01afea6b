import { expect, test, type Page } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { DESK, FOR_GUESTS, SCREENS, SITE } from "./addresses.ts";
import { clippedOn, faultsInBothSchemes, overflowOf, wake, WIDER_LETTERS } from "./page-state.ts";

/** Stands for the receipt of the customer's latest exchange. */
const RECEIPT = "/dashboard/transactions-history?type=exchange";

/** Views of the desk's books that have no address of their own. */
const BOOKS = [
  "/teamaccess/customers?view=owed",
  "/teamaccess/deposits?view=cards",
  "/teamaccess/identities?view=recoveries",
  "/teamaccess/ledger?view=position",
  "/teamaccess/ledger?account=bank:AUD",
  "/teamaccess/reports?view=volume",
  "/teamaccess/reports?view=signups",
  "/teamaccess/reports?view=trades",
  "/teamaccess/reports?view=balances",
];

/** Visitors of the addresses. */
const VISITS: readonly { readonly email?: string; readonly sees: readonly string[] }[] = [
  { sees: [...SITE, "/no-such-page"] },
  {
    sees: [
      ...FOR_GUESTS,
      "/register/demo-partner",
      "/reset-password?token=x&email=a%40b.example",
      "/not-me?token=x",
      "/undo-email?token=x",
      "/recover?token=x",
      "/stop-recovery?token=x",
      "/api/docs",
    ],
  },
  { email: "partner@demo.test", sees: SCREENS },
  {
    email: "customer@demo.test",
    sees: [
      "/dashboard/personal-information",
      "/dashboard/transactions-history",
      "/dashboard/currency-exchange",
      "/dashboard/deposit-money",
      "/dashboard/withdraw-money",
      "/dashboard/bank-account",
      "/dashboard/bank-account?edit=new",
      RECEIPT,
    ],
  },
  { email: "operator@demo.test", sees: [...DESK, ...BOOKS] },
  { email: "new@demo.test", sees: ["/email-not-verify"] },
  { email: "unverified@demo.test", sees: ["/user-information"] },
  { email: "blocked@demo.test", sees: ["/access-denied"] },
];

/** Goes there, and waits until nothing is on its way any more. */
async function open(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  // The server's pages of the API's documentation have no code of the product.
  if (address.startsWith("/api/")) return;
  if (address === RECEIPT) {
    await page
      .getByRole("link", { name: /^Receipt/ })
      .first()
      .click();
    await expect(page.getByText(/^Genuine/)).toBeVisible();
  }
  await wake(page);
  await expect(page.getByRole("heading", { level: 1 }), address).toBeVisible();
  // The page of components shows the loading states for ever.
  if (address !== "/dev/ui") await expect(page.locator("[aria-busy=true]"), address).toHaveCount(0);
}

for (const { email, sees } of VISITS) {
  test(`axe finds nothing, nothing is cut off or scrolls sideways: ${email ?? "guest"} at ${sees[0]}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    if (email !== undefined) await signInByRequest(page, email);
    const found: string[] = [];
    // A page that its code finds otherwise than it was served is drawn again, and what was done on it is lost.
    page.on("console", (message) => {
      if (message.text().startsWith("hydration")) found.push(`${page.url()}: ${message.text()}`);
    });
    for (const address of sees) {
      await open(page, address);
      for (const fault of await faultsInBothSchemes(page, [1440, 390])) found.push(`${address}, ${fault}`);
      // 1440 px at 200 %, and a small phone.
      for (const width of [720, 320]) {
        await page.setViewportSize({ width, height: 700 });
        for (const line of await overflowOf(page)) found.push(`${address} at ${width}: ${line}`);
      }
      for (const letters of ["its own letters", "wider letters"]) {
        if (letters === "wider letters") {
          await page.addStyleTag({ content: WIDER_LETTERS });
          for (const line of await overflowOf(page)) found.push(`${address} in ${letters}: ${line}`);
        }
        for (const text of await clippedOn(page)) found.push(`${address} cuts off in ${letters}: ${text}`);
      }
    }
    expect(found).toEqual([]);
  });
}
