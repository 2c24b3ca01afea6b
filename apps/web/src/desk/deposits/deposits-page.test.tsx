import type { StaffRole } from "@wattle/contracts/accounts";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { Refusal, type Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { useKeyboard } from "../parts/keys.ts";
import { DepositsPage } from "./deposits-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
  sessionStorage.clear();
  setSession(null);
});

const FIRST = "AAAA-AAAA-AAAA";
const deposit = (reference: string, changes: object = {}) => ({
  id: reference,
  reference,
  transaction_type: "deposit",
  status: "awaiting_payment",
  credit: "250.00",
  credit_currency: "AUD",
  payment_method: "bank_transfer",
  announced: null,
  bank_reference: null,
  expires_at: "2026-11-29T08:00:00.000Z",
  created_at: "2026-11-22T08:00:00.000Z",
  customer: { id: "c", email: "ruth@mail.example", first_name: "Ruth", last_name: "Adeyemi" },
  ...changes,
});
const listOf =
  (rows: readonly object[], next: string | null = null): Answerer =>
  () => ({ data: rows, next, meta: {} });

function Page() {
  useKeyboard();
  return <DepositsPage />;
}

async function show(
  answers: Readonly<Record<string, Answerer>> = {},
  { role = "finance" as StaffRole, at = "/teamaccess/deposits" } = {},
) {
  setSession(staffOf(role));
  return renderLive(
    <Page />,
    {
      "ops.deposits.list": listOf([deposit(FIRST), deposit("BBBB-BBBB-BBBB")], "on"),
      "ops.deposits.find": (input) => deposit((input as { reference: string }).reference),
      "ops.approvals.list": () => ({ data: [] }),
      "ops.bankLines.list": () => ({ data: [] }),
      "ops.audit.list": lastAct("deposit.confirmed"),
      ...answers,
    },
    { at },
  );
}
const send = () => userEvent.keyboard("{Control>}{Enter}{/Control}");
const row = (reference = FIRST) => screen.findByRole("row", { name: new RegExp(reference) });

test("what waits comes oldest first, with its age; a search and another state begin their list again", async () => {
  const { api, address } = await show();
  expect((await row()).textContent).toContain("2 hours");
  expect(api.inputs("ops.deposits.list")).toEqual([
    { per_page: 50, status: "awaiting_payment", newest_first: false },
  ]);
  await userEvent.keyboard("o");
  await waitFor(() => expect(api.inputs("ops.deposits.list").at(-1)).toMatchObject({ after: "on" }));
  await userEvent.type(screen.getByLabelText("Reference, name or email"), "ruth{Enter}");
  await waitFor(() =>
    expect(api.inputs("ops.deposits.list").at(-1)).toEqual({
      per_page: 50,
      status: "awaiting_payment",
      newest_first: false,
      text: "ruth",
    }),
  );
  await userEvent.selectOptions(screen.getByLabelText("Show"), "Completed");
  await waitFor(() =>
    expect(api.inputs("ops.deposits.list").at(-1)).toMatchObject({ status: "completed", newest_first: true }),
  );
  expect(address()).toContain("state=completed");
});

