import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { StatementsPage } from "./statements-page.tsx";

const AUD = { currency: "AUD", in: "0.00", out: "1250.50", closing: "90071992547409.93" };
const BTC = { currency: "BTC", in: "0.01000000", out: "0.00000000", closing: "0.01000000" };
const MONTHS = {
  months: [
    { month: "2026-01", is_complete: false, accounts: [{ ...AUD, out: "0.00" }] },
    { month: "2025-12", is_complete: true, accounts: [AUD, BTC] },
    { month: "2025-11", is_complete: true, accounts: [] },
  ],
};

describe("monthly statements", () => {
  afterEach(() => vi.restoreAllMocks());
  const show = () => renderScreen(<StatementsPage />, "/dashboard/statements");

  test("each year has its months, and each month its files", async () => {
    const asked: unknown[] = [];
    const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    standInApi({
      "monthlyStatements.months": () => MONTHS,
      "monthlyStatements.file": (input) => {
        asked.push(input);
        return { filename: "statement-2025-12.pdf", type: "application/pdf", content: btoa("%PDF-") };
      },
    });
    await show();
    const monthsOf = (year: string) =>
      within(screen.getByRole("table", { name: `Statements of ${year}` }))
        .getAllByRole("row")
        .slice(1)
        .map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent));
    await screen.findByRole("heading", { name: "2026" });
    expect([monthsOf("2026"), monthsOf("2025")]).toEqual([
      [["January (so far)", "–", "–", "90,071,992,547,409.93 AUD", "PDFCSV"]],
      [
        ["December", "−1,250.50 AUD", "+0.01000000 BTC", "90,071,992,547,409.93 AUD0.01000000 BTC", "PDFCSV"],
        ["November", "–", "–", "–", "PDFCSV"],
      ],
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Download PDF of December 2025" }));
    await waitFor(() => expect(made).toHaveBeenCalledOnce());
    expect(asked).toMatchObject([{ month: "2025-12", kind: "pdf" }]);
    await userEvent.click(screen.getByRole("button", { name: "Download CSV of January 2026" }));
    await waitFor(() => expect(asked).toMatchObject([{}, { month: "2026-01", kind: "csv" }]));
  });

  test("a customer without a movement is told where they will be", async () => {
    standInApi({ "monthlyStatements.months": () => ({ months: [] }) });
    await show();
    expect(await screen.findByText("No statements yet")).toBeDefined();
  });

  test("a failure can be tried again", async () => {
    let failing = true;
    standInApi({
      "monthlyStatements.months": () => {
        if (failing) throw new Refusal("server_error");
        return MONTHS;
      },
    });
    await show();
    const again = await screen.findByRole("button", { name: "Try again" });
    failing = false;
    await userEvent.click(again);
    expect(await screen.findByRole("heading", { name: "2025" })).toBeDefined();
  });
});
