import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SignInPage } from "../accounts/sign-in-page.tsx";
import { setSession } from "../session/session-store.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { userOf } from "../testing/users.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { Passkeys } from "./passkeys.tsx";

const browser = vi.hoisted(() => ({
  startAuthentication: vi.fn<(asked: { readonly useBrowserAutofill: boolean }) => Promise<object>>(),
  startRegistration: vi.fn<() => Promise<object>>(),
}));
vi.mock("@simplewebauthn/browser", () => browser);

const ANSWER = { id: "a", rawId: "a", type: "public-key", response: {} };
const PHONE = {
  id: "p1",
  name: "Phone",
  created_at: "2026-11-22T00:00:00.000Z",
  last_used_at: null,
};
const STATUS = {
  totp_since: null,
  recovery_codes_left: 10,
  passkeys: 1,
  password_alone: false,
  needed_first: false,
};
const NOT_WORKING = "That passkey didn't work. Try again or use your password.";

/** A browser that has passkeys, and says whether it shows them in the email field. */
function supportPasskeys(inField: boolean): void {
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(() => undefined, { isConditionalMediationAvailable: () => Promise.resolve(inField) }),
  );
}

beforeEach(() => {
  browser.startAuthentication.mockReset();
  browser.startRegistration.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
});

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole("button", { name }));

describe("logging in with a passkey", () => {
  const server = () =>
    standInApi({
      "sessions.passkeyOptions": () => ({ challenge: "c" }),
      "sessions.passkeyLogin": () => userOf("AU"),
    });

  test("is not offered by a browser that has none, and asks the server nothing", async () => {
    const api = server();
    await renderScreen(<SignInPage />, "/login");
    expect(screen.queryByRole("button", { name: "Log in with a passkey" })).toBeNull();
    expect(api.inputs("sessions.passkeyOptions")).toEqual([]);
    expect(browser.startAuthentication).not.toHaveBeenCalled();
  });

  test("by the button signs in and leads on", async () => {
    supportPasskeys(false);
    const api = server();
    browser.startAuthentication.mockResolvedValue(ANSWER);
    const { address } = await renderScreen(<SignInPage />, "/login");
    await press("Log in with a passkey");
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(api.inputs("sessions.passkeyLogin")).toEqual([{ ...ANSWER, remember: true }]);
  });

  test("by choosing one in the email field signs in as well", async () => {
    supportPasskeys(true);
    server();
    browser.startAuthentication.mockResolvedValue(ANSWER);
    const { address } = await renderScreen(<SignInPage />, "/login");
    expect(screen.getByLabelText("Email").getAttribute("autocomplete")).toBe("username webauthn");
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(browser.startAuthentication.mock.calls[0]?.[0].useBrowserAutofill).toBe(true);
  });

  test("says so where none was chosen, and keeps what was typed", async () => {
    supportPasskeys(false);
    server();
    browser.startAuthentication.mockRejectedValue(new Error("none"));
    await renderScreen(<SignInPage />, "/login");
    await userEvent.type(screen.getByLabelText("Email"), "mary@mail.example");
    await press("Log in with a passkey");
    expect((await screen.findByRole("alert")).textContent).toContain(NOT_WORKING);
    expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe("mary@mail.example");
  });
});

describe("an account with a passkey and no authenticator app", () => {
  test("is asked for the passkey once the password was right, or for a recovery code", async () => {
    supportPasskeys(false);
    const api = standInApi({
      "sessions.login": (input) => {
        if ((input as { second_factor?: object }).second_factor === undefined) {
          throw new Refusal("second_factor_required", { second_factor: [OWN_MESSAGES.passkeyOrRecovery] });
        }
        return userOf("AU");
      },
    });
    const { address } = await renderScreen(<SignInPage />, "/login");
    await userEvent.type(screen.getByLabelText("Email"), "customer@demo.test");
    await userEvent.type(screen.getByLabelText("Password"), "Wattle-Demo1");
    await press("Log in");
    expect(await screen.findByRole("heading", { name: "Use your passkey" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Log in with a passkey" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Use your authenticator app" })).toBeNull();
    await userEvent.type(screen.getByLabelText("Recovery code"), "ABCD{Enter}");
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(api.inputs("sessions.login").at(-1)).toMatchObject({
      second_factor: { kind: "recovery", code: "ABCD" },
    });
  });
});

