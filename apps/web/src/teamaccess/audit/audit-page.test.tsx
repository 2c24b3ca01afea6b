import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { AuditPage } from "./audit-page.tsx";

afterEach(() => vi.unstubAllGlobals());

const NONE = { data: [], meta: { current_page: 1, last_page: 1, per_page: 100, total: 0 } };

test("the log is asked for what the form says, which the address keeps, and is read again once someone acts", async () => {
  const page = await renderLive(<AuditPage />, { "ops.audit.list": () => NONE });
  expect(await screen.findByText("What staff and the system do will show here.")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Who"), " finn@mail.example {Enter}");
  expect(await screen.findByText("Nothing was done that fits these.")).toBeDefined();
  expect(page.address()).toBe("/?actor=finn%40mail.example");
  expect(page.api.inputs("ops.audit.list").at(-1)).toEqual({
    actor: "finn@mail.example",
    page: 1,
    per_page: 100,
  });
  await page.act({ "ops.audit.list": lastAct("customer.blocked") });
  expect(await screen.findByText("Customer blocked")).toBeDefined();
});
