import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { CustomersPage } from "./customers-page.tsx";

beforeEach(() => setSession(staffOf("admin")));
afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

const fileOf = (status: string) => () => ({
  user: {
    id: "mary",
    first_name: "Mary",
    last_name: "Quist",
    email: "mary@mail.example",
    status,
    created_at: "2026-11-22T08:00:00.000Z",
    email_verified_at: null,
    default_country: "AU",
  },
  identity: { submitted_at: null, form: {}, documents: [] },
  sessions: [],
  tokens: [],
  history: { data: [] },
  audit: [],
  notes: [],
  balance: {},
  held: {},
  holds: [],
  on_hold: [],
  block_reason: null,
  duplicates: [],
  bank_accounts: [],
});

describe("an act on a customer", () => {
  test("that a colleague does while its drawer is open is not done again, and does not open by itself later", async () => {
    const page = await renderLive(
      <CustomersPage />,
      { "ops.customers.get": fileOf("verified"), "ops.audit.list": lastAct("customer.blocked") },
      { at: "/?id=mary&act=block" },
    );
    const drawer = await screen.findByRole("dialog", { name: "Block" });
    await userEvent.type(within(drawer).getByLabelText("Why"), "Fraud");
    await page.act({ "ops.customers.get": fileOf("blocked") });
    expect(await within(drawer).findByText(/^finn@mail\.example: Customer blocked, /)).toBeDefined();
    expect((within(drawer).getByLabelText("Why") as HTMLTextAreaElement).value).toBe("Fraud");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(page.api.inputs("ops.customers.block")).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(page.address()).not.toContain("act");
  });

  test("that cannot be done leaves the address", async () => {
    const page = await renderLive(
      <CustomersPage />,
      { "ops.customers.get": fileOf("blocked") },
      { at: "/?id=mary&act=block" },
    );
    await waitFor(() => expect(page.address()).toBe("/?id=mary"));
    await page.act({ "ops.customers.get": fileOf("verified") });
    expect(await screen.findByText("Verified")).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("shows what the customer will read of being unlocked", async () => {
    await renderLive(
      <CustomersPage />,
      { "ops.customers.get": fileOf("verified") },
      { at: "/?id=mary&act=unlock" },
    );
    const drawer = await screen.findByRole("dialog", { name: "Unlock" });
    expect(within(drawer).getByText("What the customer will read")).toBeDefined();
    expect(within(drawer).getByText(/^Our team has cleared the failed logins/)).toBeDefined();
  });
});

test("a search is asked for once it is typed, and is one step of the way back", async () => {
  const api = standInApi({
    "ops.customers.search": () => ({
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 50, total: 0 },
    }),
  });
  const page = await renderScreen(<CustomersPage />);
  await userEvent.type(await screen.findByLabelText("Search"), "mary quist");
  await waitFor(() => expect(page.address()).toContain("mary"));
  await waitFor(() =>
    expect(api.inputs("ops.customers.search")).toEqual([
      { page: 1, per_page: 50 },
      { query: "mary quist", page: 1, per_page: 50 },
    ]),
  );
  expect(page.addresses()).toBe(1);
});
