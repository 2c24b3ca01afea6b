import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ListVersion } from "@wattle/contracts/lists";
import { afterEach, expect, test } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { Refusal, standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import { ListsPage } from "./lists-page.tsx";

afterEach(() => setSession(null));

const OWN: ListVersion = {
  id: "own",
  source: "own",
  version: "2026-11-20",
  targets: 12_345,
  imported_at: "2026-11-20T01:00:00.000Z",
  imported_by: "carmen",
  progress: null,
};

function Page() {
  useKeyboard();
  return <ListsPage />;
}

async function show(bring: () => unknown) {
  setSession(staffOf("compliance"));
  const api = standInApi({
    "ops.lists.list": () => [
      OWN,
      { ...OWN, id: "un", source: "un", targets: 5, progress: { screened: 40, customers: 100 } },
    ],
    "ops.lists.import": bring,
    "ops.approvals.list": () => ({ data: [] }),
    "ops.presence.here": () => ({ present: [] }),
  });
  await renderScreen(<Page />, "/teamaccess/lists");
  await screen.findByRole("table");
  return api;
}

async function send(): Promise<void> {
  await userEvent.keyboard("i");
  const drawer = within(await screen.findByRole("dialog", { name: "Import a list" }));
  await userEvent.selectOptions(drawer.getByLabelText("List"), "own");
  const file = new File(["name,birth_date,country,reason\nRené,1960,,\n"], "own.csv", { type: "text/csv" });
  await userEvent.upload(drawer.getByLabelText("File"), file);
  await drawer.findByText("own.csv");
  await userEvent.click(drawer.getByRole("button", { name: /Import list/ }));
}

test("each list says how many customers were compared with it", async () => {
  await show(() => OWN);
  for (const text of ["12,345", "Everyone", "40 of 100"]) screen.getByText(text);
  const bar = screen.getByRole<HTMLProgressElement>("progressbar", {
    name: "Compared with UN Security Council",
  });
  expect([bar.value, bar.max]).toEqual([40, 100]);
});

test("a file is sent as its text", async () => {
  const api = await show(() => ({ ...OWN, outcome: "done" }));
  await send();
  expect(api.inputs("ops.lists.import")).toEqual([
    { source: "own", content: "name,birth_date,country,reason\nRené,1960,,\n" },
  ]);
});

test("a refused file says why", async () => {
  await show(() => {
    throw new Refusal("validation_failed", { content: ["Line 2 is cut off"] });
  });
  await send();
  expect(await screen.findAllByText("Line 2 is cut off")).toHaveLength(2);
});
