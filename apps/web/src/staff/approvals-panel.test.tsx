import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { Refusal, standInApi, type Answerer } from "../testing/stand-in-api.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { ApprovalsPanel } from "./approvals-panel.tsx";

afterEach(() => {
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
  reasons: ["Every balance adjustment needs two people."],
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
const META = { current_page: 1, from: 1, last_page: 1, per_page: 10, to: 1, total: 1 };
const listOf = (...requests: readonly object[]) => ({
  data: requests,
  meta: { ...META, total: requests.length },
  required: true,
});

async function show(list: unknown, acts: Readonly<Record<string, Answerer>> = {}) {
  const api = standInApi({ "ops.approvals.list": () => list, ...acts });
  await renderScreen(<ApprovalsPanel />);
  return api;
}
const press = (name: string | RegExp): Promise<void> => userEvent.click(screen.getByRole("button", { name }));

describe("what waits for a second person", () => {
  test("is shown with who asked, why, how much and who may approve it", async () => {
    await show(listOf(REQUEST));
    expect(await screen.findByRole("heading", { name: "Adjust a balance" })).toBeDefined();
    for (const text of [
      REQUEST.subject,
      "+250.00 AUD",
      "Fiona Finance, fiona@mail.example",
      "Every balance adjustment needs two people.",
      "Someone else in finance or admin can approve it.",
    ])
      expect(screen.getByText(text)).toBeDefined();
  });

  test("is approved in place, after a question that starts on leaving it", async () => {
    const approved = { ...REQUEST, status: "approved", may_decide: false, result: {} };
    const api = await show(listOf(REQUEST), { "ops.approvals.approve": () => approved });
    await screen.findByText(REQUEST.subject);
    await press(/^Approve request/);
    const dialog = await screen.findByRole("dialog", { name: "Approve this request?" });
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Not now" })),
    );
    expect(api.inputs("ops.approvals.approve")).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Approve request" }));
    expect(await screen.findByText("Approved and done.")).toBeDefined();
    expect(api.inputs("ops.approvals.approve")).toEqual([{ id: REQUEST.id }]);
    expect(screen.queryByRole("button", { name: /^Approve request/ })).toBeNull();
  });

  test("says what came between where it could not be done any more", async () => {
    const failed = {
      ...REQUEST,
      status: "failed",
      note: "Changed meanwhile.",
      may_decide: false,
      result: null,
    };
    await show(listOf(REQUEST), { "ops.approvals.approve": () => failed });
    await screen.findByText(REQUEST.subject);
    await press(/^Approve request/);
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Approve request" }));
    expect(await screen.findByText("This couldn’t be done any more. Changed meanwhile.")).toBeDefined();
  });

  test("is rejected with a reason, which is needed", async () => {
    const rejected = { ...REQUEST, status: "rejected", note: "Not asked for", may_decide: false };
    const api = await show(listOf(REQUEST), { "ops.approvals.reject": () => rejected });
    await screen.findByText(REQUEST.subject);
    await press(/^Reject request/);
    const dialog = await screen.findByRole("dialog", { name: "Reject this request?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Reject request" }));
    expect(await within(dialog).findByText("Reason is a required field")).toBeDefined();
    await userEvent.type(within(dialog).getByLabelText("Reason"), "Not asked for{Enter}");
    expect(await screen.findByText("Rejected. Not asked for")).toBeDefined();
    expect(api.inputs("ops.approvals.reject")).toEqual([{ id: REQUEST.id, reason: "Not asked for" }]);
  });

  test("is not one’s own to approve, but to withdraw", async () => {
    const own = { ...REQUEST, own: true, may_decide: false };
    const withdrawn = { ...own, status: "withdrawn" };
    const api = await show(listOf(own), { "ops.approvals.withdraw": () => withdrawn });
    expect(await screen.findByText("You asked for this, so someone else must approve it.")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
    await press(/^Withdraw request/);
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Withdraw request" }));
    expect(await screen.findByText("Withdrawn.")).toBeDefined();
    expect(api.inputs("ops.approvals.withdraw")).toEqual([{ id: REQUEST.id }]);
  });

  test("says who has to come where no one else may approve it", async () => {
    await show(listOf({ ...REQUEST, own: true, may_decide: false, approver_roles: ["admin"], approvers: 0 }));
    expect(await screen.findByText("Waiting for another admin")).toBeDefined();
    expect(screen.getByText("npm run ops -- staff invite EMAIL admin")).toBeDefined();
  });

  test("has no buttons for someone without the role", async () => {
    await show(listOf({ ...REQUEST, may_decide: false }));
    await screen.findByText(REQUEST.subject);
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("says why a decision is refused, and reads the list again", async () => {
    const api = await show(listOf(REQUEST), {
      "ops.approvals.approve": () => {
        throw new Refusal("state_conflict");
      },
    });
    await screen.findByText(REQUEST.subject);
    await press(/^Approve request/);
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Approve request" }));
    expect((await screen.findByRole("alert")).textContent).toContain("This has changed.");
    await waitFor(() => expect(api.inputs("ops.approvals.list").length).toBeGreaterThan(1));
  });

  test("nothing, approvals that are off, and a list that does not load say so", async () => {
    let answer: () => unknown = () => {
      throw new Refusal("server_error");
    };
    standInApi({ "ops.approvals.list": () => answer() });
    await renderScreen(<ApprovalsPanel />);
    expect(await screen.findByText("We couldn’t load the requests", {}, { timeout: 15_000 })).toBeDefined();
    answer = () => ({ ...listOf(), required: false });
    await press("Try again");
    expect(await screen.findByText("No requests")).toBeDefined();
    expect(screen.getByText("Approvals are off. One person can do every act alone.")).toBeDefined();
  });
});
