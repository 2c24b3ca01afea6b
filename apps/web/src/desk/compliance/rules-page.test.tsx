import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { MonitoringRuleRecord, TriedRule } from "@wattle/contracts/rules";
import { afterEach, expect, test } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { later, standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import { RulesPage } from "./rules-page.tsx";

afterEach(() => setSession(null));

const WOKEN: MonitoringRuleRecord = {
  rule: "woken",
  on: true,
  parameters: { days: 180, limit: "5000.00", hours: 48 },
  acts: ["alert", "hold_withdrawals"],
  alerts_90_days: 12,
  false_positives_90_days: 3,
};

const alertOf = (name: string): TriedRule["alerts"][number] => ({
  customer: { id: name, email: `${name}@mail.example`, name },
  at: "2026-11-20T01:00:00.000Z",
  rows: ["AAAA-BBBB-CCCC"],
});

function Page() {
  useKeyboard();
  return <RulesPage />;
}

interface Answers {
  readonly tried?: (input: unknown) => unknown;
  readonly waiting?: readonly object[];
}

async function show({ tried = () => undefined, waiting = [] }: Answers = {}) {
  setSession(staffOf("compliance"));
  const api = standInApi({
    "ops.rules.list": () => [WOKEN, { ...WOKEN, rule: "shared", on: false, parameters: { customers: 3 } }],
    "ops.rules.set": () => ({ ...WOKEN, outcome: "done" }),
    "ops.rules.try": tried,
    "ops.approvals.list": () => ({ data: waiting }),
    "ops.presence.here": () => ({ present: [] }),
  });
  await renderScreen(<Page />, "/teamaccess/rules?row=woken");
  await screen.findByRole("heading", { name: "Woken" });
  return api;
}

async function openDrawer() {
  await userEvent.keyboard("e");
  return within(await screen.findByRole("dialog", { name: "Change the rule: Woken" }));
}

async function type(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

test("each rule says whether it is on, and how well it finds", async () => {
  await show();
  const row = within(screen.getByRole("row", { name: /Woken/ }));
  for (const text of ["12", "3", "On"]) row.getByText(text);
  within(screen.getByRole("row", { name: /Shared/ })).getByText("Off");
});

test("a figure that is wrong says so at its field; right ones are set", async () => {
  const api = await show();
  const drawer = await openDrawer();
  const days = drawer.getByLabelText("Days of rest");
  await type(days, "0");
  await userEvent.click(drawer.getByRole("button", { name: /Set the rule/ }));
  expect(drawer.getAllByText("Enter a whole number from 1 to 365")).not.toEqual([]);
  const button = drawer.getByRole<HTMLButtonElement>("button", { name: "Try on the last 90 days" });
  expect(button.disabled).toBe(true);
  expect(api.inputs("ops.rules.set")).toEqual([]);
  await type(days, "90");
  await userEvent.click(drawer.getByRole("button", { name: /Set the rule/ }));
  expect(api.inputs("ops.rules.set")).toEqual([
    { rule: "woken", on: true, parameters: { days: "90", limit: "5000.00", hours: "48" } },
  ]);
});

test("figures are tried piece by piece before they are set", async () => {
  const second = later();
  const pieces = [
    { customers: 200, total: 240, next: "c", alerts: [alertOf("Ada")] } satisfies TriedRule,
    second.promise,
  ];
  const api = await show({ tried: () => pieces.shift() });
  const drawer = await openDrawer();
  await type(drawer.getByLabelText("Days of rest"), "90");
  await userEvent.click(drawer.getByRole("button", { name: "Try on the last 90 days" }));
  const bar = await drawer.findByRole<HTMLProgressElement>("progressbar");
  expect([bar.value, bar.max]).toEqual([200, 240]);
  second.answer({ customers: 40, total: null, next: null, alerts: [alertOf("Ada"), alertOf("Ben")] });
  await drawer.findByText("3 alerts about 2 customers in 90 days. 240 customers were looked at.");
  expect(drawer.getByRole("link", { name: "Ben" }).getAttribute("href")).toBe("/teamaccess/customers?id=Ben");
  expect(drawer.getAllByRole("link", { name: "AAAA-BBBB-CCCC" })).toHaveLength(3);
  const asked = {
    rule: "woken",
    parameters: { days: "90", limit: "5000.00", hours: "48" },
    days: 90,
    limit: 200,
  };
  expect(api.inputs("ops.rules.try")).toEqual([asked, { ...asked, after: "c" }]);
  await type(drawer.getByLabelText("Days of rest"), "91");
  expect(drawer.queryByText(/3 alerts/)).toBeNull();
});

test("a change that waits for a second person leads to its request", async () => {
  await show({ waiting: [{ id: "request", act: "ops.rules.set", input_id: "woken" }] });
  const link = await screen.findByRole("link", { name: "Open the request" });
  expect(link.getAttribute("href")).toBe("/teamaccess/approvals?id=request");
  expect(screen.queryByRole("button", { name: /Change or try/ })).toBeNull();
});
