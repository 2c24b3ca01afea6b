import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { TeamPage } from "./team-page.tsx";

afterEach(() => vi.unstubAllGlobals());

const MEMBER = {
  id: "mo",
  first_name: "Mo",
  last_name: "Lee",
  email: "mo@mail.example",
  roles: ["finance"],
  status: "active",
  created_at: "2026-11-22T08:00:00.000Z",
};

test("a member whom a colleague takes out while they are open stays, and it says who was first", async () => {
  const page = await renderLive(
    <TeamPage />,
    { "ops.staff.list": () => [MEMBER], "ops.audit.list": lastAct("staff.removed") },
    { at: "/?id=mo&act=remove" },
  );
  const drawer = await screen.findByRole("dialog", { name: "Take out of staff" });
  await page.act({ "ops.staff.list": () => [] });
  expect(await within(drawer).findByText(/^finn@mail\.example: Staff removed, /)).toBeDefined();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(page.api.inputs("ops.staff.remove")).toEqual([]);
});
