import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { ARRIVED_LINE } from "../../testing/arrived-line.ts";
import { setSession } from "../../session/session-store.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeys } from "../parts/keys.ts";
import { GoToBox } from "./go-to-box.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  setSession(null);
});

const MARY = {
  id: "mary",
  first_name: "Mary",
  last_name: "Quist",
  email: "mary@mail.example",
  status: "verified",
};

const OPEN = {
  id: "deposit",
  reference: "AAAA-AAAA-AAAA",
  credit: "275.00",
  credit_currency: "AUD",
  customer: MARY,
};

test("what another text has found is not opened by Enter, and an empty one asks for nothing", async () => {
  const api = standInApi({
    "ops.customers.search": () => ({ data: [MARY], meta: { current_page: 1, last_page: 1 } }),
  });
  const closed = vi.fn<() => void>();
  const page = await renderScreen(<GoToBox screens={[]} onClose={closed} onLogOut={() => undefined} />);
  const field = await screen.findByRole("combobox");
  await userEvent.type(field, "mary");
  expect(await screen.findByRole("option", { name: /^Mary Quist/ })).toBeDefined();
  await userEvent.clear(field);
  await userEvent.type(field, "q");
  await waitFor(() => expect(screen.queryByRole("option", { name: /^Mary Quist/ })).toBeNull());
  await userEvent.keyboard("{Enter}");
  expect(page.address()).toBe("/");
  await userEvent.clear(field);
  expect(screen.queryByRole("option", { name: /^Mary Quist/ })).toBeNull();
  expect(api.inputs("ops.customers.search")).not.toContainEqual({ page: 1, per_page: 8 });
});

test.each([
  ["the only customer that is found", "mary", [MARY], "line"],
  ["none of several", "quist", [MARY, { ...MARY, id: "marco" }], undefined],
])("has the bank lines that wait to be credited: %s", async (_whose, typed, data, line) => {
  const api = standInApi({
    "ops.customers.search": () => ({ data, meta: { current_page: 1, last_page: 1 } }),
    "ops.bankLines.list": () => ({ data: [ARRIVED_LINE] }),
    "ops.deposits.list": () => ({ data: [OPEN], next: null }),
  });
  await renderScreen(<GoToBox screens={[]} onClose={() => undefined} onLogOut={() => undefined} />);
  await userEvent.type(await screen.findByRole("combobox"), typed);
  expect(await screen.findAllByRole("option", { name: /^Mary Quist/ })).toHaveLength(data.length);
  if (line === undefined) expect(api.inputs("ops.bankLines.list")).toEqual([]);
  else {
    await screen.findByRole("option", { name: /^Where is 275\.00 AUD\?/ });
    await screen.findByRole("option", { name: /^275\.00 AUD arrived 26 Nov, reference off by one letter/ });
  }
});

test("a closed account is named by its state, not by an address that was made up", async () => {
  const closed = { ...MARY, first_name: "", last_name: "", email: "closed-01a@closed.invalid" };
  standInApi({
    "ops.customers.search": () => ({ data: [closed], meta: { current_page: 1, last_page: 1 } }),
  });
  await renderScreen(<GoToBox screens={[]} onClose={() => undefined} onLogOut={() => undefined} />);
  await userEvent.type(await screen.findByRole("combobox"), "clara");
  const option = await screen.findByRole("option", { name: /^Closed account/ });
  expect(option.textContent).not.toContain("closed.invalid");
});

test("has what the screen does, and does it", async () => {
  standInApi({});
  const held = vi.fn<() => void>();
  function Screen() {
    const [open, setOpen] = useState(false);
    useKeys([
      { keys: "h", does: "Hold", run: held },
      { keys: "j", does: "Next row", run: () => undefined },
    ]);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Search
        </button>
        {open && <GoToBox screens={[]} onClose={() => setOpen(false)} onLogOut={() => undefined} />}
      </>
    );
  }
  await renderScreen(<Screen />);
  await userEvent.click(await screen.findByRole("button", { name: "Search" }));
  await userEvent.type(await screen.findByRole("combobox"), "hold");
  expect(screen.queryByRole("option", { name: /Next row/ })).toBeNull();
  expect(screen.getByRole("group", { name: "On this screen" })).toBeDefined();
  await userEvent.keyboard("{Enter}");
  expect(held).toHaveBeenCalledTimes(1);
});

test("the first four letters of a reference find its transactions", async () => {
  const other = { ...OPEN, id: "other", reference: "BBBB-AAAA-AAAA" };
  const api = standInApi({
    "ops.customers.search": () => ({ data: [], meta: { current_page: 1, last_page: 1 } }),
    "ops.deposits.list": () => ({ data: [OPEN, other], next: null }),
    "ops.withdrawals.list": () => ({ data: [], next: null }),
  });
  const page = await renderScreen(
    <GoToBox screens={[]} onClose={() => undefined} onLogOut={() => undefined} />,
  );
  await userEvent.type(await screen.findByRole("combobox"), "aaaa-a");
  await screen.findByRole("option", { name: /^AAAA-AAAA-AAAA/ });
  expect(screen.queryByRole("option", { name: /^BBBB/ })).toBeNull();
  expect(api.inputs("ops.deposits.list")).toContainEqual({ text: "AAAA-A", newest_first: true });
  await userEvent.keyboard("{Enter}");
  expect(page.address()).toBe("/teamaccess/transactions?reference=AAAA-AAAA-AAAA");
});

test.each([
  ["admin", ["Hold a customer…", "Pause a market…"]],
  ["support", []],
] as const)("acts that begin elsewhere are there for whom may do them: %s", async (role, acts) => {
  setSession(staffOf(role));
  standInApi({});
  await renderScreen(<GoToBox screens={[]} onClose={() => undefined} onLogOut={() => undefined} />);
  await screen.findByRole("option", { name: "Log out" });
  for (const name of ["Hold a customer…", "Pause a market…"])
    expect(screen.queryAllByRole("option", { name })).toHaveLength(
      (acts as readonly string[]).includes(name) ? 1 : 0,
    );
});
