import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { StatementsButton } from "./statements.tsx";

const MONTHS = {
  months: [
    { month: "2026-11", is_complete: false },
    { month: "2026-10", is_complete: true },
  ],
};

describe("monthly statements", () => {
  afterEach(() => {
    window.location.hash = "";
  });
  const open = async () => {
    await renderScreen(<StatementsButton />, "/dashboard/transactions-history");
    await userEvent.click(screen.getByRole("button", { name: "Statements" }));
    return within(await screen.findByRole("dialog", { name: "Monthly statements" }));
  };

  test("the newest whole month is chosen first, and another one can be", async () => {
    const asked: unknown[] = [];
    const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    standInApi({
      "monthlyStatements.months": () => MONTHS,
      "monthlyStatements.file": (input) => {
        asked.push(input);
        return { filename: "statement-2026-10.pdf", type: "application/pdf", content: btoa("%PDF-") };
      },
    });
    const dialog = await open();
    const month = await dialog.findByRole("combobox", { name: "Month" });
    expect(
      within(month)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["November 2026 (so far)", "October 2026"]);
    expect(month).toHaveProperty("value", "2026-10");
    await userEvent.click(dialog.getByRole("button", { name: "Download PDF" }));
    await waitFor(() => expect(made).toHaveBeenCalledOnce());
    expect(asked).toMatchObject([{ month: "2026-10", kind: "pdf" }]);
    await userEvent.selectOptions(month, "2026-11");
    await userEvent.click(dialog.getByRole("button", { name: "Download CSV" }));
    await waitFor(() => expect(asked).toMatchObject([{}, { month: "2026-11", kind: "csv" }]));
  });

  test("a customer without a movement is told where they will be", async () => {
    standInApi({ "monthlyStatements.months": () => ({ months: [] }) });
    const dialog = await open();
    expect(await dialog.findByText("No statements yet")).toBeDefined();
  });

  test("a failure can be tried again", async () => {
    let failing = true;
    standInApi({
      "monthlyStatements.months": () => {
        if (failing) throw new Refusal("server_error");
        return MONTHS;
      },
    });
    const dialog = await open();
    const again = await dialog.findByRole("button", { name: "Try again" });
    failing = false;
    await userEvent.click(again);
    expect(await dialog.findByRole("combobox", { name: "Month" })).toBeDefined();
  });

  test("the email's link opens them, once", async () => {
    window.location.hash = "#statements";
    standInApi({ "monthlyStatements.months": () => MONTHS });
    await renderScreen(<StatementsButton />, "/dashboard/transactions-history");
    expect(await screen.findByRole("dialog", { name: "Monthly statements" })).toBeDefined();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(window.location.hash).toBe(""));
  });
});
