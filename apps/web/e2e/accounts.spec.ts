import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { anywhereElse, signIn } from "../bench/sign-in.ts";
import { mailedLink } from "./mails.ts";
import { settle } from "./page-state.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PASSWORD = "Correct-Horse7";
/** A photo, as small as one gets. */
const PHOTO = {
  name: "passport.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
};

let made = 0;
const freshEmail = (): string => `browser-${process.pid}-${Date.now()}-${(made += 1)}@mail.example`;

/** Runs a command of the desk on the installation under test. */
function ops(page: Page, ...words: string[]): string {
  const { port } = new URL(page.url());
  const settings = JSON.parse(readFileSync(path.join(tmpdir(), `wattle-e2e-${port}.json`), "utf8")) as Record<
    string,
    string
  >;
  const result = spawnSync(process.execPath, ["apps/api/dist/cli.js", ...words], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    encoding: "utf8",
  });
  expect(result.stderr).toBe("");
  expect(result.status).toBe(0);
  return result.stdout;
}

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Mary");
  await page.getByLabel("Last name").fill("Browser");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password confirmation").fill(PASSWORD);
  await page.getByLabel("I accept the Terms of Service").check();
}

async function register(page: Page, address = "/register"): Promise<string> {
  const email = freshEmail();
  await page.goto(address);
  await fillRegistration(page, email);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL("**/email-not-verify");
  return email;
}

/** The second step of the identity form. */
async function fillPlans(page: Page): Promise<void> {
  await expect(page.getByText("Step 2 of 5")).toBeVisible();
  for (const answer of ["Employed", "Investing", "Salary or wages", "1,000 to 5,000", "No"])
    await page.getByRole("radio", { name: answer, exact: true }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Step 3 of 5")).toBeVisible();
}

/** The first three steps of the identity form; the third is left open. */
async function fillWhoAndWhere(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Verify your identity" })).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Mary");
  await page.getByLabel("Date of birth").fill("1990-02-28");
  await page.getByRole("button", { name: "Continue" }).click();
  await fillPlans(page);
  await page.getByLabel("Street address").fill("1 Example Street");
  await page.getByLabel("City").fill("Sampleton");
  await page.getByLabel("State").fill("NSW");
  await page.getByLabel("Postcode").fill("2000");
  await page.getByLabel("Postcode").blur();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
}

async function addPhotos(page: Page): Promise<void> {
  await page.locator('input[name="front"]').setInputFiles(PHOTO);
  await page.locator('input[name="selfie"]').setInputFiles({ ...PHOTO, name: "me.png" });
  await expect(page.getByText("passport.png")).toBeVisible();
  await expect(page.getByText("me.png")).toBeVisible();
}

async function sendDetails(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit details" }).click();
  await expect(page.getByRole("heading", { name: "We’re checking your details" })).toBeVisible();
}

test("@both from a stranger to a first trade: register, mail, identity, desk, exchange", async ({ page }) => {
  test.slow();
  const email = await register(page);
  await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();

  await page.goto(await mailedLink(page, email, "Confirm your email"));
  await expect(page.getByText("Email confirmed")).toBeVisible();
  await fillWhoAndWhere(page);

  // Typed text outlives the page.
  await page.reload();
  await expect(page.getByText("Step 4 of 5")).toBeVisible();
  await page.getByLabel("Document type").selectOption("passport");
  await page.getByLabel("Document number").fill("PA1234567");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Photo of the front is a required field")).toBeVisible();
  await addPhotos(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("1 Example Street")).toBeVisible();
  await sendDetails(page);

  expect(ops(page, "customers", "list", "--status", "pending")).toContain(email);
  ops(page, "customers", "verify", email, "--as", "operator@demo.test");
  const note = ["--internal-note", "Welcome", "--as", "finance@demo.test", "--yes", "--json"];
  const asked = JSON.parse(ops(page, "ledger", "adjust", email, "credit", "2500", "AUD", ...note)) as {
    approval: { id: string };
  };
  ops(page, "approvals", "approve", asked.approval.id, "--as", "finance2@demo.test", "--yes");

  await page.goto("/dashboard");
  await page.waitForURL("**/dashboard/personal-information");
  await expect(page.getByRole("heading", { name: "Personal information" })).toBeVisible();
  await expect(page.getByText("Mary Browser").first()).toBeVisible();

  await page.goto("/dashboard/currency-exchange");
  await page.getByLabel("Currency you pay").selectOption("AUD");
  await page.getByLabel("You pay", { exact: true }).fill("1000");
  await expect(page.getByLabel("You get", { exact: true })).toHaveValue(/^0\.\d{8}$/);
  await page.getByRole("button", { name: "Exchange Now!" }).click();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(page.getByText(/1,000\.00 AUD to 0\.\d{8} BTC/)).toBeVisible();
  await page.goto("/dashboard/transactions-history");
  await expect(page.getByRole("cell", { name: "Adjustment" })).toBeVisible();
});

