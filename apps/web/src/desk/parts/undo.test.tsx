import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderLive } from "../../testing/live-desk.tsx";
import { Refusal, type Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { alertStore, clearAlerts } from "../../ui/alert-store.ts";
import { SwitchesPage } from "../switches/switches-page.tsx";
import { useKeyboard } from "./keys.ts";
import { UndoOffer } from "./undo.tsx";

beforeEach(() => setSession(staffOf("admin")));
afterEach(() => {
  vi.useRealTimers();
  setSession(null);
  clearAlerts();
  vi.unstubAllGlobals();
});

function Page() {
  useKeyboard();
  return (
    <>
      <UndoOffer />
      <SwitchesPage />
    </>
  );
}
const trading = (paused: boolean) => () => [
  { what: "trading", paused, reason: null, message: "Back at noon", set_at: null },
];

/** Pauses what is on. */
async function pause(answers: Readonly<Record<string, Answerer>> = {}) {
  const page = await renderLive(
    <Page />,
    { "ops.switches.list": trading(false), "ops.switches.set": () => ({}), ...answers },
    { at: "/teamaccess/switches?what=trading&act=pause" },
  );
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByRole("button", { name: /^Undo/ });
  return page;
}

describe("an act that another takes back", () => {
  test("is undone by one key, by the inverse act, once", async () => {
    const { api } = await pause();
    expect(api.inputs("ops.switches.set")).toEqual([{ what: "trading", paused: true }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.keyboard("zz");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull());
    expect(api.inputs("ops.switches.set").slice(1)).toEqual([
      { what: "trading", paused: false, message: "Back at noon" },
    ]);
    expect(alertStore.get().map(({ text }) => text)).toEqual(["Undone: Trading: paused"]);
  });

  test("says why it could not be undone", async () => {
    let calls = 0;
    await pause({
      "ops.switches.set": () => {
        calls += 1;
        if (calls > 1) throw new Refusal("state_conflict");
        return {};
      },
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(screen.getByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(alertStore.get()[0]?.text).toMatch(/^Not undone: /));
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  });

  test("is offered for ten seconds, and no longer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    await pause();
    act(() => void vi.advanceTimersByTime(11_000));
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  });
});
