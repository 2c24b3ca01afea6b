import { screen } from "@testing-library/react";
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

test("the time is the installation's, wherever the browser is, and says of which place", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T13:39:00.000Z") });
  setSession(staffOf("admin"));
  standInApi({ "ops.today": () => todayOf({ time_zone: "Pacific/Auckland" }) });
  await renderScreen(<DeskFrame />, "/teamaccess");
  await screen.findByText("Auckland");
  expect(screen.getByRole("time").textContent).toMatch(/^Tue,? 24 Nov, 2:39.am Auckland$/);
});
