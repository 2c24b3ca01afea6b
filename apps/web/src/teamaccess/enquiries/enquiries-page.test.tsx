import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { Refusal, type Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { useKeyboard } from "../parts/keys.ts";
import { UndoOffer } from "../parts/undo.tsx";
import { EnquiriesPage } from "./enquiries-page.tsx";

beforeEach(() => setSession(staffOf("support")));
afterEach(() => {
  setSession(null);
  clearAlerts();
  vi.unstubAllGlobals();
});

const OWN = "casey@demo.test";
const COLLEAGUE = "finn@mail.example";
const MESSAGE = `${"I paid for coins. ".repeat(10)}Where are they?`;
const HANDLED_AT = "2026-11-22T10:00:00.000Z";
const reference = "ENQ-1";

const enquiry = (changes: object = {}) => ({
  id: "1",
  reference,
  topic: "support",
  name: "Mary",
  email: "mary@mail.example",
  message: MESSAGE,
  created_at: "2026-11-22T09:00:00.000Z",
  handled_at: null,
  handled_by: null,
  assigned_to: null,
  ...changes,
});
const listOf =
  (...rows: object[]) =>
  () => ({
    data: rows,
    meta: { current_page: 1, last_page: 1, per_page: 50, total: rows.length },
  });

function Page() {
  useKeyboard();
  return (
    <>
      <UndoOffer />
      <EnquiriesPage />
    </>
  );
}

/** Opens the only enquiry. */
async function open(row: object, answers: Readonly<Record<string, Answerer>> = {}) {
  const page = await renderLive(
    <Page />,
    {
      "ops.support.list": listOf(row),
      "ops.support.find": () => row,
      "ops.support.assignees": () => [COLLEAGUE, OWN],
      ...answers,
    },
    { at: `/teamaccess/enquiries?row=${reference}` },
  );
  const panel = await screen.findByRole("region", { name: `Enquiry ${reference}` });
  return { ...page, panel };
}
const send = () => userEvent.keyboard("{Control>}{Enter}{/Control}");

describe("an enquiry", () => {
  test("is marked as handled by keys, which one more key takes back", async () => {
    const { api } = await open(enquiry(), {
      "ops.support.markHandled": () => enquiry({ handled_at: HANDLED_AT }),
      "ops.support.reopen": () => enquiry(),
    });
    await userEvent.keyboard("h");
    await screen.findByRole("dialog", { name: `Handle enquiry ${reference}` });
    await send();
    await screen.findByRole("button", { name: /^Undo/ });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.keyboard("z");
    await waitFor(() => expect(api.inputs("ops.support.reopen")).toEqual([{ reference }]));
    expect(api.inputs("ops.support.markHandled")).toEqual([{ reference }]);
  });

  test("that is handled can be read and reopened, and no longer assigned", async () => {
    const { api, panel } = await open(enquiry({ handled_at: HANDLED_AT }), {
      "ops.support.reopen": () => enquiry(),
    });
    expect(within(panel).getByText(MESSAGE)).toBeDefined();
    expect(within(panel).queryByRole("button", { name: /^(Mark as handled|Assign)/ })).toBeNull();
    await userEvent.keyboard("o");
    await screen.findByRole("dialog", { name: `Reopen enquiry ${reference}` });
    await send();
    await waitFor(() => expect(api.inputs("ops.support.reopen")).toEqual([{ reference }]));
  });

  test("is taken by keys, and given back by one more", async () => {
    const { api } = await open(enquiry(), { "ops.support.assign": () => enquiry({ assigned_to: OWN }) });
    await userEvent.keyboard("a");
    await screen.findByRole("dialog", { name: `Assign enquiry ${reference}` });
    await send();
    await screen.findByRole("button", { name: /^Undo/ });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.keyboard("z");
    await waitFor(() =>
      expect(api.inputs("ops.support.assign")).toEqual([
        { reference, to: OWN, from: null },
        { reference, to: null, from: OWN },
      ]),
    );
  });

  test("that a colleague took first is not taken from them, and says who was first", async () => {
    await open(enquiry(), {
      "ops.support.assign": () => {
        throw new Refusal("state_conflict");
      },
      "ops.audit.list": lastAct("enquiry.assigned"),
    });
    await userEvent.keyboard("a");
    const drawer = await screen.findByRole("dialog");
    await send();
    expect(await within(drawer).findByText(/^finn@mail\.example: Enquiry assigned, /)).toBeDefined();
  });

  test("that a colleague handles while it is open stays, and says who was first", async () => {
    const page = await open(enquiry(), { "ops.audit.list": lastAct("enquiry.handled") });
    await userEvent.keyboard("h");
    const drawer = await screen.findByRole("dialog");
    await page.act({
      "ops.support.list": listOf(),
      "ops.support.find": () => enquiry({ handled_at: HANDLED_AT }),
    });
    expect(await within(drawer).findByText(/^finn@mail\.example: Enquiry handled, /)).toBeDefined();
    // As the audit log names it.
    expect(page.api.inputs("ops.audit.list")).toContainEqual({ subject: "1", per_page: 1 });
  });

  test("is answered by email, to its sender and with its reference", async () => {
    const { panel } = await open(enquiry());
    const link = within(panel).getByRole("link", { name: "Reply by email" });
    expect(link.getAttribute("href")).toBe(
      `mailto:mary%40mail.example?subject=Your%20enquiry%20${reference}`,
    );
    const pressed = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    link.addEventListener("click", pressed);
    await userEvent.keyboard("r");
    expect(pressed).toHaveBeenCalledOnce();
  });

  test("can be read whole by who may not handle it", async () => {
    setSession(staffOf("finance"));
    const { panel, api } = await open(enquiry({ assigned_to: COLLEAGUE }));
    expect(within(panel).getByText(MESSAGE)).toBeDefined();
    expect(within(panel).getByText(COLLEAGUE)).toBeDefined();
    expect(within(panel).queryByRole("button")).toBeNull();
    expect(api.inputs("ops.support.assignees")).toEqual([]);
  });
});

test("the list shows who answers each, and a key one's own or those that no one has", async () => {
  const { api } = await renderLive(<Page />, {
    "ops.support.list": listOf(enquiry({ assigned_to: COLLEAGUE })),
  });
  const table = await screen.findByRole("table", { name: "Enquiries" });
  expect(await within(table).findByText(COLLEAGUE)).toBeDefined();
  const asked = { show: "open", page: 1, per_page: 50 };
  expect(api.inputs("ops.support.list")).toEqual([{ ...asked, assigned: "anyone" }]);
  for (const [key, assigned] of [
    ["2", "me"],
    ["3", "none"],
  ] as const) {
    await userEvent.keyboard(key);
    await waitFor(() => expect(api.inputs("ops.support.list").at(-1)).toEqual({ ...asked, assigned }));
  }
});
