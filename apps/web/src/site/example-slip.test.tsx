import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { newRate } from "../testing/exchange-pages.tsx";
import { later, Refusal, standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { PriceChart } from "../rates/price-chart.tsx";
import { RatesTable } from "../rates/rates-table.tsx";
import { ExampleSlip } from "./example-slip.tsx";

test("the example is the rate and the fee of this moment", async () => {
  const api = standInApi({ "quotes.getRate": newRate, "rates.list": () => [] });
  await renderScreen(<ExampleSlip />);
  await waitFor(() => expect(screen.getByText("Our fee, 1%")).toBeDefined());
  expect(api.inputs("quotes.getRate")).toEqual([
    { credit_currency: "AUD", debit_currency: "BTC", credit: 1 },
  ]);
  const lines = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(lines).toEqual(["1,000.00 AUD", "−10.00 AUD", "990.00 AUD", "150,000.00 AUD", "0.00659999 BTC"]);
});

test("its rate is asked for with the prices next to it, which are asked for once", async () => {
  const prices = later();
  const api = standInApi({
    "quotes.getRate": newRate,
    "rates.list": () => prices.promise,
    "rates.history": () => ({ symbol: "BTC", in: "AUD", points: [] }),
  });
  await renderScreen(
    <>
      <ExampleSlip />
      <RatesTable withDay />
      <PriceChart coin="BTC" fiat="AUD" />
    </>,
  );
  await waitFor(() => expect(api.inputs("rates.list")).toEqual([{ symbols: "BTC,ETH", in: "AUD" }]));
  expect(api.inputs("quotes.getRate")).toEqual([]);
  prices.answer([{ symbol: "BTC", rate: "150000", rate_with_fee: "148500.00", change_24h: "1.24" }]);
  await waitFor(() => expect(screen.getByText("Our fee, 1%")).toBeDefined());
  expect(screen.getByText("148,500.00 AUD")).toBeDefined();
  expect(screen.getAllByText(/^\+1\.24%/)).toHaveLength(2);
  expect(api.inputs("rates.list")).toHaveLength(1);
});

test("without a rate there is no example", async () => {
  standInApi({
    "rates.list": () => [],
    "quotes.getRate": () => {
      throw new Refusal("rate_unavailable");
    },
  });
  await renderScreen(<ExampleSlip />);
  expect(screen.getByText("Example at the current rate")).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("figure")).toBeNull(), { timeout: 5_000 });
});
