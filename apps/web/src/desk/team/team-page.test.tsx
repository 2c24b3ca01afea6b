import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { staffOf } from "../../testing/users.ts";
import { TeamPage } from "./team-page.tsx";

afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

const MEMBER = {
  id: "mo",
  first_name: "Mo",
  last_name: "Lee",
  email: "mo@mail.example",
  roles: ["finance"],
  status: "active",
  created_at: "2026-11-22T08:00:00.000Z",
};

test("roles are ticked, in their order; one is taken out in the drawer, except oneself", async () => {
  const session = staffOf("admin");
  setSession(session);
  const own = { ...MEMBER, id: session.user.id, first_name: "Casey", email: "casey@mail.example" };
  const page = await renderLive(
    <TeamPage />,
    { "ops.staff.list": () => [MEMBER, own], "ops.staff.setRoles": () => ({}) },
    { at: "/?id=mo&act=roles" },
  );
  const drawer = await screen.findByRole("dialog", { name: "Change roles" });
  expect(within(drawer).getByRole<HTMLButtonElement>("button", { name: "Set roles" }).disabled).toBe(true);
  await userEvent.click(within(drawer).getByLabelText("Support"));
  await userEvent.click(within(drawer).getByLabelText("Finance"));
  await userEvent.click(within(drawer).getByLabelText("Finance"));
  expect(within(drawer).getByRole("button", { name: "Remove from staff…" })).toBeDefined();
  await userEvent.click(within(drawer).getByRole("button", { name: "Set roles" }));
  await waitFor(() =>
    expect(page.api.inputs("ops.staff.setRoles")).toEqual([{ id: "mo", roles: ["support", "finance"] }]),
  );
  await userEvent.click(await screen.findByText("casey@mail.example"));
  const ownDrawer = await screen.findByRole("dialog", { name: "Change roles" });
  expect(within(ownDrawer).queryByRole("button", { name: /^Take out/ })).toBeNull();
});

test("a member whom a colleague takes out while they are open stays, and it says who was first", async () => {
  const page = await renderLive(
    <TeamPage />,
    { "ops.staff.list": () => [MEMBER], "ops.audit.list": lastAct("staff.removed") },
    { at: "/?id=mo&act=remove" },
  );
  const drawer = await screen.findByRole("dialog", { name: "Remove from staff" });
  await page.act({ "ops.staff.list": () => [] });
  expect(await within(drawer).findByText(/^finn@mail\.example: Staff removed, /)).toBeDefined();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(page.api.inputs("ops.staff.remove")).toEqual([]);
});

test("the list says who has no second step, and when each was last there", async () => {
  const guarded = { ...MEMBER, second_step: true, last_seen_at: "2026-11-22T08:00:00.000Z" };
  const bare = { ...MEMBER, id: "al", email: "al@mail.example", second_step: false, last_seen_at: null };
  const invited = { ...bare, id: "in", email: "in@mail.example", status: "invited" };
  await renderLive(
    <TeamPage />,
    {
      "ops.staff.list": () => [guarded, bare, invited],
      "ops.today": () => ({ now: "2026-11-22T08:03:10.000Z" }),
    },
    { at: "/" },
  );
  expect(await screen.findByText("3 minutes ago")).toBeDefined();
  expect(screen.getAllByText("Two-step login on")).toHaveLength(1);
  expect(screen.getAllByText("No two-step login")).toHaveLength(1);
  expect(screen.getAllByText("Not logged in")).toHaveLength(1);
});