test("details that are rejected say why, are corrected and sent again; what is seen is what arrives", async ({
  page,
}) => {
  test.slow();
  const email = await register(page);
  await page.goto(await mailedLink(page, email, "Confirm your email"));
  await fillWhoAndWhere(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Document type").selectOption("passport");
  await page.getByLabel("Document number").fill("PA1234567");
  await addPhotos(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await sendDetails(page);

  ops(
    page,
    "customers",
    "reject",
    email,
    "--message",
    "The postcode is another town's",
    "--as",
    "operator@demo.test",
  );
  // The page asks by itself, and the form is open again at the answer that is wrong.
  await expect(page.getByRole("heading", { name: "Your details need another look" })).toBeVisible();
  await expect(page.getByText("The postcode is another town's")).toBeVisible();

  // The line is gone while the answer is corrected: it is not lost, and the old one is not sent.
  await page.route("**/trpc/identity.save*", (route) => route.abort());
  await page.getByLabel("Postcode").fill("2999");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("No connection");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Submit details" }).click();
  await expect(page.getByRole("heading", { name: "Review your details" })).toBeVisible();
  await page.unroute("**/trpc/identity.save*");
  await sendDetails(page);
  const shown = ops(page, "customers", "get", email);
  expect(shown).toContain("2999");
  expect(shown).toContain("pending");

  // A photo that is sent back has to be replaced; only one that was chosen here is shown.
  const why = "A part of the document is cut off. Show all four corners.";
  ops(page, "customers", "reject", email, "--message", why, "--as", "operator@demo.test");
  await page.reload();
  await expect(page.getByText("Step 4 of 5")).toBeVisible();
  await expect(page.getByText(why)).toBeVisible();
  await expect(page.getByRole("img", { name: "passport.png" })).toHaveCount(0);
  await expect(page.getByText("Replace this photo")).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  await page.locator('input[name="front"]').setInputFiles({ ...PHOTO, name: "whole.png" });
  await page.getByRole("button", { name: "Continue" }).click();
  const preview = page.getByRole("img", { name: "whole.png" });
  await expect
    .poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await sendDetails(page);
});

test("registering tells each field what it lacks, on leaving it and on sending", async ({ page }) => {
  await page.goto("/register");
  await page.getByLabel("First name").fill("Zoë");
  await expect(page.getByText("Only English letters")).toHaveCount(0);
  await page.getByLabel("Last name").focus();
  await expect(page.getByText("Only English letters")).toBeVisible();
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Email is a required field")).toBeVisible();
  await expect(page.getByText("Password is a required field")).toBeVisible();
  await expect(page.getByText("Terms of Service is a required field")).toBeVisible();
  await expect(page.getByLabel("First name")).toBeFocused();

  await fillRegistration(page, "customer@demo.test");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/already has an account/);
});

test("the captcha appears half a second after the form, and solves itself", async ({ page }) => {
  const challenge = page.waitForRequest("**/api/captcha/challenge");
  await page.goto("/register");
  await page.getByLabel("First name").focus();
  await expect(page.locator("altcha-widget")).toBeVisible();
  expect(await (await challenge).headerValue("x-requested-with")).toBe("XMLHttpRequest");
  await expect(page.locator("altcha-widget [data-state=verified]")).toBeVisible({ timeout: 20_000 });
});

test("passwords can be shown and hidden", async ({ page }) => {
  await page.goto("/register");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill(PASSWORD);
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).first().click();
  await expect(password).toHaveAttribute("type", "text");
});

