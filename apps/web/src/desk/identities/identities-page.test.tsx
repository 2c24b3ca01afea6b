import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import { IdentitiesPage } from "./identities-page.tsx";

beforeEach(() => setSession(staffOf("compliance")));
afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

const rowOf = (name: string) => ({
  id: name.toLowerCase(),
  first_name: name,
  last_name: "Applicant",
  email: `${name.toLowerCase()}@mail.example`,
  default_country: "AU",
  submitted_at: "2026-11-22T07:51:00.000Z",
  likely_duplicate:
    name === "Nell"
      ? {
          id: "dan",
          first_name: "Dan",
          last_name: "Mercer",
          email: "dan@mail.example",
          shares: ["document_number", "date_of_birth"],
        }
      : null,
});
const NAMES: Readonly<Record<string, string>> = { mary: "Mary", nell: "Nell", olga: "Olga" };
const fileOf =
  (status: string) =>
  (input: unknown): object => {
    const { id } = input as { id: string };
    return {
      user: { ...rowOf(NAMES[id] ?? ""), status: id === "mary" ? status : "pending" },
      identity: { form: {}, documents: [], submitted_at: "2026-11-22T07:51:00.000Z", since_last_try: null },
      duplicates: [],
      enquiries: [],
      on_hold: [],
      holds: [],
      history: { data: [], total: 0 },
    };
  };
function Page() {
  useKeyboard();
  return <IdentitiesPage />;
}
const show = (at: string) =>
  renderLive(
    <Page />,
    {
      "ops.customers.waiting": () => ({
        data: [rowOf("Mary"), rowOf("Nell"), rowOf("Olga")],
        meta: { current_page: 1, last_page: 1, per_page: 50, total: 3 },
      }),
      "ops.customers.get": fileOf("pending"),
      "ops.customers.reject": () => ({}),
      "ops.audit.list": lastAct("customer.verified"),
    },
    { at },
  );

test("the list says who one may be, and by what", async () => {
  await show("/");
  expect(await screen.findByText("May be Dan Mercer")).toBeDefined();
  expect(screen.getByText("Same document number, birth date and last name")).toBeDefined();
  expect(screen.getAllByText(/^May be /)).toHaveLength(1);
});

test("next to the one under review are all that wait, each a link", async () => {
  await show("/teamaccess/identities?id=nell");
  const list = await screen.findByRole("navigation", { name: "Identities to verify", hidden: true });
  const links = await within(list).findAllByRole("link", { hidden: true });
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringMatching(/^Mary Applicant/),
    expect.stringMatching(/^Nell Applicant.*Possible duplicate$/),
    expect.stringMatching(/^Olga Applicant/),
  ]);
  expect(links.map((link) => link.getAttribute("aria-current"))).toEqual([null, "page", null]);
  expect(links[2]?.getAttribute("href")).toBe("/teamaccess/identities?id=olga");
});

test("sending one back leads to the next", async () => {
  const page = await show("/?id=mary&act=back");
  await userEvent.type(await screen.findByLabelText("What the customer should do"), "Send it again.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  const heading = await screen.findByRole("heading", { name: "Nell Applicant" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(page.address()).toBe("/?id=nell");
});

test("verifying leads to the next, whose heading has the focus, and after the last one to the list", async () => {
  const page = await show("/?id=nell");
  page.api.answer("ops.customers.verify", () => ({}));
  for (const name of ["Olga Applicant", "Identities"]) {
    await userEvent.click(await screen.findByRole("checkbox", { name: /^Photo is complete/ }));
    await userEvent.keyboard("234567v");
    const heading = await screen.findByRole("heading", { level: 1, name });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  }
});

test("the next one is the one that follows in the order of the list", async () => {
  const page = await show("/?id=nell&act=back&sort=-name");
  await userEvent.type(await screen.findByLabelText("What the customer should do"), "Send it again.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByRole("heading", { name: "Mary Applicant" })).toBeDefined();
  expect(page.address()).toBe("/?id=mary&sort=-name");
});

test("one that a colleague verifies while it is being sent back says so, and keeps what was typed", async () => {
  const page = await show("/?id=mary&act=back");
  const drawer = await screen.findByRole("dialog", { name: "Send back" });
  await userEvent.type(within(drawer).getByLabelText("What the customer should do"), "Send it again.");
  await page.act({ "ops.customers.get": fileOf("verified") });
  expect(await within(drawer).findByText(/^finn@mail\.example: Customer verified, /)).toBeDefined();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(page.api.inputs("ops.customers.reject")).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(page.address()).toBe("/?id=mary"));
});

test("j leads through all that wait and then to the list, k back", async () => {
  const page = await show("/?id=mary");
  await screen.findByRole("button", { name: /^Next/ });
  for (const [key, heading] of [
    ["j", "Nell Applicant"],
    ["j", "Olga Applicant"],
    ["k", "Nell Applicant"],
  ] as const) {
    await userEvent.keyboard(key);
    expect(await screen.findByRole("heading", { name: heading })).toBeDefined();
  }
  await userEvent.keyboard("j");
  await screen.findByRole("heading", { name: "Olga Applicant" });
  await userEvent.keyboard("j");
  expect(await screen.findByRole("table", { name: /^Identities/ })).toBeDefined();
  expect(page.address()).toBe("/");
});
