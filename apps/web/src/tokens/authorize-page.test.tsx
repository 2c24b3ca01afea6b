import type { AskedOfCustomer } from "@wattle/contracts/apps";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfirmationHost } from "../confirmation/confirmation-host.tsx";
import { leave } from "../session/session-lost.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { later, Refusal, standInApi, type Answerer } from "../testing/stand-in-api.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { AuthorizePage } from "./authorize-page.tsx";

const BACK = "https://tax.example/back?";
const QUESTION: AskedOfCustomer = {
  kind: "asked",
  app: { name: "Taxly", made_by: "Dana Developer", created_at: "2026-11-20T00:00:00.000Z" },
  scopes: ["read", "trade"],
  addresses: [],
  host: "tax.example",
  decline: `${BACK}error=access_denied`,
  hindrance: null,
};
const TO = `${BACK}code=wac_1`;

const gone = vi.spyOn(leave, "to");
beforeEach(() => {
  gone.mockReset().mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
});

const ASKED = "?app=a&redirect=https%3A%2F%2Ftax.example%2Fback&scope=read%20trade&state=1e5";

/** The page after an app has sent its customer there, with what the server answers. */
async function open(ask: Answerer, more: Readonly<Record<string, Answerer>> = {}) {
  const api = standInApi({ "apps.ask": ask, "apps.allow": () => ({ to: TO }), ...more });
  await renderScreen(
    <>
      <AuthorizePage asked={ASKED} />
      <ConfirmationHost />
    </>,
  );
  return api;
}

const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole("button", { name }));

test("while the server judges, no one can allow anything", async () => {
  const answer = later();
  const api = await open(() => answer.promise);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Allow an app");
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
  answer.answer(QUESTION);
  expect(await screen.findByRole("heading", { level: 1, name: "Allow Taxly?" })).toBeDefined();
  expect(api.inputs("apps.ask")).toEqual([
    { app: "a", redirect: "https://tax.example/back", scopes: "read trade", state: "1e5" },
  ]);
});

test("a question that cannot be loaded is asked again", async () => {
  const api = await open(() => {
    throw new Refusal("service_unavailable");
  });
  expect(await screen.findByText(/couldn’t load the request/)).toBeDefined();
  api.answer("apps.ask", () => QUESTION);
  await press("Try again");
  expect(await screen.findByRole("heading", { name: "Allow Taxly?" })).toBeDefined();
});

test.each([
  ["an unknown app", () => ({ kind: "refused", why: "app" }), /don’t know the app/],
  ["an address of no app", () => ({ kind: "refused", why: "redirect" }), /didn’t register/],
  [
    "parts that are too long",
    () => {
      throw new Refusal("validation_failed", { app: ["Too long"] });
    },
    /don’t know the app/,
  ],
])("%s leads nowhere", async (_case, ask, text) => {
  await open(ask);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getByRole("heading", { level: 1, name: "We stopped this request" })).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
  expect(gone).not.toHaveBeenCalled();
});

test("a wrong request goes back to its app only by a press, after the host was read", async () => {
  const to = `${BACK}error=invalid_scope`;
  await open(() => ({ kind: "returned", to }));
  expect(await screen.findByText(/request isn’t valid/)).toBeDefined();
  expect(gone).not.toHaveBeenCalled();
  await press("Go back to tax.example");
  expect(gone.mock.calls).toEqual([[to]]);
});

test("allowing asks for the password first, and then goes back with the code", async () => {
  let confirmed = false;
  const api = await open(() => QUESTION, {
    "secondFactor.status": () => ({
      totp_since: null,
      recovery_codes_left: 0,
      passkeys: 0,
      needed_first: false,
    }),
    "apps.allow": () => {
      if (!confirmed) throw new Refusal("confirmation_required");
      return { to: TO };
    },
    "sessions.confirm": () => {
      confirmed = true;
      return { confirmed_until: "2026-11-22T00:05:00.000Z" };
    },
  });
  await userEvent.selectOptions(await screen.findByLabelText("Expires after"), "7 days");
  await press("Allow");
  expect(await screen.findByText("Enter your password to allow this app.")).toBeDefined();
  expect(gone).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText("Password"), "Wattle-Demo1{Enter}");
  await expect.poll(() => gone.mock.calls).toEqual([[TO]]);
  const allowed = { app: "a", scopes: "read trade", state: "1e5", expires_in_days: "7" };
  expect(api.inputs("apps.allow")).toMatchObject([allowed, allowed]);
});

test("declining tells the app, and allows nothing", async () => {
  const api = await open(() => QUESTION);
  await press("Decline");
  expect(gone.mock.calls).toEqual([[`${BACK}error=access_denied`]]);
  await userEvent.click(screen.getByRole("button", { name: "Allow" }));
  expect(api.inputs("apps.allow")).toEqual([]);
});

test("an app that withdraws says from where, and always expires", async () => {
  await open(() => ({ ...QUESTION, scopes: ["withdraw"], addresses: ["203.0.113.7", "198.51.100.0/24"] }));
  expect(await screen.findByText("203.0.113.7, 198.51.100.0/24")).toBeDefined();
  const [can, cannot] = screen.getAllByRole("list");
  expect(can?.textContent).toContain("Withdraw to your bank accounts");
  expect(cannot?.textContent).toContain("Exchange for you");
  const choices = within(screen.getByLabelText("Expires after")).getAllByRole("option");
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    "1 day",
    "7 days",
    "30 days",
    "90 days",
    "1 year",
  ]);
});

test("what is in the way is said, and nothing can be allowed", async () => {
  await open(() => ({ ...QUESTION, hindrance: "Revoke a token first." }));
  expect(await screen.findByText(/You can’t allow this now. Revoke a token first./)).toBeDefined();
  expect((screen.getByRole("button", { name: "Allow" }) as HTMLButtonElement).disabled).toBe(true);
});

test.each([
  ["expires_in_days", "Use at most 365"],
  ["scopes", "Revoke a token first."],
])("a refusal of %s is said at its place", async (field, text) => {
  await open(() => QUESTION, {
    "apps.allow": () => {
      throw new Refusal("validation_failed", { [field]: [text] });
    },
  });
  await press("Allow");
  if (field === "scopes") {
    expect(await screen.findByText(new RegExp(`can’t allow this now. ${text}`))).toBeDefined();
    expect((screen.getByRole("button", { name: "Allow" }) as HTMLButtonElement).disabled).toBe(true);
  } else {
    const choice = screen.getByLabelText("Expires after");
    const said = (): string =>
      (choice.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join("");
    await expect.poll(said).toContain(text);
    await userEvent.selectOptions(choice, "7 days");
    expect([said(), choice.getAttribute("aria-invalid")]).toEqual(["", null]);
  }
  expect(gone).not.toHaveBeenCalled();
});