describe("a deposit is credited by hand", () => {
  const asked = { reference: FIRST, amount: "240.00" };
  const open = async (answers: Readonly<Record<string, Answerer>>) => {
    const page = await show(answers);
    await row();
    await userEvent.keyboard("j{Enter}");
    await screen.findByRole("button", { name: /^Credit by hand/ });
    await userEvent.keyboard("y");
    const drawer = await screen.findByRole("dialog", { name: /^Credit by hand: Ruth Adeyemi/ });
    const amount = within(drawer).getByLabelText("What arrived, in AUD");
    expect((amount as HTMLInputElement).value).toBe("250.00");
    await userEvent.clear(amount);
    await userEvent.type(amount, "240.00");
    return { ...page, drawer };
  };

  test("with what arrived, and nothing that was left empty", async () => {
    const { api } = await open({ "ops.deposits.confirm": () => ({ outcome: "done" }) });
    await send();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.deposits.confirm")).toEqual([asked]);
  });

  test("which may wait for a second person", async () => {
    const { drawer, act } = await open({
      "ops.deposits.confirm": () => ({
        outcome: "awaiting_approval",
        approval: {
          id: "7",
          act: "ops.deposits.confirm",
          reasons: ["It differs too much."],
          warnings: [],
          expires_at: "2026-11-25T08:00:00.000Z",
        },
      }),
    });
    await send();
    expect(await within(drawer).findByText("It differs too much.")).toBeDefined();
    await userEvent.keyboard("{Escape}");
    await act({
      "ops.approvals.list": () => ({ data: [{ id: "7", act: "ops.deposits.confirm", input_id: FIRST }] }),
    });
    await waitFor(async () => expect((await row()).textContent).toContain("Second person"));
    expect(screen.getByText("Waiting for a second person")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Credit by hand/ })).toBeNull();
    expect(screen.getByRole("link", { name: "Open the request" }).getAttribute("href")).toBe(
      "/teamaccess/approvals?id=7",
    );
  });

  test("unless a colleague was first, which says who; what was typed stays", async () => {
    const { drawer, act } = await open({});
    const credited = { ...deposit(FIRST), status: "completed" };
    await act({ "ops.deposits.list": listOf([]), "ops.deposits.find": () => credited });
    expect(await within(drawer).findByText(/^finn@mail\.example: Deposit confirmed/)).toBeDefined();
    expect((within(drawer).getByLabelText("What arrived, in AUD") as HTMLInputElement).value).toBe("240.00");
    expect(
      within(drawer)
        .getByRole("button", { name: /^Credit it/ })
        .hasAttribute("disabled"),
    ).toBe(true);
  });

  test("and what the server refuses shows at its field", async () => {
    const { drawer } = await open({
      "ops.deposits.confirm": () => {
        throw new Refusal("validation_failed", { amount: ["Enter an amount above 0"] });
      },
    });
    await send();
    expect((await within(drawer).findAllByText("Enter an amount above 0")).length).toBeGreaterThan(0);
  });
});

test.each([
  [
    "r",
    "ops.deposits.return",
    "Your bank took the payment back.",
    { message: "Your bank took the payment back." },
  ],
  ["x", "ops.deposits.expire", undefined, {}],
] as const)("%s calls %s with the reference", async (key, procedure, preset, more) => {
  const { api } = await show({ [procedure]: () => ({}) }, { at: `/teamaccess/deposits?row=${FIRST}` });
  await screen.findByRole("button", { name: /^Expire(?!s)/ });
  await userEvent.keyboard(key);
  const drawer = await screen.findByRole("dialog");
  if (preset !== undefined) await userEvent.click(within(drawer).getByRole("button", { name: preset }));
  await send();
  await waitFor(() => expect(api.inputs(procedure)).toEqual([{ reference: FIRST, ...more }]));
});

test.each([
  ["completed", ["Return deposit"]],
  ["expired", ["Credit by hand", "Return deposit"]],
  ["returned", ["Credit by hand"]],
])(
  "of one that is %s there is what the server allows, also where the list has it not",
  async (status, can) => {
    await show(
      { "ops.deposits.list": listOf([]), "ops.deposits.find": () => deposit(FIRST, { status }) },
      { at: `/teamaccess/deposits?row=${FIRST}` },
    );
    const panel = await screen.findByRole("region", { name: "Ruth Adeyemi, 250.00 AUD" });
    const names = within(panel)
      .getAllByRole("button")
      .map(({ textContent }) => textContent?.replace(/ .$/, ""));
    expect(names).toEqual(can);
  },
);

const LINE = {
  id: "line",
  deposit_account_id: "aud",
  booked_on: "2026-11-23",
  amount: "240.00",
  currency: "AUD",
  text: "OSKO AAAABAAAABAA",
  payer: "R ADEYEMI",
  status: "unmatched",
  remarks: [],
  proposal: null,
};
const AT = { at: `/teamaccess/deposits?row=${FIRST}` };

