import type { Colleague } from "@wattle/contracts/presence";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderLive } from "../../testing/live-desk.tsx";
import { DeskList } from "./desk-list.tsx";
import { LookingAt, useHere } from "./presence.tsx";

const NADIA: Colleague = { kind: "deposit", id: "d-1", first_name: "Nadia", role: "compliance" };
const SAM: Colleague = { ...NADIA, first_name: "Sam", role: "support" };
const ROW = { kind: "deposit", id: "d-1" };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Panel() {
  useHere({ kind: "deposit", id: "d-1" });
  return <LookingAt subject="d-1" />;
}

function List() {
  return (
    <DeskList
      caption="Deposits"
      columns={[
        { key: "name", title: "Name", cell: ({ name }) => name },
        { key: "id", title: "Identifier", cell: ({ id }) => id },
      ]}
      query={{
        data: [
          { id: "d-1", name: "Ruth" },
          { id: "d-2", name: "Otto" },
        ],
      }}
      rowKey={({ id }) => id}
      empty={{ title: "No deposits" }}
    />
  );
}

const hereBy = (present: readonly Colleague[]) => ({
  "ops.presence.here": () => ({ present }),
  "ops.presence.leave": () => ROW,
});

test("who else looks at a row is said politely, and no more once they have gone", async () => {
  const { act: later } = await renderLive(<Panel />, hereBy([NADIA]), { today: { present: [NADIA] } });
  const line = await screen.findByText("Nadia (compliance) is looking at this");
  expect(line.getAttribute("aria-live")).toBe("polite");
  await later({ "ops.today": () => ({ queues: [], newest_act: "9", present: [NADIA, SAM] }) });
  await screen.findByText("Nadia (compliance) and Sam (support) are looking at this");
  await later({ "ops.today": () => ({ queues: [], newest_act: "9", present: [{ ...SAM, id: "d-2" }] }) });
  await waitFor(() => expect(line.textContent).toBe(""));
});

test("the server’s answer shows who is there without waiting for the next look", async () => {
  const answer = Promise.withResolvers<{ present: readonly Colleague[] }>();
  const answerers = { ...hereBy([]), "ops.presence.here": () => answer.promise };
  const { api } = await renderLive(<Panel />, answerers, { today: { present: [NADIA] } });
  await screen.findByText("Nadia (compliance) is looking at this");
  answer.resolve({ present: [SAM] });
  await screen.findByText("Sam (support) is looking at this");
  expect(api.inputs("ops.presence.here")).toEqual([ROW]);
});

test("it is said at once, every 15 seconds, not from a hidden page, and that it is closed", async () => {
  const { api, unmount } = await renderLive(<Panel />, hereBy([]));
  const said = () => api.inputs("ops.presence.here");
  const gone = () => api.inputs("ops.presence.leave");
  await waitFor(() => expect(said()).toEqual([ROW]));
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await waitFor(() => expect(said()).toHaveLength(2));

  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(gone()).toEqual([ROW]));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(said()).toHaveLength(2);

  visibility.mockReturnValue("visible");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(said()).toHaveLength(3));
  unmount();
  await waitFor(() => expect(gone()).toHaveLength(2));
});

test("a list marks the row that colleagues look at, in words for those who cannot see the mark", async () => {
  await renderLive(<List />, {}, { today: { present: [NADIA] } });
  await screen.findByText("Nadia (compliance) is looking at this");
  const [ruth, otto] = screen.getAllByRole("row").slice(1);
  expect(ruth?.textContent).toContain("Ruth NNadia (compliance) is looking at this");
  expect(otto?.textContent).toBe("Ottod-2");
});

test("what the page says by itself is no use of the session", async () => {
  const { api, unmount } = await renderLive(<Panel />, hereBy([]));
  await waitFor(() => expect(api.inputs("ops.presence.here")).toHaveLength(1));
  unmount();
  await waitFor(() => expect(api.inputs("ops.presence.leave")).toHaveLength(1));
  const posted = vi.mocked(fetch).mock.calls.filter(([, options]) => options?.method === "POST");
  expect(posted.map(([, options]) => new Headers(options?.headers).get("X-Background"))).toEqual(["1", "1"]);
});
