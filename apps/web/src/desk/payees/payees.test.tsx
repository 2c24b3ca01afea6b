import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { PayoutRow } from "@wattle/contracts/payouts";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { Payees } from "./payees.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

const row = (place: number, warnings: readonly string[] = []): PayoutRow => ({
  reference: `REF${place}`,
  amount: "10.00",
  status: "requested",
  customer: { id: String(place), email: "c@mail.example", name: `Payee ${place}` },
  account_name: `Payee ${place}`,
  account: `account ${place}`,
  account_added_at: null,
  payable: true,
  warnings: [...warnings],
});
const batchOf = (count: number, unusual: (place: number) => boolean) => ({
  currency: "AUD",
  total: `${count}0.00`,
  rows: Array.from({ length: count }, (_, place) => row(place + 1, unusual(place + 1) ? ["Odd"] : [])),
});
const inSight = (): (string | undefined)[] =>
  [...screen.getByRole("list", { name: "Payments" }).children].map(
    ({ textContent }) => /^Payee (\d+)10\.00/.exec(textContent)?.[1],
  );
const upTo = (count: number): string[] => Array.from({ length: count }, (_, place) => String(place + 1));

async function show(count: number, unusual: (place: number) => boolean = () => false): Promise<void> {
  standInApi({});
  await renderScreen(<Payees batch={batchOf(count, unusual)} />);
}

test("of many payments twelve are in sight, what is to be looked at first, and the rest is a press away", async () => {
  await show(40, (place) => place === 39);
  expect(inSight()).toEqual(["39", ...upTo(11)]);
  await userEvent.click(screen.getByRole("button", { name: "Show all 40" }));
  expect(inSight()).toEqual(["39", ...upTo(38), "40"]);
  // The focus stays where it was.
  await userEvent.click(screen.getByRole("button", { name: "Show fewer" }));
  expect(inSight()).toHaveLength(12);
  expect(screen.getByText("Total").parentElement?.textContent).toBe("Total400.00 AUD");
});

test("what is to be looked at is never hidden, however much it is", async () => {
  await show(40, (place) => place <= 20);
  expect(inSight()).toEqual(upTo(20));
});

test("twelve payments are all in sight", async () => {
  await show(12);
  expect(inSight()).toEqual(upTo(12));
  expect(screen.queryByRole("button")).toBeNull();
});

test("the customer is named where the account has another name, not where only letters differ in size", async () => {
  standInApi({});
  const [named, other] = [row(1), row(2)];
  await renderScreen(
    <Payees
      batch={{
        currency: "AUD",
        total: "20.00",
        rows: [
          { ...named, account_name: "PAYEE  1" },
          { ...other, account_name: "P Two" },
        ],
      }}
    />,
  );
  expect(screen.queryByText("Customer: Payee 1")).toBeNull();
  expect(screen.getByText("Customer: Payee 2")).toBeDefined();
});