test("the nearest line is compared letter by letter, and credited with a reason", async () => {
  const { api } = await show(
    { "ops.bankLines.list": () => ({ data: [LINE] }), "ops.bankLines.credit": () => ({ outcome: "done" }) },
    AT,
  );
  const where = await screen.findByRole("region", { name: `Where is ${FIRST}?` });
  expect(
    await within(where).findByText("240.00 AUD arrived 23 Nov 2026 and isn’t credited yet."),
  ).toBeDefined();
  expect(within(where).getByText("Reference off by 2 letters · Last name only")).toBeDefined();
  expect(api.inputs("ops.bankLines.list")).toContainEqual({ amount: "250.00", from: "2026-11-21" });
  await userEvent.keyboard("c");
  const drawer = await screen.findByRole("dialog", { name: "Credit 240.00 AUD to Ruth Adeyemi" });
  await userEvent.type(within(drawer).getByLabelText("Why"), "Two letters differ");
  await send();
  await waitFor(() =>
    expect(api.inputs("ops.bankLines.credit")).toEqual([
      { id: "line", reference: FIRST, seen: { paid: "0.00" }, internal_note: "Two letters differ" },
    ]),
  );
});

test("the evidence is before the acts, and each of two lines has its own button", async () => {
  const twin = { ...LINE, id: "twin", amount: "250.00", payer: "RUTH ADEYEMI" };
  const { api } = await show(
    {
      "ops.bankLines.list": () => ({ data: [LINE, twin] }),
      "ops.bankLines.credit": () => ({ outcome: "done" }),
    },
    AT,
  );
  const panel = await screen.findByRole("region", { name: "Ruth Adeyemi, 250.00 AUD" });
  await within(panel).findByText(/· Full name$/);
  const names = within(panel)
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
  expect(names).toEqual([
    "Credit 250.00 AUD c",
    "Credit 240.00 AUD",
    "Write to customer w",
    "Credit by hand y",
    "Return deposit r",
    "Expire deposit x",
  ]);
  await userEvent.click(within(panel).getByRole("button", { name: "Credit 240.00 AUD" }));
  const drawer = await screen.findByRole("dialog", { name: "Credit 240.00 AUD to Ruth Adeyemi" });
  await userEvent.type(within(drawer).getByLabelText("Why"), "She paid twice");
  await send();
  await waitFor(() => expect(api.inputs("ops.bankLines.credit")).toMatchObject([{ id: "line" }]));
});

test("a line that is proposed for the deposit is credited as it is proposed", async () => {
  const proposal = {
    kind: "deposit",
    deposit_id: FIRST,
    reference: FIRST,
    reasons: ["Reference matches."],
    customer: { id: "c", first_name: "Ruth", last_name: "Adeyemi" },
  };
  const { api } = await show(
    {
      "ops.bankLines.list": () => ({ data: [{ ...LINE, status: "proposed", proposal }] }),
      "ops.bankLines.credit": () => ({ outcome: "done" }),
    },
    AT,
  );
  await screen.findByRole("button", { name: /^Credit 240\.00 AUD/ });
  await userEvent.keyboard("c");
  await screen.findByRole("dialog", { name: "Credit 240.00 AUD to Ruth Adeyemi" });
  await send();
  await waitFor(() =>
    expect(api.inputs("ops.bankLines.credit")).toMatchObject([{ id: "line", reference: FIRST }]),
  );
});

test("if nothing arrived, the prepared message asks for the bank’s receipt", async () => {
  const { api } = await show({ "ops.deposits.write": () => ({}) }, { ...AT, role: "support" });
  expect(await screen.findByText("Not here yet. No statement since it was started.")).toBeDefined();
  await userEvent.keyboard("w");
  await screen.findByRole("dialog", { name: "Write to Ruth Adeyemi" });
  await send();
  await waitFor(() =>
    expect(api.inputs("ops.deposits.write")).toEqual([
      { reference: FIRST, message: expect.stringContaining(`250.00 AUD with reference ${FIRST}`) as string },
    ]),
  );
});

test("support reads deposits, and can only write about them", async () => {
  await show({}, { role: "support", at: `/teamaccess/deposits?row=${FIRST}&act=credit` });
  const panel = await screen.findByRole("region", { name: "Ruth Adeyemi, 250.00 AUD" });
  await within(panel).findByRole("button", { name: /^Write to customer/ });
  expect(within(panel).getAllByRole("button")).toHaveLength(1);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("says that nothing waits, or that the list could not be read", async () => {
  const { unmount } = await show({ "ops.deposits.list": listOf([]) });
  expect(await screen.findByText("No open deposits")).toBeDefined();
  unmount();
  await show({
    "ops.deposits.list": () => {
      throw new Refusal("server_error");
    },
  });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
});
