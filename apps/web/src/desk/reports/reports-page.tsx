import { isDay, localDay } from "@wattle/contracts/days";
import { useState } from "react";
import { Screen } from "../parts/desk-screen.tsx";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { Views } from "../parts/views.tsx";
import { deskZone } from "../parts/zone.ts";
import { BalancesReport } from "./balances-report.tsx";
import { FeesReport } from "./fees-report.tsx";
import { PeriodBar } from "./period-bar.tsx";
import { lastDays, type Days } from "../parts/period.ts";
import { SignUpsReport } from "./sign-ups-report.tsx";
import { TradesReport } from "./trades-report.tsx";
import { VolumeReport } from "./volume-report.tsx";

const VIEWS = [
  ["fees", "Fees"],
  ["volume", "Volume"],
  ["signups", "Sign-ups"],
  ["trades", "Trades"],
  ["balances", "Balances"],
] as const;
const REPORTS = {
  fees: FeesReport,
  volume: VolumeReport,
  signups: SignUpsReport,
  trades: TradesReport,
  balances: BalancesReport,
} as const;
const SHOWN_DAYS = 30;

/** Earnings, trades, holdings and sign-ups, in local days. */
export function ReportsPage() {
  const { search } = useDeskSearch();
  // A page that is open over midnight goes on with the days it has.
  const [today] = useState(() => localDay(Date.now(), deskZone()));
  const { from, to } = search;
  const last = isDay(to) ? to : today;
  const days: Days = { from: isDay(from) ? from : lastDays(SHOWN_DAYS, last).from, to: last };
  const [view] = VIEWS.find(([name]) => name === search["view"]) ?? VIEWS[0];
  const Report = REPORTS[view];
  return (
    <Screen title="Reports">
      <Views label="Reports" views={VIEWS} view={view} forget={["after", "pair", "in"]} />
      <PeriodBar key={`${days.from} ${days.to}`} days={days} today={today} />
      <Report key={`${view} ${days.from} ${days.to}`} days={days} />
    </Screen>
  );
}
