import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderLive, todayOf } from "../../testing/live-desk.tsx";
import { staffOf } from "../../testing/users.ts";
import { customers } from "../screens/customers.ts";
import { DeskNav } from "./desk-nav.tsx";

beforeEach(() => setSession(staffOf("admin")));
afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

test.each([
  [1, /^Customers\s*1\s*waiting$/, "/teamaccess/customers?view=closed"],
  [0, /^Customers$/, "/teamaccess/customers"],
])("with %i waiting in a view of a screen, its place leads to where that waits", async (count, name, to) => {
  const queues = [{ queue: "closed_balances", count, oldest_at: null, due_at: null, target_hours: null }];
  await renderLive(
    <DeskNav screens={[customers]} leaving={false} onLogOut={() => undefined} onGo={() => undefined} />,
    { "ops.today": () => todayOf({ queues }) },
  );
  expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe(to);
});

test("the screen that one is on is marked, also where its place leads to a view of it", async () => {
  const queues = [{ queue: "closed_balances", count: 1, oldest_at: null, due_at: null, target_hours: null }];
  await renderLive(
    <DeskNav screens={[customers]} leaving={false} onLogOut={() => undefined} onGo={() => undefined} />,
    { "ops.today": () => todayOf({ queues }) },
    { at: "/teamaccess/customers?view=closed" },
  );
  const place = await screen.findByRole("link", { name: /^Customers\s*1\s*waiting$/ });
  expect(place.getAttribute("aria-current")).toBe("page");
});

test("the foot is one row, which opens Login settings and Log out", async () => {
  const leave = vi.fn<() => void>();
  await renderLive(
    <DeskNav screens={[customers]} leaving={false} onLogOut={leave} onGo={() => undefined} />,
    {},
  );
  const foot = await screen.findByRole("button", { name: /^Your account/, expanded: false });
  expect(screen.queryByRole("button", { name: "Log out" })).toBeNull();
  await userEvent.click(foot);
  expect(screen.getByRole("link", { name: "Login settings" }).getAttribute("href")).toBe(
    "/teamaccess/secure",
  );
  await userEvent.click(screen.getByRole("button", { name: "Log out" }));
  expect(leave).toHaveBeenCalledOnce();
});
