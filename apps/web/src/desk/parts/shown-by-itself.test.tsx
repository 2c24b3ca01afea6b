import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { actCall } from "./act-call.ts";
import { ActPanel } from "./act-panel.tsx";
import { textColumn } from "./columns.tsx";
import { useKeyboard } from "./keys.ts";
import { ListAndPanel } from "./list-and-panel.tsx";

interface Row {
  readonly id: string;
}

function Page({ rows }: { readonly rows: readonly Row[] }) {
  useKeyboard();
  return (
    <ListAndPanel<Row>
      firstShows
      caption="Payouts"
      columns={[textColumn("id", "Payout", ({ id }) => id)]}
      query={{ data: rows }}
      empty={{ title: "None" }}
      panel={({ id }) => (
        <ActPanel
          title={`About ${id}`}
          kind="withdrawal"
          subject={id}
          facts={[]}
          acts={[
            {
              act: "refuse",
              letter: "x",
              label: "Refuse",
              needs: "ops.withdrawals.reject",
              possible: true,
              title: `Refuse ${id}`,
              button: "Refuse it",
              done: "Refused",
              call: () => actCall("ops.withdrawals.reject", { reference: id, message: "" }),
            },
          ]}
        />
      )}
    />
  );
}

const ROWS = [{ id: "ada" }, { id: "bob" }];
const panel = (): string | undefined =>
  screen.queryByRole("heading", { name: /^About/ })?.textContent ?? undefined;

function wide(isWide: boolean): void {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), {
        matches: isWide && query === "(min-width: 80rem)",
      }) as MediaQueryList,
  );
}

let api: ReturnType<typeof standInApi>;
beforeEach(() => {
  setSession(staffOf("finance"));
  api = standInApi({ "ops.presence.here": () => ({ present: [] }) });
});

test("with room for it the first row is shown, and neither focus nor address change, nor is anyone told", async () => {
  wide(true);
  const page = await renderScreen(<Page rows={ROWS} />, "/payouts");
  expect(panel()).toBe("About ada");
  expect(document.activeElement).toBe(document.body);
  expect(page.address()).toBe("/payouts");
  expect(api.inputs("ops.presence.here")).toEqual([]);
});

test("j begins at the first row, and Enter opens the one with the focus", async () => {
  wide(true);
  const page = await renderScreen(<Page rows={ROWS} />, "/payouts");
  await userEvent.keyboard("jj{Enter}");
  await waitFor(() => expect(panel()).toBe("About bob"));
  expect(page.address()).toBe("/payouts?row=bob");
});

test("an act on it opens it", async () => {
  wide(true);
  const page = await renderScreen(<Page rows={ROWS} />, "/payouts");
  await userEvent.keyboard("x");
  expect(await screen.findByRole("dialog", { name: "Refuse ada" })).toBeDefined();
  expect(page.address()).toBe("/payouts?row=ada&act=refuse");
});

test("without room nothing is shown by itself", async () => {
  wide(false);
  await renderScreen(<Page rows={ROWS} />, "/payouts");
  expect(panel()).toBeUndefined();
});

test.each(["/payouts?row=gone", "/payouts?act=refuse"])("%s shows no other row than it names", async (at) => {
  wide(true);
  await renderScreen(<Page rows={ROWS} />, at);
  expect(panel()).toBeUndefined();
});
