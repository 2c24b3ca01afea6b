import { fireEvent, screen, waitFor } from "@testing-library/react";
import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import { FIRST_MARKETS } from "@wattle/contracts/first-markets";
import { expect, test } from "vitest";
import { BrandProvider } from "../brand/brand.tsx";
import { readDraft, saveDraft } from "../money/draft.ts";
import { setSilently } from "../testing/set-silently.ts";
import { standInApi } from "../testing/stand-in-api.ts";
import { userOf } from "../testing/users.ts";
import { sessionStore } from "../session/session-store.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { RegisterPage } from "./register-page.tsx";
import { keepUtm } from "./utm.ts";

const FILLED = {
  "First name": "Mary",
  "Last name": "Browser",
  Email: "mary.browser@mail.example",
  Password: "Correct-Horse7",
  "Password confirmation": "Correct-Horse7",
};

test("an exchange begun on the home page is still kept after registering", async () => {
  const draft = { amount: "0.60000000", from: "BTC", to: "AUD" };
  saveDraft(draft);
  const api = standInApi({
    "captcha.settings": () => ({ provider: "none", site_key: null }),
    "accounts.register": () => userOf("AU"),
  });
  const { address } = await renderScreen(<RegisterPage />, "/register");
  for (const [label, value] of Object.entries(FILLED)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByLabelText(/I accept/));
  fireEvent.click(screen.getByRole("button", { name: "Sign up" }));
  await waitFor(() => expect(address()).toBe("/email-not-verify"));
  expect(api.inputs("accounts.register")).toHaveLength(1);
  expect(sessionStore.get()).not.toBeNull();
  expect(readDraft()).toEqual(draft);
});

test("a form that a program fills without any event is sent as it stands, its ticked box too", async () => {
  const api = standInApi({
    "captcha.settings": () => ({ provider: "none", site_key: null }),
    "accounts.register": () => userOf("AU"),
  });
  await renderScreen(<RegisterPage />, "/register");
  for (const [label, value] of Object.entries(FILLED)) {
    setSilently(screen.getByLabelText<HTMLInputElement>(label), value);
  }
  Reflect.set(HTMLInputElement.prototype, "checked", true, screen.getByLabelText(/I accept/));
  fireEvent.click(screen.getByRole("button", { name: "Sign up" }));
  await waitFor(() => expect(api.inputs("accounts.register")).toHaveLength(1));
  expect(api.inputs("accounts.register")[0]).toMatchObject({ email: FILLED.Email, terms: true });
});

test.each([
  ["ng", "NG", "NGN"],
  ["au", "AU", "AUD"],
  ["kp", "AU", "AUD"],
  ["letter", "AU", "AUD"],
])("the campaign flag %s presets %s and speaks of %s", async (flag, country, currency) => {
  keepUtm(`?utmstat=${flag}`);
  standInApi({
    "captcha.settings": () => ({ provider: "none", site_key: null }),
    "currencies.markets": () => FIRST_MARKETS,
  });
  await renderScreen(<RegisterPage />, "/register");
  const select = screen.getByLabelText<HTMLSelectElement>("Country");
  expect(select.value).toBe(country);
  expect(await screen.findByText(`Deposit ${currency}`)).toBeDefined();
  fireEvent.change(select, { target: { value: "NG" } });
  expect(screen.getByText("Withdraw NGN")).toBeDefined();
});

test("registering tells where the visitor came from, and whose link was followed", async () => {
  keepUtm("?utm_source=letter&utmstat=ng");
  const api = standInApi({
    "captcha.settings": () => ({ provider: "none", site_key: null }),
    "accounts.invitation": () => ({ known: true, partner: "Paula" }),
    "accounts.register": () => userOf("AU"),
  });
  await renderScreen(<RegisterPage hash="demo-partner" />, "/register/demo-partner");
  for (const [label, value] of Object.entries(FILLED)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByLabelText(/I accept/));
  fireEvent.click(screen.getByRole("button", { name: "Sign up" }));
  await waitFor(() => expect(api.inputs("accounts.register")).toHaveLength(1));
  expect(api.inputs("accounts.register")[0]).toMatchObject({
    hash: "demo-partner",
    country: "NG",
    utm: { utm_source: "letter", utmstat: "ng" },
  });
});

test.each([
  [
    "by a partner",
    { known: true, partner: "Paula" },
    "Paula invited you and will see your name, email and transactions.",
  ],
  [
    "by a link that is not known",
    { known: false, partner: null },
    "We don’t know this invitation, but you can still sign up.",
  ],
])("a visitor who is invited %s reads so before signing up", async (_how, invitation, text) => {
  standInApi({ "accounts.invitation": () => invitation });
  await renderScreen(<RegisterPage hash="some-hash" />, "/register/some-hash");
  expect(await screen.findByText(text)).toBeDefined();
});

test("an invitation that could not be asked for still says what a partner sees", async () => {
  standInApi({});
  await renderScreen(<RegisterPage hash="some-hash" />, "/register/some-hash");
  expect(
    await screen.findByText("A partner invited you and will see your name, email and transactions."),
  ).toBeDefined();
});

test("countries that the operator refuses cannot be chosen", async () => {
  standInApi({ "captcha.settings": () => ({ provider: "none", site_key: null }) });
  await renderScreen(
    <BrandProvider brand={{ ...DEFAULT_BRAND, refusedCountries: ["KP", "FR"] }}>
      <RegisterPage />
    </BrandProvider>,
    "/register",
  );
  const choices = [...screen.getByLabelText<HTMLSelectElement>("Country").options].map(({ value }) => value);
  expect(choices).toContain("DE");
  expect(choices).not.toContain("KP");
  expect(choices).not.toContain("FR");
});
