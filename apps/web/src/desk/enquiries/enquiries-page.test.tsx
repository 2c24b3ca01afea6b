import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { QUOTED_EXCHANGE } from "../../testing/quoted-exchange.ts";
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
  customer: null,
  replied_at: null,
  replies: [],
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

  test("is replied to by keys and closed, with what its sender wrote above", async () => {
    const { api } = await open(enquiry(), {
      "ops.support.reply": () => enquiry({ replied_at: HANDLED_AT, handled_at: HANDLED_AT }),
    });
    await userEvent.keyboard("r");
    const drawer = await screen.findByRole("dialog", { name: `Reply to enquiry ${reference}` });
    await userEvent.type(within(drawer).getByLabelText("Reply"), "They’re on their way.");
    const asked = within(drawer).getByText(MESSAGE);
    const field = within(drawer).getByLabelText("Reply");
    expect(asked.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(within(drawer).getByText("To mary@mail.example")).toBeDefined();
    expect(within(drawer).getByRole("button", { name: /^Reply and close/ })).toBeDefined();
    await send();
    await waitFor(() =>
      expect(api.inputs("ops.support.reply")).toEqual([
        { reference, message: "They’re on their way.", close: true, replied_at: null },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // A sent mail can’t be taken back.
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  });

  test("is replied to and kept open", async () => {
    const { api } = await open(enquiry({ replied_at: HANDLED_AT }), { "ops.support.reply": () => enquiry() });
    await userEvent.keyboard("r");
    const drawer = await screen.findByRole("dialog");
    await userEvent.selectOptions(within(drawer).getByLabelText("Then"), "Keep it open");
    await userEvent.type(within(drawer).getByLabelText("Reply"), "Soon.");
    await userEvent.click(within(drawer).getByRole("button", { name: "Reply" }));
    await waitFor(() =>
      expect(api.inputs("ops.support.reply")).toEqual([
        { reference, message: "Soon.", close: false, replied_at: HANDLED_AT },
      ]),
    );
  });

  test("that a colleague replied to first is not replied to again, and what was typed stays", async () => {
    await open(enquiry(), {
      "ops.support.reply": () => {
        throw new Refusal("state_conflict");
      },
      "ops.audit.list": lastAct("enquiry.replied"),
    });
    await userEvent.keyboard("r");
    const drawer = await screen.findByRole("dialog");
    const field = within(drawer).getByLabelText<HTMLTextAreaElement>("Reply");
    await userEvent.type(field, "Soon.");
    await send();
    expect(await within(drawer).findByText(/^finn@mail\.example: Enquiry replied, /)).toBeDefined();
    expect(field.value).toBe("Soon.");
  });

  test.each([
    ["a guest", null, /^A guest wrote this\. /],
    [
      "a customer by another address",
      { id: "c1", email: "own@mail.example" },
      "The account’s own address is own@mail.example.",
    ],
  ])("of %s says to mind the address", async (_who, customer, warning) => {
    await open(enquiry({ customer }));
    await userEvent.keyboard("r");
    expect(await within(await screen.findByRole("dialog")).findByText(warning)).toBeDefined();
  });

  test("of a customer leads to the customer, and shows the replies", async () => {
    const replies = [{ id: "r1", message: "Not yet.", sent_by: "finn@mail.example", created_at: HANDLED_AT }];
    const customer = { id: "c1", email: "own@mail.example" };
    const { panel } = await open(enquiry({ customer, replied_at: HANDLED_AT, replies }));
    expect(within(panel).getByRole("link", { name: "own@mail.example" }).getAttribute("href")).toBe(
      "/teamaccess/customers?id=c1",
    );
    const kept = await within(panel).findByRole("region", { name: "Replies" });
    expect(kept.textContent).toMatch(/^finn@mail\.example replied, .*Not yet\.$/);
  });

  test.each([
    ["its own customer", "mary", true],
    ["another customer", "nina", false],
  ])(
    "about an exchange of %s: the answer about its price is for its own customer alone",
    async (_whose, id, isOffered) => {
      const { reference: exchange } = QUOTED_EXCHANGE;
      const { api, panel } = await open(
        enquiry({
          customer: { id, email: "mary@mail.example" },
          message: `Why was ${exchange} so dear?`,
        }),
        {
          "ops.transactions.find": () => QUOTED_EXCHANGE,
          "ops.support.reply": () => enquiry(),
        },
      );
      await within(panel).findByRole("link", { name: exchange });
      expect(panel.textContent?.includes("another customer’s")).toBe(!isOffered);
      await userEvent.keyboard("r");
      const drawer = await screen.findByRole("dialog");
      const offer = { name: `Answer about the price of ${exchange}` };
      if (!isOffered) return expect(within(drawer).queryByRole("button", offer)).toBeNull();
      await userEvent.click(within(drawer).getByRole("button", offer));
      await send();
      await waitFor(() => expect(api.inputs("ops.support.reply")).toHaveLength(1));
      expect(JSON.stringify(api.inputs("ops.support.reply"))).toContain(
        `You asked about the price of exchange ${exchange}.`,
      );
    },
  );

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
