import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { later, standInApi } from "../testing/stand-in-api.ts";
import { RecurringForm } from "./recurring-form.tsx";

test("what is typed into the highest price takes the place of a suggestion that comes late", async () => {
  const prices = later();
  standInApi({ "rates.list": () => prices.promise });
  await renderScreen(
    <RecurringForm
      wanted={{}}
      choices={{ fiat: ["AUD"], crypto: ["BTC"] }}
      fiat="AUD"
      coin="BTC"
      onFiat={() => undefined}
      onCoin={() => undefined}
      calendar={{ today: "2026-03-02", run_day: "2026-03-02", time_zone: "Australia/Sydney" }}
      onMade={() => undefined}
    />,
  );
  const highest = await screen.findByLabelText<HTMLInputElement>("Highest price for 1 BTC");
  await userEvent.click(highest);
  prices.answer([{ symbol: "BTC", rate: "150000" }]);
  await waitFor(() => expect(highest.value).toBe("165,000.00"));
  await userEvent.keyboard("9");
  expect(highest.value).toBe("9");
});
