import { expect, test, type Locator, type Page } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { settle } from "./page-state.ts";

// A message that slides in is a part of it.
test.use({ reducedMotion: "no-preference" });

/** How long a finger or a mouse button is down in a quick click: long enough for a page to move meanwhile. */
const PRESS = { delay: 80 };

interface Case {
  /** The setting whose form is opened first. */
  readonly opens?: string;
  /** Form of a demo account; a guest's form without one. */
  readonly who?: string;
  readonly at: string;
  /** Within the form, where the page has others. */
  readonly form?: (page: Page) => Locator;
  readonly field: string;
  /** Leaving the field with the first shows a message, leaving it with the second takes it away. */
  readonly wrong: string;
  readonly right: string;
  /** Button below the message. */
  readonly press: (form: Locator) => Locator;
}

const button =
  (name: string) =>
  (form: Locator): Locator =>
    form.getByRole("button", { name, exact: true });
const eyeOf =
  (label: string) =>
  (form: Locator): Locator =>
    form
      .locator("div")
      .filter({ has: form.page().getByLabel(label, { exact: true }) })
      .last()
      .getByRole("button");
const named =
  (button: string) =>
  (page: Page): Locator =>
    page.locator("form").filter({ has: page.getByRole("button", { name: button, exact: true }) });

const CUSTOMER = "customer@demo.test";
const SETTINGS = "/dashboard/personal-information";
const CASES: Readonly<Record<string, Case>> = {
  "log in, its button": {
    at: "/login",
    field: "Email",
    wrong: "mary@",
    right: "mary@mail.example",
    press: button("Log in"),
  },
  "log in, the eye": {
    at: "/login",
    field: "Email",
    wrong: "",
    right: "mary@mail.example",
    press: eyeOf("Password"),
  },
  "log in, staying signed in": {
    at: "/login",
    field: "Password",
    wrong: "",
    right: "Secret-1",
    press: (form) => form.getByRole("checkbox"),
  },
  "register, its button": {
    at: "/register",
    field: "First name",
    wrong: "M4ry",
    right: "Mary",
    press: button("Sign up"),
  },
  "register, the terms": {
    at: "/register",
    field: "Password",
    wrong: "short",
    right: "Correct-Horse7",
    press: (form) => form.locator("[name=terms]"),
  },
  "register, another field": {
    at: "/register",
    field: "Email",
    wrong: "mary",
    right: "mary@mail.example",
    press: (form) => form.getByLabel("Password", { exact: true }),
  },
  "forgotten password": {
    at: "/forgot-password",
    field: "Email",
    wrong: "mary",
    right: "mary@mail.example",
    press: button("Send reset link"),
  },
  "new password, its button": {
    at: "/reset-password?token=abc&email=mary%40mail.example",
    field: "Password",
    wrong: "short",
    right: "Correct-Horse7",
    press: button("Change password"),
  },
  "new password, the eye": {
    at: "/reset-password?token=abc&email=mary%40mail.example",
    field: "Password",
    wrong: "short",
    right: "Correct-Horse7",
    press: eyeOf("Password confirmation"),
  },
  support: { at: "/support", field: "Name", wrong: "M4ry", right: "Mary", press: button("Send message") },
  "OTC desk": { at: "/otc-desk", field: "Name", wrong: "M4ry", right: "Mary", press: button("Send enquiry") },
  "identity, its button": {
    who: "unverified@demo.test",
    at: "/user-information",
    form: named("Continue"),
    field: "Last name",
    wrong: "Br0wn",
    right: "Brown",
    press: button("Continue"),
  },
  "change email, the eye": {
    opens: "Change Email",
    who: CUSTOMER,
    at: SETTINGS,
    form: named("Change email"),
    field: "New email",
    wrong: "mary",
    right: "mary@mail.example",
    press: eyeOf("Your password"),
  },
  "change email, its button": {
    opens: "Change Email",
    who: CUSTOMER,
    at: SETTINGS,
    form: named("Change email"),
    field: "New email",
    wrong: "mary",
    right: "mary@mail.example",
    press: button("Change email"),
  },
  "change password": {
    opens: "Change Password",
    who: CUSTOMER,
    at: "/dashboard/security",
    form: named("Change password"),
    field: "New password",
    wrong: "short",
    right: "Correct-Horse7",
    press: button("Change password"),
  },
  "bank account": {
    who: CUSTOMER,
    at: "/dashboard/bank-account",
    form: named("Add bank account"),
    field: "BSB",
    wrong: "12",
    right: "000-111",
    press: button("Add bank account"),
  },
  "deposit, PayID": {
    who: CUSTOMER,
    at: "/dashboard/deposit-money",
    field: "Amount",
    wrong: "0.01",
    right: "100",
    press: (form) => form.locator("label", { hasText: "PayID" }),
  },
  withdraw: {
    who: CUSTOMER,
    at: "/dashboard/withdraw-money",
    field: "Amount",
    wrong: "99999999",
    right: "100",
    press: button("Review withdrawal"),
  },
  "exchange, what one gets": {
    who: CUSTOMER,
    at: "/dashboard/currency-exchange",
    field: "You pay",
    wrong: "",
    right: "0.01",
    press: (form) => form.getByLabel("You get", { exact: true }),
  },
  "home page, what one gets": {
    at: "/",
    field: "You pay",
    wrong: "",
    right: "0.01",
    press: (form) => form.getByLabel("You get", { exact: true }),
  },
  "card payment": {
    who: CUSTOMER,
    at: "/dashboard/deposit-money/card",
    field: "You pay by card",
    wrong: "0.01",
    right: "100",
    press: (form) => form.getByLabel("You get", { exact: true }),
  },
  tokens: {
    who: CUSTOMER,
    at: "/dashboard/api-tokens",
    field: "Name",
    wrong: "",
    right: "Bot",
    press: (form) => form.getByRole("checkbox", { name: "Trade" }),
  },
};

