import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { newRate } from "../testing/exchange-pages.tsx";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { ExampleSlip } from "./example-slip.tsx";

test("the example is the rate and the fee of this moment", async () => {
  const api = standInApi({ "quotes.getRate": newRate });
  await renderScreen(<ExampleSlip />);
  await waitFor(() => expect(screen.getByText("Our fee, 1%")).toBeDefined());
  expect(api.inputs("quotes.getRate")).toEqual([
    { credit_currency: "AUD", debit_currency: "BTC", credit: 1 },
  ]);
  const lines = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(lines).toEqual(["1,000.00 AUD", "−10.00 AUD", "990.00 AUD", "150,000.00 AUD", "0.00659999 BTC"]);
});

test("without a rate there is no example", async () => {
  standInApi({
    "quotes.getRate": () => {
      throw new Refusal("rate_unavailable");
    },
  });
  await renderScreen(<ExampleSlip />);
  expect(screen.getByText("Example at the current rate")).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("figure")).toBeNull(), { timeout: 5_000 });
});
