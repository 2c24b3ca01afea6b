import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderLive, todayOf } from "../../testing/live-desk.tsx";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { SessionEnd } from "./session-end.tsx";

afterEach(() => vi.unstubAllGlobals());

const NOW = "2026-11-22T10:00:00.000Z";
const at = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1000).toISOString();
const today = (end: number, latest: number) =>
  todayOf({ now: NOW, session_ends_at: at(end), session_ends_at_latest: at(latest) });

test("nothing is said while there is time", async () => {
  const api = standInApi({ "ops.today": () => today(61, 1000) });
  await renderScreen(<SessionEnd />);
  await waitFor(() => expect(api.inputs("ops.today")).toHaveLength(1));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a minute before, it warns; using the page puts it off, once a minute at most", async () => {
  let end = 30;
  const api = standInApi({
    "ops.today": () => today(end, 10_000),
    "sessions.current": () => {
      end = 1800;
      return null;
    },
  });
  await renderScreen(<SessionEnd />);
  expect((await screen.findByRole("alert")).textContent).toContain(
    "You’ll be logged out in less than a minute. What you typed is kept.",
  );
  fireEvent.keyDown(document.body, { key: "j" });
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  fireEvent.keyDown(document.body, { key: "k" });
  expect(api.inputs("sessions.current")).toHaveLength(1);
});

test("the end that nothing puts off is said with its time", async () => {
  standInApi({ "ops.today": () => today(30, 30) });
  await renderScreen(<SessionEnd />);
  expect((await screen.findByRole("alert")).textContent).toContain("12 hours after you logged in");
  expect(screen.queryByRole("button")).toBeNull();
});

test("each look at the server leaves the warning as it is, with the focus in it", async () => {
  let left = 30;
  const page = await renderLive(<SessionEnd />, { "ops.today": () => today((left -= 0.5), 10_000) });
  const warning = await screen.findByRole("alert");
  const button = screen.getByRole("button");
  button.focus();
  const seen: boolean[] = [];
  const watcher = new MutationObserver(() => seen.push(warning.isConnected));
  watcher.observe(document.body, { childList: true, subtree: true });
  await page.act({});
  await waitFor(() => expect(page.api.inputs("ops.today").length).toBeGreaterThan(1));
  expect(seen).not.toContain(false);
  expect(screen.getByRole("alert")).toBe(warning);
  expect(document.activeElement).toBe(button);
  watcher.disconnect();
});
