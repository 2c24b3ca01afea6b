import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-app.tsx";
import { renderLive } from "../../testing/live-desk.tsx";
import { Refusal, standInApi, type Answerer } from "../../testing/stand-in-api.ts";
import { setSession } from "../../session/session-store.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { momentText } from "../parts/moment-text.ts";
import { ApprovalsPage } from "./approvals-page.tsx";

afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
  clearAlerts();
});

const REQUEST = {
  id: "0190a000-0000-7000-8000-000000000001",
  act: "ops.ledger.adjust",
  title: "Adjust a balance",
  status: "pending",
  subject: "the AUD balance of mary@mail.example",
  details: [{ name: "Amount", value: "+250.00 AUD" }],
  changes: [
    { what: "AUD balance", before: "1,000.00 AUD", after: "1,250.00 AUD", now: true },
    { what: "Account", before: "Blocked", after: "Verified", now: false },
  ],
  reads: null,
  reasons: ["Every balance adjustment needs two people."],
  warnings: [],
  proposed_by: { id: "fiona", name: "Fiona Finance", email: "fiona@mail.example" },
  created_at: "2026-11-22T00:00:00.000Z",
  expires_at: "2026-11-25T00:00:00.000Z",
  decided_by: null,
  decided_at: null,
  note: null,
  own: false,
  may_decide: true,
  approver_roles: ["finance", "admin"],
  approvers: 2,
};
const listOf = (...requests: readonly object[]) => ({
  data: requests,
  meta: { current_page: 1, last_page: 1, per_page: 50, total: requests.length },
  required: true,
});

/** The list with one request, which is open. */
async function show(
  first: object,
  acts: Readonly<Record<string, Answerer>> = {},
  today: object = {},
  answers: Readonly<Record<string, Answerer>> = {},
) {
  let request = first;
  const decided = (path: string): Answerer => {
    const act = acts[path];
    return (input) => {
      done();
      request = act?.(input) as object;
      return request;
    };
  };
  const { api, done } = await renderLive(
    <ApprovalsPage />,
    {
      "ops.approvals.list": () => listOf(request),
      "ops.approvals.find": () => request,
      ...answers,
      ...Object.fromEntries(Object.keys(acts).map((path) => [path, decided(path)])),
    },
    { at: `/?id=${REQUEST.id}`, today },
  );
  return { api, drawer: await screen.findByRole("dialog") };
}
/** Apart from the list, which has it too. */
const IN_DRAWER = { selector: "dd" };
const press = (name: string | RegExp): Promise<void> => userEvent.click(screen.getByRole("button", { name }));

test("what the second person should look at is in front of what is asked for", async () => {
  const warnings = ["Mary I looks like Mary L, m@mail.example.", "You and Fiona share a device."];
  const { drawer } = await show({ ...REQUEST, warnings }, {});
  for (const warning of warnings) expect(await within(drawer).findByText(warning)).toBeDefined();
});

