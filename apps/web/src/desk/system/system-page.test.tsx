import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderLive } from "../../testing/live-desk.tsx";
import { staffOf } from "../../testing/users.ts";
import { SystemPage } from "./system-page.tsx";

afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

test("lists every finding, faults first", async () => {
  setSession(staffOf("admin"));
  await renderLive(<SystemPage />, {
    "ops.system.checks": () => [
      { name: "Node", state: "ok", text: "Node 24.1.0." },
      { name: "Disk", state: "warning", text: "1.0 GiB free. Make room soon." },
      { name: "Mail", state: "fault", text: "mail.example does not take our mail." },
    ],
  });
  const table = await screen.findByRole("table", { name: "Checks of the installation" });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "MailFaultmail.example does not take our mail.",
    "DiskWarning1.0 GiB free. Make room soon.",
    "NodeOKNode 24.1.0.",
  ]);
});
