import { render, screen } from "@testing-library/react";
import type { PauseNotice } from "@wattle/contracts/switches";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { QueryClientProvider } from "@tanstack/react-query";
import { freezeClocks, pass } from "../testing/exchange-pages.tsx";
import { standInApi } from "../testing/stand-in-api.ts";
import { createClients } from "../clients.ts";
import { trpc } from "../trpc.ts";
import { PauseBanner, pauseText } from "./pause-banner.tsx";

beforeEach(freezeClocks);
afterEach(() => {
  vi.useRealTimers();
});

describe("what a pause says", () => {
  test.each<[PauseNotice, string]>([
    [
      { what: "trading", message: null, by_system: false },
      "Trading is paused. Your balances aren’t affected.",
    ],
    [
      { what: "withdrawals", message: "Our bank is away until noon.", by_system: false },
      "Withdrawals are paused. Our bank is away until noon. Your balances aren’t affected.",
    ],
    [{ what: "deposits", message: null, by_system: false }, "Deposits are paused. Please don’t pay yet."],
    [{ what: "sign-ups", message: "Back at noon.", by_system: false }, "Sign-ups are paused. Back at noon."],
    [
      { what: "coins-in", message: null, by_system: false },
      "Crypto deposits are paused. Please don’t send coins yet.",
    ],
    [
      { what: "network:bitcoin", message: null, by_system: false },
      "Bitcoin deposits and withdrawals are paused. Your balances aren’t affected.",
    ],
    [{ what: "pair:BTC/AUD", message: null, by_system: true }, "BTC/AUD is paused while we check the price."],
    [
      { what: "pair:BTC/AUD", message: null, by_system: false },
      "BTC/AUD is paused. Your balances aren’t affected.",
    ],
    [
      { what: "pair:BTC/AUD", message: "Back at noon.", by_system: false },
      "BTC/AUD is paused. Back at noon.",
    ],
    [{ what: "buy:BTC", message: null, by_system: true }, "Buying BTC is paused."],
    [
      { what: "sell:ETH", message: "Back at noon.", by_system: false },
      "Selling ETH is paused. Back at noon.",
    ],
  ])("%o", (notice, text) => {
    expect(pauseText(notice)).toBe(text);
  });
});

test("an open page learns of a pause, and of its end, without a reload", async () => {
  let paused: PauseNotice[] = [];
  standInApi({ "switches.paused": () => paused });
  const { trpcClient, queryClient } = createClients();
  render(
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <PauseBanner />
      </QueryClientProvider>
    </trpc.Provider>,
  );
  await pass(50);
  const banner = screen.getByLabelText("Paused");
  expect(banner.hidden).toBe(true);
  paused = [{ what: "trading", message: null, by_system: false }];
  await pass(10_000);
  expect(banner.hidden).toBe(false);
  expect(banner.textContent).toBe("Trading is paused. Your balances aren’t affected.");
  paused = [];
  await pass(10_000);
  expect(banner.hidden).toBe(true);
});