describe("the release of a batch", () => {
  const BATCH_ID = "0190a000-0000-7000-8000-00000000000b";
  const RELEASE = {
    ...REQUEST,
    act: "ops.payouts.release",
    title: "Release a payout batch",
    input_id: BATCH_ID,
    details: [
      { name: "Total", value: "4,630.50 AUD" },
      { name: "Payments", value: "2" },
      { name: "References", value: "AAAA, BBBB" },
    ],
  };
  const row = (
    reference: string,
    amount: string,
    name: string,
    payee: string,
    warnings: readonly string[],
  ) => ({
    reference,
    amount,
    customer: { id: reference, email: "c@mail.example", name },
    account_name: payee,
    account: `BSB 000-222, account ${reference}`,
    warnings,
  });
  const BATCH = {
    id: BATCH_ID,
    currency: "AUD",
    total: "4630.50",
    rows: [
      row("AAAA", "4150.50", "Pia Paid", "P PAID", ["First payment to this account"]),
      row("BBBB", "480.00", "Basil Bounce", "Madeup Holdings Pty Ltd", ["Account in another name"]),
    ],
  };

  test("shows the second person who is paid what and where, as it is now, and the way to the batch", async () => {
    const { api, drawer } = await show(RELEASE, {}, {}, { "ops.payouts.get": () => BATCH });
    const batch = await within(drawer).findByRole("region", { name: "The batch" });
    expect(batch.textContent).toContain("1 needs review, 480.00 AUD");
    const payments = within(batch).getByRole("list", { name: "Payments" });
    expect([...payments.children].map(({ textContent }) => textContent)).toEqual([
      "Madeup Holdings Pty Ltd480.00 AUDBSB 000-222, account BBBBCustomer: Basil BounceAccount in another name",
      "P PAID4,150.50 AUDBSB 000-222, account AAAAFirst paymentCustomer: Pia Paid",
    ]);
    expect(within(batch).getByText("Total").parentElement?.textContent).toBe("Total4,630.50 AUD");
    expect(within(batch).getByRole("link", { name: "Open the batch" }).getAttribute("href")).toBe(
      `/teamaccess/payouts?id=${BATCH_ID}`,
    );
    expect(api.inputs("ops.payouts.get")).toEqual([{ id: BATCH_ID }]);
    expect(screen.getByRole("button", { name: "Approve request" })).toBeDefined();
    // The rows say it, and more than references do.
    expect(within(drawer).queryByText("References")).toBeNull();
  });

  test("of coins shows each payment with its address, and who is left out", async () => {
    const payment = (reference: string, name: string, amount: string, payable: boolean) => ({
      reference,
      customer: { id: reference, email: "c@mail.example", name },
      address: `bcrt1q${reference}`,
      amount,
      payable,
    });
    const coins = {
      id: BATCH_ID,
      currency: "BTC",
      total: "0.15000000",
      payments: [payment("AAAA", "Cora Cold", "0.05", true), payment("BBBB", "Dan Dry", "0.1", false)],
    };
    const release = { ...RELEASE, act: "ops.coinPayouts.release" };
    const { drawer } = await show(release, {}, {}, { "ops.coinPayouts.get": () => coins });
    const batch = await within(drawer).findByRole("region", { name: "The batch" });
    const payments = within(batch).getByRole("list", { name: "Payments" });
    expect([...payments.children].map(({ textContent }) => textContent)).toEqual([
      "Dan Dry0.1 BTCbcrt1qBBBBLeft out: blocked, on hold, or sending is off",
      "Cora Cold0.05 BTCbcrt1qAAAA",
    ]);
    expect(within(batch).getByRole("link", { name: "Open the batch" }).getAttribute("href")).toBe(
      `/teamaccess/coin-payouts?id=${BATCH_ID}`,
    );
  });

  test("that was decided has what was asked for, and no batch as it is now", async () => {
    const { api, drawer } = await show({ ...RELEASE, status: "approved", may_decide: false });
    expect(await within(drawer).findByText("AAAA, BBBB")).toBeDefined();
    expect(api.inputs("ops.payouts.get")).toEqual([]);
  });

  test("can’t be approved while it is not known what is in the batch", async () => {
    const { api } = await show(
      RELEASE,
      {},
      {},
      {
        "ops.payouts.get": () => {
          throw new Refusal("not_found");
        },
      },
    );
    expect(await screen.findByText("We couldn’t load this batch")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Approve request" })).toBeNull();
    api.answer("ops.payouts.get", () => BATCH);
    await press("Try again");
    expect(await screen.findByRole("button", { name: "Approve request" })).toBeDefined();
  });
});

describe("a request for a second person", () => {
  test("is shown with who asked, why, how much, and that the reader is the second person", async () => {
    const { drawer } = await show(REQUEST);
    for (const text of [
      "AUD balance of mary@mail.example",
      "+250.00 AUD",
      "Fiona Finance, fiona@mail.example",
      "Every balance adjustment needs two people.",
      /^You are the second person\./,
    ])
      expect(await within(drawer).findByText(text)).toBeDefined();
    expect(within(drawer).queryByText(/^Someone else/)).toBeNull();
    expect(document.activeElement?.textContent).not.toContain("Approve");
  });

  test("says what changes, before and after, and what of it is as of now", async () => {
    const { drawer } = await show(REQUEST);
    const changes = await within(drawer).findByRole("region", { name: "What changes" });
    expect([...changes.querySelectorAll("dl > div")].map((change) => change.textContent)).toEqual([
      "AUD balance, as of now1,000.00 AUD→1,250.00 AUD",
      "AccountBlocked→Verified",
    ]);
  });

  test("that was decided says what was to change", async () => {
    const { drawer } = await show({ ...REQUEST, status: "rejected", may_decide: false });
    const heading = "What would have changed";
    expect(await within(drawer).findByRole("region", { name: heading })).toBeDefined();
  });

  test("shows the email that the customer will get", async () => {
    const reads = { to: "mary@mail.example", subject: "Your deposit was returned", text: "It’s going back." };
    const { drawer } = await show({ ...REQUEST, reads });
    const read = await within(drawer).findByRole("region", { name: "What the customer will read" });
    expect(read.textContent).toContain("Your deposit was returned\n\nIt’s going back.");
  });

  test("that was made before changes were kept has none", async () => {
    await show({ ...REQUEST, changes: [] });
    await screen.findByText("+250.00 AUD", IN_DRAWER);
    expect(screen.queryByRole("heading", { name: "What changes" })).toBeNull();
  });

  test("that the reader may not decide says who can", async () => {
    const { drawer } = await show({ ...REQUEST, may_decide: false });
    expect(await within(drawer).findByText("Someone else in finance or admin can approve it.")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Approve request" })).toBeNull();
  });

  test("is approved in place, and says so", async () => {
    const { api } = await show(REQUEST, {
      "ops.approvals.approve": () => ({ ...REQUEST, status: "approved", may_decide: false, result: {} }),
    });
    await screen.findByText("+250.00 AUD", IN_DRAWER);
    await press("Approve request");
    expect(await screen.findByText("Approved and done.")).toBeDefined();
    expect(api.inputs("ops.approvals.approve")).toEqual([{ id: REQUEST.id }]);
    expect(screen.queryByRole("button", { name: "Approve request" })).toBeNull();
  });

  test("says what came between where it could not be done any more", async () => {
    await show(REQUEST, {
      "ops.approvals.approve": () => ({
        ...REQUEST,
        status: "failed",
        note: "Changed meanwhile.",
        may_decide: false,
        result: null,
      }),
    });
    await screen.findByText("+250.00 AUD", IN_DRAWER);
    await press("Approve request");
    expect(await screen.findByText("This couldn’t be done any more. Changed meanwhile.")).toBeDefined();
  });

  test("is rejected with a reason, which is needed", async () => {
    const { api } = await show(REQUEST, {
      "ops.approvals.reject": () => ({
        ...REQUEST,
        status: "rejected",
        note: "Not asked for",
        may_decide: false,
      }),
    });
    await screen.findByText("+250.00 AUD", IN_DRAWER);
    await press("Reject request");
    await press("Reject request");
    expect(await screen.findByText("Reason is a required field")).toBeDefined();
    await userEvent.type(screen.getByLabelText("Reason"), "Not asked for");
    await press("Reject request");
    expect(await screen.findByText("Rejected. Not asked for")).toBeDefined();
    expect(api.inputs("ops.approvals.reject")).toEqual([{ id: REQUEST.id, reason: "Not asked for" }]);
  });

  test("is not one’s own to approve, but to withdraw", async () => {
    const own = { ...REQUEST, own: true, may_decide: false };
    const { api } = await show(own, {
      "ops.approvals.withdraw": () => ({ ...own, status: "withdrawn" }),
    });
    expect(await screen.findByText("You asked for this, so someone else must approve it.")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
    await press("Withdraw request");
    const sure = await screen.findByRole("dialog", { name: "Withdraw this request?" });
    await userEvent.click(within(sure).getByRole("button", { name: "Withdraw request" }));
    expect(await screen.findByText("Withdrawn.")).toBeDefined();
    expect(api.inputs("ops.approvals.withdraw")).toEqual([{ id: REQUEST.id }]);
  });

  test("says who has to come where no one else may approve it", async () => {
    await show({ ...REQUEST, own: true, may_decide: false, approver_roles: ["admin"], approvers: 0 });
    expect(await screen.findByText("Waiting for another admin")).toBeDefined();
    expect(screen.getByText(/An admin can invite someone on Staff\./)).toBeDefined();
  });

  test("leads an admin to where someone is invited", async () => {
    setSession(staffOf("admin"));
    await show({ ...REQUEST, own: true, may_decide: false, approver_roles: ["admin"], approvers: 0 });
    const link = await screen.findByRole("link", { name: "Invite someone on Staff" });
    expect(link.getAttribute("href")).toBe("/teamaccess/team?act=invite");
  });

  test.each([
    [0, "Nothing left to decide. Go to Today"],
    [3, "3 more to decide. Show them"],
  ])("with %i that wait elsewhere, a list without them does not say otherwise", async (count, text) => {
    await show(
      { ...REQUEST, status: "rejected", may_decide: false },
      {},
      { queues: [{ queue: "approvals", count, oldest_at: null }] },
    );
    expect(await screen.findByText(text)).toBeDefined();
  });

  test("reads what shows once after a decision", async () => {
    const { api } = await show(REQUEST, {
      "ops.approvals.approve": () => ({ ...REQUEST, status: "approved", may_decide: false, result: {} }),
    });
    await screen.findByText("+250.00 AUD", IN_DRAWER);
    const before = api.inputs("ops.approvals.list").length;
    await press("Approve request");
    await screen.findByText("Approved and done.");
    expect(api.inputs("ops.approvals.list").length - before).toBe(1);
  });

  test.each([
    ["approved", null, "Adam Admin approved it, AT. It’s done."],
    ["rejected", "Not asked for", "Adam Admin rejected it, AT. Not asked for"],
  ])("says who was first where a colleague has %s it", async (status, note, text) => {
    setSession(staffOf("finance"));
    const decided_at = "2026-11-22T02:00:00.000Z";
    const by = { id: "adam", name: "Adam Admin", email: "adam@mail.example" };
    const { drawer } = await show({
      ...REQUEST,
      status,
      note,
      decided_by: by,
      decided_at,
      may_decide: false,
    });
    const at = momentText(decided_at).replaceAll(/\s/g, " ");
    const outcome = await within(drawer).findByText(text.replace("AT", at));
    expect(outcome.parentElement?.className).toContain("stopped");
    expect(within(drawer).queryByText(/^Approved and done/)).toBeNull();
  });

  test("has no act for someone without the role", async () => {
    await show({ ...REQUEST, may_decide: false });
    await screen.findByText("+250.00 AUD", IN_DRAWER);
    expect(screen.queryByRole("button", { name: /request$/ })).toBeNull();
  });

  test("says in place why a decision is refused, and reads again", async () => {
    const { api } = await show(REQUEST, {
      "ops.approvals.approve": () => {
        throw new Refusal("state_conflict");
      },
    });
    await screen.findByText("+250.00 AUD", IN_DRAWER);
    await press("Approve request");
    expect((await screen.findByRole("alert")).textContent).toContain("This has changed.");
    await waitFor(() => expect(api.inputs("ops.approvals.find").length).toBeGreaterThan(1));
  });
});

test("the list says how much money a request is about, and until when it waits", async () => {
  standInApi({
    "ops.approvals.list": () =>
      listOf(REQUEST, {
        ...REQUEST,
        id: "2",
        title: "Make someone staff",
        status: "rejected",
        details: [{ name: "Roles", value: "finance" }],
      }),
  });
  await renderScreen(<ApprovalsPage />);
  const cells = async (title: string) =>
    within((await screen.findByText(title)).closest("tr") ?? document.body)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  const asked = momentText(REQUEST.created_at);
  expect((await cells("Adjust a balance")).slice(2)).toEqual([
    "+250.00 AUD",
    "Fiona Finance",
    asked,
    momentText(REQUEST.expires_at),
    "Waiting",
  ]);
  expect((await cells("Make someone staff")).slice(2)).toEqual(["", "Fiona Finance", asked, "", "Rejected"]);
});

test("nothing, approvals that are off, and a list that does not load say so", async () => {
  let answer: () => unknown = () => {
    throw new Refusal("server_error");
  };
  standInApi({ "ops.approvals.list": () => answer() });
  await renderScreen(<ApprovalsPage />);
  expect(await screen.findByText("We couldn’t load this list", {}, { timeout: 15_000 })).toBeDefined();
  answer = () => ({ ...listOf(), required: false });
  await press("Try again");
  expect(await screen.findByText("No requests")).toBeDefined();
  expect(screen.getByText("Approvals are off. One person is enough for every action.")).toBeDefined();
});
