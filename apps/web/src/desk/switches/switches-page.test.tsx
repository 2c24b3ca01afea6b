import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { staffOf } from "../../testing/users.ts";
import { SwitchesPage } from "./switches-page.tsx";

afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

const trading = (paused: boolean) => () => [
  { what: "trading", paused, message: null, reason: null, set_by: null, set_at: null },
];

describe("the drawer of a switch", () => {
  test.each([
    [false, "Pause: Trading", "pause"],
    [true, "Resume: Trading", "resume"],
  ])(
    "while paused is %s does what it was opened for, whatever a colleague does meanwhile",
    async (paused, title, act) => {
      setSession(staffOf("admin"));
      const page = await renderLive(<SwitchesPage />, {
        "ops.switches.list": trading(paused),
        "ops.switches.set": () => ({}),
        "ops.audit.list": lastAct("switch.set"),
      });
      await userEvent.click(await screen.findByText("Trading"));
      const drawer = await screen.findByRole("dialog", { name: title });
      expect(page.address()).toContain(`act=${act}`);
      await page.act({ "ops.switches.list": trading(!paused) });
      expect(await within(drawer).findByText(/^finn@mail\.example: Switch set, /)).toBeDefined();
      expect(screen.getByRole("dialog", { name: title })).toBe(drawer);
      await userEvent.keyboard("{Control>}{Enter}{/Control}");
      expect(page.api.inputs("ops.switches.set")).toEqual([]);
    },
  );

  test("is opened by the button of its row, which says who set it last", async () => {
    setSession(staffOf("admin"));
    const page = await renderLive(<SwitchesPage />, {
      "ops.switches.list": () => [
        {
          what: "trading",
          paused: true,
          message: "Back at noon.",
          reason: null,
          set_by: "finn",
          set_at: "2026-11-22T09:00:00.000Z",
        },
      ],
      "ops.audit.list": lastAct("switch.set"),
    });
    expect(await screen.findByText(/, finn@mail\.example$/)).toBeDefined();
    await userEvent.click(screen.getByRole("switch", { name: "Trading", checked: false }));
    expect(await screen.findByRole("dialog", { name: "Resume: Trading" })).toBeDefined();
    expect(page.address()).toContain("act=resume");
  });

  test("why it was paused, and who let it go on, is said after that too", async () => {
    setSession(staffOf("admin"));
    const line = (id: string, actor: string, details: object) => ({
      id,
      actor,
      actor_name: actor === "finn" ? "finn@mail.example" : null,
      action: "switch.set",
      subject: "trading",
      subject_name: null,
      details,
      created_at: "2026-11-22T09:00:00.000Z",
    });
    await renderLive(<SwitchesPage />, {
      "ops.switches.list": () => [
        { ...trading(false)()[0], set_by: "finn", set_at: "2026-11-22T09:00:00.000Z" },
        { ...trading(false)()[0], what: "deposits", set_by: "cli" },
      ],
      "ops.audit.list": () => ({
        data: [
          line("2", "finn", { paused: false }),
          line("1", "system", { paused: true, reason: "prices are in doubt", message: "Back at noon" }),
        ],
        meta: { current_page: 1, last_page: 1, per_page: 100, total: 2 },
      }),
    });
    const row = (await screen.findByText(/, finn@mail\.example$/)).closest("tr");
    expect(row?.textContent).toContain("Was paused: prices are in doubt. Back at noon");
    expect(screen.getByText("Deposits").closest("tr")?.textContent).toContain("The command line");
  });

  test("pauses", async () => {
    setSession(staffOf("admin"));
    const { api } = await renderLive(
      <SwitchesPage />,
      { "ops.switches.list": trading(false), "ops.switches.set": () => ({}) },
      { at: "/?what=trading&act=pause" },
    );
    const drawer = await screen.findByRole("dialog", { name: "Pause: Trading" });
    await userEvent.click(within(drawer).getByRole("button", { name: /^Pause/ }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.switches.set")).toEqual([{ what: "trading", paused: true }]);
  });
});
