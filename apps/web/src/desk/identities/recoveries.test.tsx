import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ownAddress } from "../../session/call-headers.ts";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { useKeyboard } from "../parts/keys.ts";
import { IdentitiesPage } from "./identities-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
  sessionStorage.clear();
  setSession(null);
});

const photo = (id: string, side: string) => ({ id, side, media_type: "image/jpeg" });
const RECOVERY = {
  id: "recovery-1",
  status: "submitted",
  customer: { id: "c", email: "ruth@mail.example", name: "Ruth Adeyemi" },
  photo: photo("new", "selfie"),
  documents: [photo("old-front", "front"), photo("old-selfie", "selfie")],
  created_at: "2026-11-20T08:00:00.000Z",
  due_at: null,
  ended_at: null,
  note: null,
};

function Page() {
  useKeyboard();
  return <IdentitiesPage />;
}

async function show(recovery: object) {
  setSession(staffOf("compliance"));
  const page = await renderLive(
    <Page />,
    {
      "ops.customers.waiting": () => ({ data: [], meta: { current_page: 1, last_page: 1 } }),
      "ops.recoveries.list": () => ({ data: [recovery], meta: { current_page: 1, last_page: 1 } }),
      "ops.recoveries.approve": () => ({ outcome: "done" }),
      "ops.recoveries.reject": () => ({}),
      "ops.approvals.list": () => ({ data: [] }),
      "ops.audit.list": lastAct("recovery.rejected"),
    },
    { at: "/teamaccess/identities" },
  );
  await screen.findByText("No identities waiting");
  await userEvent.keyboard("2");
  await screen.findByRole("row", { name: /Ruth Adeyemi/ });
  await userEvent.keyboard("j{Enter}");
  return { ...page, panel: await screen.findByRole("region", { name: "Ruth Adeyemi" }) };
}
const send = () => userEvent.keyboard("{Control>}{Enter}{/Control}");

test("the photo that was sent is shown first, and by a key those it is compared with", async () => {
  const { api, panel } = await show(RECOVERY);
  expect(api.inputs("ops.recoveries.list")[0]).toMatchObject({ status: "submitted" });
  const source = () => within(panel).getByRole("img").getAttribute("src");
  expect(source()).toBe(ownAddress("/api/ops/documents/new"));
  await userEvent.keyboard("s");
  expect(source()).toBe(ownAddress("/api/ops/documents/old-selfie"));
  await userEvent.keyboard("n");
  expect(source()).toBe(ownAddress("/api/ops/documents/new"));
});

test("it is approved", async () => {
  const { api } = await show(RECOVERY);
  await userEvent.keyboard("y");
  const drawer = await screen.findByRole("dialog", { name: "Turn off two-step login for Ruth Adeyemi" });
  await userEvent.type(within(drawer).getByLabelText("Why (optional)"), "Same face");
  await send();
  await waitFor(() =>
    expect(api.inputs("ops.recoveries.approve")).toEqual([{ id: "recovery-1", internal_note: "Same face" }]),
  );
});

test("it is rejected with what the customer reads, also when it was approved", async () => {
  const { api } = await show({ ...RECOVERY, status: "waiting", due_at: "2026-11-26T08:00:00.000Z" });
  expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
  await userEvent.keyboard("x");
  const drawer = await screen.findByRole("dialog", { name: "Reject: Ruth Adeyemi" });
  await userEvent.click(within(drawer).getByRole("button", { name: "The photo isn’t of you with your ID." }));
  await send();
  await waitFor(() =>
    expect(api.inputs("ops.recoveries.reject")).toEqual([
      { id: "recovery-1", message: "The photo isn’t of you with your ID." },
    ]),
  );
});

test("a colleague who was first is named", async () => {
  const { act } = await show(RECOVERY);
  await userEvent.keyboard("x");
  const drawer = await screen.findByRole("dialog");
  await userEvent.type(within(drawer).getByLabelText("Message"), "No");
  await act({ "ops.recoveries.list": () => ({ data: [], meta: { current_page: 1, last_page: 1 } }) });
  expect(await within(drawer).findByText(/^finn@mail\.example: Recovery rejected/)).toBeDefined();
});