test("a partner's link says that it is known, another that it is not", async ({ page }) => {
  await page.goto("/register/demo-partner");
  await page.getByLabel("First name").focus();
  await expect(
    page.getByText(/^\S+ invited you and will see your name, email and transactions\.$/),
  ).toBeVisible();
  await page.goto("/register/unknown");
  await page.getByLabel("First name").focus();
  await expect(page.getByText("We don’t know this invitation, but you can still sign up.")).toBeVisible();
  await register(page, "/register/unknown");
});

test("a forgotten password is replaced by the mailed link", async ({ page }) => {
  const email = await register(page);
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The page before has a field of this name, too.
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("Check your inbox.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveCount(0);
  await page.getByRole("button", { name: "Send a new link" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);

  await page.goto(await mailedLink(page, email, "Reset your password"));
  await expect(page.getByLabel("Email")).toHaveValue(email);
  // The link's token is out of the address bar and the history, and works all the same.
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await page.getByLabel("Password", { exact: true }).fill("Another-Horse8");
  await page.getByLabel("Password confirmation").fill("Another-Horse9");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await page.getByLabel("Password confirmation").fill("Another-Horse8");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.waitForURL("**/login");
  await expect(page.getByText("Your password was changed")).toBeVisible();
  await signIn(page, email, { password: "Another-Horse8", to: anywhereElse });
  await page.waitForURL("**/user-information");
});

test("the pages for guests lead someone signed in on", async ({ page }) => {
  await page.goto("/login");
  await signIn(page, "customer@demo.test", { password: "Wattle-Demo1", to: anywhereElse });
  await page.waitForURL("**/dashboard/**");
  for (const guests of ["/login", "/register", "/register/demo-partner"]) {
    await page.goto(guests);
    await page.waitForURL("**/dashboard/personal-information");
  }
  await page.goto("/support");
  await page.evaluate(() =>
    localStorage.setItem("pageExchange", JSON.stringify({ amount: "150.00", from: "AUD", to: "BTC" })),
  );
  await page.goto("/login");
  await page.waitForURL("**/dashboard/currency-exchange");
  await expect(page.getByLabel("You pay", { exact: true })).toHaveValue("150.00");
  await expect(page.getByText("a fast and trusted exchange service")).toBeVisible();
  expect(await page.locator('meta[name="description"]').getAttribute("content")).toContain(
    "a fast and trusted exchange service",
  );
});

test("a mailed link opens the form at once, as it was prerendered", async ({ page }) => {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  // The page before its code runs, and everything it ever shows afterwards.
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      const text = document.querySelector("main")?.textContent ?? "";
      if (text !== "" && text !== shown.at(-1)) shown.push(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto("/reset-password?token=abc&email=mary%40mail.example");
  await settle(page);
  await expect(page.getByLabel("Email")).toHaveValue("mary@mail.example");
  const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((text) => text.includes("Ask for a new one"))).toEqual([]);
  expect(await (await page.request.get("/reset-password")).text()).toContain("Password confirmation");
  expect(errors).toEqual([]);
});

test("a useless link leads to a new one", async ({ page }) => {
  await page.goto("/reset-password");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
  await page.getByRole("link", { name: "Get a new link" }).click();
  await page.waitForURL("**/forgot-password");
});

test("the confirming mail is sent again, with the wait shown", async ({ page }) => {
  await register(page);
  await page.getByRole("button", { name: "Send a new link" }).click();
  await expect(page.getByText("We sent you a new link")).toBeVisible();
  await expect(page.getByText(/You can send another in \d+ seconds/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a new link" })).toBeDisabled();
});

test("following the link in another tab moves the waiting page on", async ({ page, context }) => {
  const email = await register(page);
  const other = await context.newPage();
  await other.goto(await mailedLink(page, email, "Confirm your email"));
  await page.waitForURL("**/user-information", { timeout: 15_000 });
});

test.describe("guards, in the contract's order", () => {
  const GUARDED = ["/email-not-verify", "/user-information", "/access-denied"];

  for (const address of GUARDED) {
    test(`a guest at ${address} signs in first, and comes back`, async ({ page }) => {
      await page.goto(address);
      await page.waitForURL((url) => url.pathname === "/login" && url.searchParams.get("next") === address);
      await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
    });
  }

  test("a guest on the dashboard leaves by a full page load to the team's sign-in page", async ({ page }) => {
    await page.goto("/dashboard/personal-information");
    await page.waitForURL("**/teamaccess/login");
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  });

  for (const [email, destination] of [
    ["blocked@demo.test", "/access-denied"],
    ["new@demo.test", "/email-not-verify"],
    ["unverified@demo.test", "/user-information"],
    ["customer@demo.test", "/dashboard/personal-information"],
  ] as const) {
    test(`${email} belongs at ${destination}, wherever it goes`, async ({ page }) => {
      await signIn(page, email, { to: anywhereElse });
      for (const address of [...GUARDED, "/dashboard", "/dashboard/personal-information"]) {
        await page.goto(address);
        await page.waitForURL(`**${destination}`);
      }
    });
  }

  test("a session that is lost on the way signs out at the next call", async ({ page }) => {
    await signIn(page, "customer@demo.test");
    await page.waitForURL("**/dashboard/personal-information");
    await page.getByRole("button", { name: /^(Add|Change) Phone$/ }).click();
    await page.context().clearCookies();
    // The page's own reads may meet the loss before the press does.
    const left = page.waitForURL("**/teamaccess/login");
    const pressed = page.getByRole("button", { name: "Save" }).click();
    await Promise.race([left, pressed.catch(() => undefined)]);
    await left;
  });

  test("only partners see the partners board and their link", async ({ page }) => {
    await signIn(page, "partner@demo.test");
    await page.waitForURL("**/dashboard/personal-information");
    await expect(page.getByText(/\/register\/demo-partner$/)).toBeVisible();
    // Not a page that leads someone signed in on: that would cut the way to the sign-in short.
    await page.goto("/support");
    await page.context().clearCookies();
    await signIn(page, "customer@demo.test");
    await page.waitForURL("**/dashboard/personal-information");
    await expect(page.getByRole("button", { name: /^(Add|Change) Phone$/ })).toBeVisible();
    await expect(page.getByText("Partner link")).toHaveCount(0);
  });
});

test.describe("one's own account", () => {
  test("sessions elsewhere are signed out, and the password is changed", async ({ page, browser }) => {
    const email = await register(page);
    await page.goto(await mailedLink(page, email, "Confirm your email"));
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await signIn(other, email, { password: PASSWORD, to: anywhereElse });
    await page.reload();
    await page.getByText("Login settings", { exact: true }).click();
    await page.getByText("Recent logins", { exact: true }).click();
    const logins = page.getByRole("list", { name: "Recent logins" });
    await expect(logins.getByRole("listitem")).toHaveCount(2);
    await expect(logins.getByText("Logged in")).toHaveCount(2);
    await page.getByText("Devices", { exact: true }).click();
    await page.getByRole("button", { name: "Log out all other devices" }).click();
    await expect(page.getByText("One other device was logged out")).toBeVisible();
    await other.goto("/user-information");
    await other.waitForURL(/\/login/);
    await elsewhere.close();

    await page.locator("summary", { hasText: "Password" }).click();
    await page.getByLabel("Current password").fill("Wrong-Horse1");
    await page.getByLabel("New password").fill("Another-Horse8");
    await page.getByLabel("Password confirmation").fill("Another-Horse8");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByLabel("Current password")).toHaveAccessibleDescription(
      "Current password is wrong",
    );
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText(/Your password was changed/)).toBeVisible();
  });

  test("an upload that is no picture is refused at its field", async ({ page }) => {
    await signIn(page, "unverified@demo.test", { to: anywhereElse });
    await page.waitForURL("**/user-information");
    await page.getByLabel("Date of birth").fill("1990-01-01");
    await page.getByRole("button", { name: "Continue" }).click();
    await fillPlans(page);
    for (const [label, value] of [
      ["Street address", "1 Example Street"],
      ["City", "Sampleton"],
      ["State", "NSW"],
      ["Postcode", "2000"],
    ] as const) {
      await page.getByLabel(label).fill(value);
    }
    await page.getByRole("button", { name: "Continue" }).click();
    await page.locator('input[name="front"]').setInputFiles({
      name: "passport.png",
      mimeType: "image/png",
      buffer: Buffer.from("<html>not a picture</html>"),
    });
    await expect(page.getByText("Choose a JPEG, PNG or PDF file")).toBeVisible();

    // By the keyboard, and replaced by one that is dropped on the field.
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose Photo of your ID" }).press("Enter");
    await (await chooser).setFiles(PHOTO);
    const replace = page.getByRole("button", { name: "Replace Photo of your ID" });
    await expect(replace).toBeVisible();
    await expect(page.getByText("Choose a JPEG, PNG or PDF file")).toHaveCount(0);
    const dropped = await page.evaluateHandle(
      ({ bytes, type }) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(bytes)], "dropped.png", { type }));
        return transfer;
      },
      { bytes: [...PHOTO.buffer], type: PHOTO.mimeType },
    );
    await replace.dispatchEvent("drop", { dataTransfer: dropped });
    await expect(page.getByText("dropped.png")).toBeVisible();
    await page.getByRole("button", { name: "Remove Photo of your ID" }).click();
    await expect(page.getByText("dropped.png")).toHaveCount(0);
  });

  test("a date of birth is typed the day first, and kept as a date", async ({ page }) => {
    const email = await register(page);
    await page.goto(await mailedLink(page, email, "Confirm your email"));
    await page.getByLabel("Date of birth").fill("28/2/1990");
    await page.getByLabel("Date of birth").blur();
    await expect(page.getByLabel("Date of birth")).toHaveValue("28/02/1990");
    await expect(page.getByText("Saved")).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(page.getByLabel("Date of birth")).toHaveValue("28/02/1990");
  });

  test("a phone number is kept as the world dials it", async ({ page }) => {
    await signIn(page, "nigeria@demo.test");
    await page.waitForURL("**/dashboard/personal-information");
    await page.getByRole("button", { name: /^(Add|Change) Phone$/ }).click();
    await page.getByLabel("Phone").fill("0803 123 4567");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Phone")).toHaveValue("+2348031234567");
    await page.getByLabel("Phone").fill("12");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Phone")).toHaveAccessibleDescription(/Phone is not valid/);
  });
});

test("after three failures signing in asks for a captcha, which solves itself", async ({ page }) => {
  const email = await register(page);
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  const logIn = page.getByRole("button", { name: "Log in" });
  for (let failure = 1; failure <= 3; failure += 1) {
    await page.getByLabel("Password", { exact: true }).fill(`Wrong-Horse${failure}`);
    const answered = page.waitForResponse((response) => response.url().includes("sessions.login"));
    await logIn.click();
    await answered;
  }
  await expect(page.locator("altcha-widget")).toHaveCount(0);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const checked = page.waitForResponse((response) => response.url().includes("captcha"));
  await logIn.click();
  await checked;
  await page.waitForURL("**/email-not-verify", { timeout: 30_000 });
});

test("the mailbox of the demo shows what was mailed", async ({ page }) => {
  const email = await register(page);
  await page.goto("/dev/mail");
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(
    page.frameLocator("iframe").getByRole("heading", { name: "Confirm your email" }),
  ).toBeVisible();
});