/** Presses near one edge of what is pressed, where a shift of a few pixels is already a miss. @returns clicks that arrived */
async function press(target: Locator, edge: "top" | "bottom"): Promise<number> {
  await target.scrollIntoViewIfNeeded();
  const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 };
  await target.evaluate((element) => {
    Reflect.set(window, "arrived", 0);
    const count = (): void => void Reflect.set(window, "arrived", Number(Reflect.get(window, "arrived")) + 1);
    element.addEventListener("click", count, { once: true });
  });
  await target.click({ ...PRESS, position: { x: width / 2, y: edge === "top" ? 3 : height - 3 } });
  return target.page().evaluate(() => Number(Reflect.get(window, "arrived")));
}

/** Another journey may have left this applicant's form at a later step. */
async function toFirstStep(page: Page): Promise<void> {
  const step = page.getByText(/^Step \d of 5$/);
  for (let at = Number(/\d/.exec(await step.innerText())?.[0]); at > 1; at -= 1) {
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(step).toHaveText(`Step ${at - 1} of 5`);
  }
}

/** Shows the message and presses, takes it away and presses again. */
async function pressAround(
  page: Page,
  { form: find, field, wrong, right, press: pressed }: Case,
): Promise<void> {
  const form = find?.(page) ?? page.locator("form").first();
  const input = form.getByLabel(field, { exact: true });
  const target = pressed(form);
  await input.click();
  await input.pressSequentially("1");
  await input.fill(wrong);
  expect(await press(target, "top")).toBe(1);
  await expect(input).toHaveAttribute("aria-invalid", "true");

  await input.click();
  await input.fill(right);
  expect(await press(target, "bottom")).toBe(1);
  await expect(input.and(page.locator("[aria-invalid]"))).toHaveCount(0);
}

/** Those of one page are tried one after the other, without loading it again. */
const PAGES = Map.groupBy(Object.entries(CASES), ([, { at }]) => at);

for (const [at, cases] of PAGES) {
  test(`no press is lost to a message that comes or goes at ${at}`, async ({ page }) => {
    const who = cases[0]?.[1].who;
    if (who !== undefined) await signInByRequest(page, who);
    await page.goto(at);
    await settle(page);
    if (at === "/dashboard/bank-account") await page.getByRole("button", { name: /^Add/ }).first().click();
    if (at === "/user-information") await toFirstStep(page);
    for (const [title, each] of cases) {
      await test.step(title, async () => {
        const opener = page.getByRole("button", { name: each.opens ?? "", exact: true });
        if (each.opens !== undefined && (await opener.count()) > 0) await opener.click();
        await pressAround(page, each);
      });
    }
  });
}