describe("the account's passkeys", () => {
  test("one is created, called as the device is", async () => {
    supportPasskeys(false);
    const has: object[] = [];
    const api = standInApi({
      "passkeys.list": () => has,
      "passkeys.registerOptions": () => ({ challenge: "c" }),
      "passkeys.register": () => {
        has.push(PHONE);
        return { ...PHONE, recovery_codes: ["AAAA-BBBB-CCCC-DDDD"] };
      },
      "secondFactor.status": () => STATUS,
      "passkeys.allowPassword": () => undefined,
    });
    browser.startRegistration.mockResolvedValue(ANSWER);
    setSession(userOf("AU"));
    await renderScreen(<Passkeys />);
    await userEvent.click(await screen.findByRole("button", { name: "Create a passkey" }));
    expect(await screen.findByText("Phone", { selector: "p" })).toBeDefined();
    expect(api.inputs("passkeys.register")).toEqual([{ ...ANSWER, name: expect.any(String) }]);
    // The codes that log in without it are shown this once.
    const dialog = await screen.findByRole("dialog", { name: "If you lose your passkey" });
    expect(within(dialog).getByText("AAAA-BBBB-CCCC-DDDD")).toBeDefined();
    await userEvent.click(within(dialog).getByRole("checkbox"));
    await userEvent.click(within(dialog).getByRole("button", { name: "I’ve saved them" }));
    await userEvent.click(screen.getByRole("checkbox", { name: /password log in without a passkey/ }));
    expect(api.inputs("passkeys.allowPassword")).toEqual([{ allowed: true }]);
  });

  test("a device that has one already says so", async () => {
    supportPasskeys(false);
    standInApi({ "passkeys.list": () => [], "passkeys.registerOptions": () => ({ challenge: "c" }) });
    browser.startRegistration.mockRejectedValue(
      Object.assign(new Error("there"), { code: "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED" }),
    );
    await renderScreen(<Passkeys />);
    await userEvent.click(await screen.findByRole("button", { name: "Create a passkey" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("This device already has a passkey for your account.");
  });

  test("one is removed only after a question", async () => {
    const api = standInApi({ "passkeys.list": () => [PHONE], "passkeys.remove": () => undefined });
    await renderScreen(<Passkeys />);
    await userEvent.click(await screen.findByRole("button", { name: /^Remove\s*Phone$/ }));
    const asked = await screen.findByRole("dialog", { name: "Remove Phone?" });
    expect(api.inputs("passkeys.remove")).toEqual([]);
    await userEvent.click(within(asked).getByRole("button", { name: "Remove passkey" }));
    await waitFor(() => expect(api.inputs("passkeys.remove")).toEqual([{ id: "p1" }]));
  });

  test("a refused name is said at its field", async () => {
    standInApi({
      "passkeys.list": () => [PHONE],
      "passkeys.rename": () => {
        throw new Refusal("validation_failed", { name: ["Name is not valid."] });
      },
    });
    await renderScreen(<Passkeys />);
    await userEvent.click(await screen.findByRole("button", { name: /^Rename\s*Phone$/ }));
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
    await userEvent.type(screen.getByLabelText("Name"), "!{Enter}");
    expect(await screen.findByText("Name is not valid.", { selector: "form *" })).toBeDefined();
  });

  test("a browser that has none says so", async () => {
    standInApi({ "passkeys.list": () => [] });
    await renderScreen(<Passkeys />);
    expect(await screen.findByText("This browser can’t create passkeys. Try another device.")).toBeDefined();
  });
});
