import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { todayOf } from "../../testing/live-desk.tsx";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { setDeskZone } from "../parts/zone.ts";
import { DeskFrame } from "./desk-frame.tsx";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setSession(null);
  setDeskZone(undefined);
});

test("no other zone's time shows while the installation's is not known", async () => {
  setSession(staffOf("admin"));
  const api = standInApi({ "ops.today": () => new Promise(() => undefined) });
  await renderScreen(<DeskFrame />, "/teamaccess");
  await waitFor(() => expect(api.inputs("ops.today").length).toBeGreaterThan(0));
  expect(document.querySelector("time")?.getAttribute("aria-hidden")).toBe("true");
  expect(document.querySelector("time")?.className).toContain("unknown");
});

test("the sheet of keys is in two parts, lists Enter, and has the focus on its heading", async () => {
  setSession(staffOf("admin"));
  standInApi({ "ops.today": () => todayOf({ time_zone: "Pacific/Auckland" }) });
  await renderScreen(<DeskFrame />, "/teamaccess");
  await screen.findByText("Auckland");
  await userEvent.keyboard("?");
  const sheet = await screen.findByRole("dialog", { name: "Keys" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Keys"));
  const everywhere = within(within(sheet).getByRole("region", { name: "Everywhere" }));
  expect(everywhere.getByText("Go to Bank").nextElementSibling?.textContent).toContain("g b");
  expect(everywhere.getByText("Open the row, or press the focused button")).toBeDefined();
});

test("the time is the installation's, wherever the browser is, and says of which place", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T13:39:00.000Z") });
  setSession(staffOf("admin"));
  standInApi({ "ops.today": () => todayOf({ time_zone: "Pacific/Auckland" }) });
  await renderScreen(<DeskFrame />, "/teamaccess");
  expect((await screen.findByRole("time")).textContent).toMatch(/^Tue,? 24 Nov, 2:39.am Auckland$/);
});
