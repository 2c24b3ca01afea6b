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

test("lists every finding under its subject, faults first", async () => {
  setSession(staffOf("admin"));
  await renderLive(<SystemPage />, {
    "ops.system.checks": () => [
      { name: "Node", state: "ok", text: "Node 24.1.0." },
      { name: "Disk", state: "warning", text: "1.0 GiB free. Make room soon." },
      { name: "Mail", state: "ok", text: "No mails wait." },
      { name: "Mail", state: "fault", text: "mail.example does not take our mail." },
    ],
  });
  const table = await screen.findByRole("table", { name: "Checks of the installation" });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Faults",
    "Mailmail.example does not take our mail. No mails wait. Fault",
    "To do",
    "Disk1.0 GiB free. Make room soon. To do",
    "Fine",
    "NodeNode 24.1.0. Fine",
  ]);
  expect(screen.getByText("1 fault, 1 to do, 2 fine")).toBeDefined();
});
