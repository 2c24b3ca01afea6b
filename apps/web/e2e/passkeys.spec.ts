import { expect, test, type CDPSession, type Page } from "@playwright/test";
import { fillSignIn, signIn } from "../bench/sign-in.ts";
import { startNamedHost, type NamedHost } from "./own-host.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";

const EMAIL = "customer@demo.test";
let host: NamedHost;

// oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that a hook takes from its first parameter.
test.beforeAll(async ({}, info) => {
  host = await startNamedHost(info, { STAFF_SECOND_FACTOR: "required" });
});
test.afterAll(() => host.stop());

/** An authenticator like a phone's own. Its owner says yes whenever it asks. */
class Phone {
  readonly #cdp: CDPSession;
  readonly #id: string;
  private constructor(cdp: CDPSession, id: string) {
    this.#cdp = cdp;
    this.#id = id;
  }
  static async of(page: Page): Promise<Phone> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable", { enableUI: false });
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Phone(cdp, authenticatorId);
  }
  /** Whether the fingerprint is the owner's. */
  async isOwners(isUserVerified: boolean): Promise<void> {
    await this.#cdp.send("WebAuthn.setUserVerified", { authenticatorId: this.#id, isUserVerified });
  }
}

/** Passkeys in the email field are the browser's own to show; without them only the button asks. */
async function onlyByButton(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

async function openPasskeys(page: Page): Promise<void> {
  await page.goto(`${host.origin}/dashboard/security`);
  await page.getByRole("button", { name: /^(?:Add|Change) Passkeys$/ }).click();
}

test("a passkey is created, logs in, confirms, gets a name and is removed", async ({ page }) => {
  await onlyByButton(page);
  const phone = await Phone.of(page);
  await signIn(page, EMAIL, { origin: host.origin });
  await openPasskeys(page);
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(page.getByText("Passkey created")).toBeVisible();
  const codes = page.getByRole("dialog", { name: "If you lose your passkey" });
  await codes.getByRole("checkbox", { name: "I have a copy of these codes" }).check();
  await codes.getByRole("button", { name: "I’ve saved them" }).click();
  const list = page.getByRole("list", { name: "Passkeys" });
  await expect(list.getByRole("listitem")).toHaveText(/^Chrome on .+Created .+Not used yet/);
  await list.getByRole("button", { name: /^Rename/ }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("My phone");
  await page.keyboard.press("Enter");
  await expect(list.getByText("My phone", { exact: true }).first()).toBeVisible();

  // Another time: neither email nor password.
  await page.context().clearCookies();
  await page.goto(`${host.origin}/login`);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  // The password logs in by itself only if its owner says so, and then confirms nothing.
  await openPasskeys(page);
  await page.getByRole("checkbox", { name: /password log in without a passkey/ }).check();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.context().clearCookies();
  await signIn(page, EMAIL, { origin: host.origin });
  await openPasskeys(page);
  await list.getByRole("button", { name: "Remove My phone" }).click();
  const sure = page.getByRole("dialog", { name: "Remove My phone?" });
  await sure.getByRole("button", { name: "Remove passkey" }).click();
  const asked = page.getByRole("dialog", { name: "Confirm it’s you" });
  await expect(asked.getByText("Enter your password to remove this passkey.")).toBeVisible();
  await phone.isOwners(false);
  await asked.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("That passkey didn't work. Try again or use your password.")).toBeVisible();
  await phone.isOwners(true);
  await asked.getByRole("button", { name: "Use a passkey" }).click();
  await expect(asked).toBeHidden();
  await expect(list).toBeHidden();

  // The phone still has it; the account does not.
  await page.context().clearCookies();
  await page.goto(`${host.origin}/login`);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(page.getByText("User login: That passkey didn't work. Try again.")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test("staff who must have a second factor set one up, and the password alone opens nothing", async ({
  page,
}) => {
  await onlyByButton(page);
  await Phone.of(page);
  const staff = { origin: host.origin, to: /\/teamaccess\/secure$/ };
  await signIn(page, "support@demo.test", staff);
  await expect(page.getByRole("heading", { name: "Secure your account" })).toBeVisible();
  await page.goto(`${host.origin}/teamaccess`);
  await page.waitForURL(staff.to);
  await expect(page.getByRole("button", { name: "Set up two-step login" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Create a passkey" }).click();
  const codes = page.getByRole("dialog", { name: "If you lose your passkey" });
  await codes.getByRole("checkbox", { name: "I have a copy of these codes" }).check();
  await codes.getByRole("button", { name: "I’ve saved them" }).click();
  const goOn = page.getByRole("link", { name: "Go to the back office" });
  await goOn.click();
  const desk = page.getByRole("heading", { level: 1, name: "Today" });
  await expect(desk).toBeVisible();

  // A page of the desk that is open would leave for the login by itself.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${host.origin}/login`);
  await fillSignIn(page, "support@demo.test");
  await expect(page.getByRole("heading", { name: "Use your passkey" })).toBeVisible();
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(desk).toBeVisible();
  await page.getByRole("button", { name: "Screens" }).click();
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("link", { name: "Login settings" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" }).getByRole("listitem")).toHaveCount(1);
});
