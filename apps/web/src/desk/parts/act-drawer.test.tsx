import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct } from "../../testing/live-desk.tsx";
import { renderScreen } from "../../testing/render-app.tsx";
import { Refusal, standInApi, type Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { actCall } from "./act-call.ts";
import { ActDrawer } from "./act-drawer.tsx";

afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
  clearAlerts();
});

function Page({ id, kind = "primary" }: { readonly id: string; readonly kind?: "primary" | "danger" }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open again
      </button>
      {open && (
        <ActDrawer
          title="Block"
          button="Block customer"
          kind={kind}
          subject={id}
          fields={[
            {
              name: "internal_note",
              label: "Why",
              lines: true,
              presets: ["Asked by the customer"],
            },
          ]}
          done="Customer blocked"
          call={({ internal_note: note = "" }) => actCall("ops.customers.block", { id, internal_note: note })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

let made = 0;
async function show(block: Answerer, more: Readonly<Record<string, Answerer>> = {}) {
  const api = standInApi({ "ops.customers.block": block, ...more });
  await renderScreen(<Page id={`customer-${(made += 1)}`} />);
  return api;
}
const press = (name: string | RegExp): Promise<void> => userEvent.click(screen.getByRole("button", { name }));

describe("an act at the side", () => {
  test("shows the server's preview once all is filled in, and is done by one button", async () => {
    const api = await show(() => ({}), {
      "ops.acts.preview": () => ({
        changes: [{ what: "Account", before: "Verified", after: "Blocked", now: false }],
        reads: {
          to: null,
          subject: "They’ll see this the next time they try. No email is sent.",
          text: "Account blocked. Contact support.",
        },
        reasons: ["Two people block an account."],
      }),
    });
    await press(/^Block customer/);
    expect(await screen.findByText("Why is a required field")).toBeDefined();
    expect(api.inputs("ops.customers.block")).toEqual([]);
    expect(api.inputs("ops.acts.preview")).toEqual([]);
    await userEvent.type(screen.getByLabelText("Why"), "Fraud");
    for (const text of [
      "Verified",
      "Blocked",
      "Account blocked. Contact support.",
      "Two people block an account.",
    ])
      expect(await screen.findByText(text)).toBeDefined();
    expect(api.inputs("ops.acts.preview").at(-1)).toMatchObject({
      act: "ops.customers.block",
      input: { internal_note: "Fraud" },
    });
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.customers.block")).toMatchObject([{ internal_note: "Fraud" }]);
    expect(await screen.findByText("Customer blocked")).toBeDefined();
  });

  test("that does harm can be pressed once all is filled in, and the keys say what is missing", async () => {
    const api = standInApi({ "ops.customers.block": () => ({}) });
    await renderScreen(<Page id="customer-harm" kind="danger" />);
    const button: HTMLButtonElement = screen.getByRole("button", { name: /^Block customer/ });
    expect(button.disabled).toBe(true);
    await userEvent.type(screen.getByLabelText("Why"), "{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Why is a required field")).toBeDefined();
    expect(api.inputs("ops.customers.block")).toEqual([]);
    await userEvent.type(screen.getByLabelText("Why"), "Fraud");
    expect(button.disabled).toBe(false);
  });

  test.each(["primary", "danger"] as const)(
    "is sent by its button or Ctrl Enter, never by Enter in a field: %s",
    async (kind) => {
      const run = vi.fn<() => Promise<object>>(() => Promise.resolve({}));
      standInApi({});
      await renderScreen(
        <ActDrawer
          title="Pause"
          subject="pair:BTC/AUD"
          button="Pause"
          kind={kind}
          fields={[{ name: "message", label: "Message", optional: true }]}
          done="Paused"
          run={run}
          onClose={() => undefined}
        />,
      );
      await userEvent.type(await screen.findByLabelText("Message (optional)"), "{Enter}{Enter}");
      expect(run).not.toHaveBeenCalled();
      await userEvent.keyboard("{Control>}{Enter}{/Control}");
      expect(run).toHaveBeenCalledOnce();
    },
  );

  test("that isn’t possible has the way back alone", async () => {
    standInApi({});
    await renderScreen(
      <ActDrawer
        title="Close and erase"
        subject="someone"
        button="Close account"
        isPossible={false}
        done="Account closed"
        run={() => Promise.resolve({})}
        onClose={() => undefined}
      />,
    );
    expect(await screen.findByRole("button", { name: "Back" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Close account" })).toBeNull();
  });

  test("says why the server would refuse it, and can be sent all the same", async () => {
    await show(() => ({}), {
      "ops.acts.preview": () => {
        throw new Refusal("own_act");
      },
    });
    await userEvent.type(await screen.findByLabelText("Why"), "Fraud");
    expect(await screen.findByText("Someone else must approve this.")).toBeDefined();
    expect((screen.getByRole("button", { name: /^Block customer/ }) as HTMLButtonElement).disabled).toBe(
      false,
    );
  });

  test("a text that fits often is there by a press", async () => {
    await show(() => ({}));
    await press("Asked by the customer");
    expect((screen.getByLabelText("Why") as HTMLTextAreaElement).value).toBe("Asked by the customer");
  });

  test("keeps what was typed when it is closed", async () => {
    await show(() => ({}));
    await userEvent.type(await screen.findByLabelText("Why"), "Half a thou");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("Open again");
    expect(((await screen.findByLabelText("Why")) as HTMLTextAreaElement).value).toBe("Half a thou");
  });

  test("what was typed is not for the next one who is signed in in this page", async () => {
    setSession(staffOf("compliance"));
    await show(() => ({}));
    await userEvent.type(await screen.findByLabelText("Why"), "Half a thou");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    act(() => setSession(null));
    await press("Open again");
    expect(((await screen.findByLabelText("Why")) as HTMLTextAreaElement).value).toBe("");
  });

  test("what no one touched is as it is now when it is opened again, what was typed is kept", async () => {
    const props = {
      title: "Change roles",
      button: "Set roles",
      done: "Roles set",
      subject: "member",
      run: () => Promise.resolve({}),
      onClose: () => undefined,
    };
    const drawer = (roles: string) => (
      <ActDrawer
        {...props}
        fields={[
          { name: "roles", label: "Roles", initial: roles },
          { name: "why", label: "Why" },
        ]}
      />
    );
    standInApi({});
    const first = await renderScreen(drawer("finance"));
    await userEvent.type(await screen.findByLabelText("Why"), "Moved");
    first.unmount();
    await renderScreen(drawer("admin"));
    expect(((await screen.findByLabelText("Roles")) as HTMLInputElement).value).toBe("admin");
    expect((screen.getByLabelText("Why") as HTMLInputElement).value).toBe("Moved");
  });

  test("fields that come and go while it is open are asked for as they are", async () => {
    const run = vi.fn<(values: object) => Promise<object>>(() => Promise.resolve({}));
    function Changing() {
      const [asks, setAsks] = useState(false);
      return (
        <>
          <ActDrawer
            title="Close"
            subject="changing"
            button="Close it"
            about={<input aria-label="Other" onChange={() => setAsks((before) => !before)} />}
            fields={asks ? [{ name: "internal_note", label: "Why", lines: true }] : []}
            done="Closed"
            run={run}
            onClose={() => undefined}
          />
        </>
      );
    }
    standInApi({});
    await renderScreen(<Changing />);
    await userEvent.type(await screen.findByLabelText("Other"), "1");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Why is a required field")).toBeDefined();
    await userEvent.type(screen.getByLabelText("Why"), "Late");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(run).toHaveBeenCalledWith({ internal_note: "Late" }));
  });

  test("waiting for a second person is a state of its own", async () => {
    await show(() => ({
      outcome: "awaiting_approval",
      approval: { id: "1", act: "x", reasons: ["10,000.00 or more"], expires_at: "2026-11-25T00:00:00.000Z" },
    }));
    await userEvent.type(await screen.findByLabelText("Why"), "Because");
    await press(/^Block customer/);
    expect(await screen.findByText("Waiting for a second person")).toBeDefined();
    expect(screen.getByText("10,000.00 or more")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Block customer/ })).toBeNull();
  });

  test("who came second reads who did what when, and keeps what was typed", async () => {
    await show(
      () => {
        throw new Refusal("state_conflict");
      },
      {
        "ops.audit.list": lastAct("customer.blocked"),
      },
    );
    await userEvent.type(await screen.findByLabelText("Why"), "Because");
    await press(/^Block customer/);
    expect(await screen.findByText(/^finn@mail\.example: Customer blocked, /)).toBeDefined();
    expect((screen.getByLabelText("Why") as HTMLTextAreaElement).value).toBe("Because");
  });
});
