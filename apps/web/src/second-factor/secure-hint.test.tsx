import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { standInApi } from "../testing/stand-in-api.ts";
import { SecureHint } from "./secure-hint.tsx";

const NONE = { totp_since: null, recovery_codes_left: 0, passkeys: 0, needed_first: false };
const heading = () => screen.queryByRole("heading", { name: "Secure your account" });

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("who has no second factor is shown how to get one, and once dismissed never again", async () => {
  standInApi({ "secondFactor.status": () => NONE });
  const { unmount } = await renderScreen(<SecureHint />);
  await waitFor(() => expect(heading()).not.toBeNull());
  expect(screen.getByRole("link", { name: "Secure your account" }).getAttribute("href")).toBe(
    "/dashboard/security",
  );
  await userEvent.click(screen.getByRole("button", { name: "Not now" }));
  expect(heading()).toBeNull();
  unmount();
  const api = standInApi({ "secondFactor.status": () => NONE });
  await renderScreen(<SecureHint />);
  await waitFor(() => expect(api.inputs("secondFactor.status")).toHaveLength(1));
  expect(heading()).toBeNull();
});

test.each([
  ["two-step login", { ...NONE, totp_since: "2026-11-22T00:00:00.000Z" }],
  ["a passkey", { ...NONE, passkeys: 1 }],
])("who has %s is shown nothing", async (_what, status) => {
  const api = standInApi({ "secondFactor.status": () => status });
  await renderScreen(<SecureHint />);
  await waitFor(() => expect(api.inputs("secondFactor.status")).toHaveLength(1));
  expect(heading()).toBeNull();
});
