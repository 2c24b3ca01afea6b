import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { FILING_FIELDS } from "@wattle/contracts/filing-fields";
import type { FilingRecord } from "@wattle/contracts/filings";
import { afterEach, expect, test } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import { FilingsPage } from "./filings-page.tsx";

afterEach(() => setSession(null));

const DRAFT: FilingRecord = {
  id: "f",
  kind: "ttr",
  case: "c",
  customer: { id: "greta", email: "greta@mail.example", name: "Greta Quill" },
  reference: "AAAA-BBBB-CCCC",
  fields: { ...FILING_FIELDS.ttr, full_name: "Greta Quill", occupation: "" },
  created_at: "2026-11-24T00:00:00.000Z",
  due_at: "2026-12-08T00:00:00.000Z",
  receipt: null,
  filed_on: null,
  altered: false,
};

function Page() {
  useKeyboard();
  return <FilingsPage />;
}

async function show(filing: FilingRecord, data: readonly FilingRecord[] = [filing]) {
  setSession(staffOf("compliance"));
  const api = standInApi({
    "ops.today": () => ({
      now: "2026-11-27T05:00:00.000Z",
      queues: [],
      newest_act: null,
      present: [],
      time_zone: "Australia/Sydney",
    }),
    "ops.filings.list": () => ({ data, next: null }),
    "ops.filings.get": () => filing,
    "ops.filings.save": () => filing,
    "ops.filings.filed": () => ({ ...filing, outcome: "done" }),
    "ops.approvals.list": () => ({ data: [] }),
    "ops.presence.here": () => ({ present: [] }),
  });
  await renderScreen(<Page />, "/teamaccess/filings?row=f");
  await screen.findByRole("heading", { name: "Threshold transaction, Greta Quill" });
  return api;
}

test("a draft is filled in and noted as filed by keyboard", async () => {
  const api = await show(DRAFT);
  await userEvent.keyboard("e");
  const form = within(await screen.findByRole("dialog", { name: /^Fill in/ }));
  await userEvent.type(form.getByLabelText("Occupation (optional)"), "Retired");
  await userEvent.click(form.getByRole("button", { name: /Save the draft/ }));
  expect(api.inputs("ops.filings.save")).toEqual([
    { id: "f", fields: { ...DRAFT.fields, occupation: "Retired" } },
  ]);
  await userEvent.keyboard("f");
  const drawer = within(await screen.findByRole("dialog", { name: /^Filed/ }));
  await userEvent.type(drawer.getByLabelText("Receipt"), "TTR-7");
  await userEvent.click(drawer.getByRole("button", { name: /Note as filed/ }));
  expect(api.inputs("ops.filings.filed")).toEqual([{ id: "f", receipt: "TTR-7", filed_on: "2026-11-27" }]);
});

test("a filed one shows its receipt and can't be changed; a link opens one that the page lacks", async () => {
  await show({ ...DRAFT, receipt: "TTR-7", filed_on: "2026-11-26" }, []);
  screen.getByText("TTR-7");
  expect(screen.queryByRole("button", { name: /Fill in/ })).toBeNull();
});

test("a report whose texts are not those that were filed says so", async () => {
  await show({ ...DRAFT, receipt: "TTR-7", filed_on: "2026-11-26", altered: true });
  expect(screen.getAllByText("Not as filed")).toHaveLength(2);
  screen.getByText(/^Someone changed these texts/);
  expect(screen.queryByRole("button", { name: /Download PDF/ })).toBeNull();
});
