import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { readDraft, saveDraft } from "../exchange/draft.ts";
import { standInApi } from "../exchange/testing/stand-in-api.ts";
import { userOf } from "../exchange/testing/users.ts";
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

test("registering tells where the visitor came from, and whose link was followed", async () => {
  keepUtm("?utm_source=letter&utmstat=ng");
  const api = standInApi({
    "captcha.settings": () => ({ provider: "none", site_key: null }),
    "accounts.invitation": () => ({ known: true }),
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
    utm: { utm_source: "letter", utmstat: "ng" },
  });
});
