import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { setSilently } from "../testing/set-silently.ts";
import { describe, expect, test } from "vitest";
import { TypedAmountField } from "./typed-amount-field.tsx";
import { useTypedAmount } from "./use-typed-amount.ts";

function Form({ max = 100_000_000n }: { readonly max?: bigint }) {
  const [code, setCode] = useState("AUD");
  const amount = useTypedAmount(code, (units) => (units > max ? "Too much" : undefined));
  return (
    <>
      <button type="button">before</button>
      <TypedAmountField label="Amount" amount={amount} codes={["AUD", "NGN"]} onCode={setCode} />
      <button type="button" onClick={() => amount.set(25_094_975n)}>
        Max
      </button>
      <button type="button" onClick={() => amount.judge()}>
        Judge
      </button>
      <output>{amount.text ?? "none"}</output>
    </>
  );
}

const field = (): HTMLInputElement => screen.getByLabelText("Amount");
const said = (): string => screen.getByRole("status").textContent;

describe("an amount of money", () => {
  test.each([
    ["1500", "1,500.00", "1500.00"],
    ["1500.5", "1,500.50", "1500.50"],
    [".5", "0.50", "0.50"],
    ["007", "7.00", "7.00"],
    ["1,500.00", "1,500.00", "1500.00"],
    ["0,05", "0.05", "0.05"],
  ])("%s is shown as %s and means %s", async (typed, shown, text) => {
    render(<Form />);
    await userEvent.type(field(), typed);
    await userEvent.tab();
    expect(field().value).toBe(shown);
    expect(said()).toBe(text);
  });

  test.each([
    ["", "Enter amount"],
    ["0", "Enter an amount above zero"],
    ["1.234", "Too many decimals for this currency"],
    ["1e3", "Enter an amount like 100.00 (BTC: 0.01)"],
    ["-5", "Enter a positive amount"],
    ["1000000.01", "Too much"],
  ])("%j is told %s", async (typed, message) => {
    render(<Form />);
    if (typed !== "") await userEvent.type(field(), typed);
    await userEvent.click(screen.getByRole("button", { name: "Judge" }));
    expect(screen.getByText(message)).toBeDefined();
  });

  test("what a program sets without any event is taken over", async () => {
    render(<Form />);
    setSilently(field(), "250");
    await waitFor(() => expect(said()).toBe("250.00"));
  });

  test("letters stay where they were typed, arrow keys step by a cent", async () => {
    render(<Form />);
    await userEvent.type(field(), "1e3");
    expect(field().value).toBe("1e3");
    await userEvent.clear(field());
    await userEvent.type(field(), "12");
    await userEvent.type(field(), "{ArrowUp}{ArrowUp}{ArrowDown}");
    expect(field().value).toBe("12.01");
  });
});
