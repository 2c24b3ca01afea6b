import { approvals } from "./approvals.ts";
import { arrivals } from "./arrivals.ts";
import { audit } from "./audit.ts";
import { bank } from "./bank.ts";
import { cases } from "./cases.ts";
import { coinPayouts } from "./coin-payouts.ts";
import { customers } from "./customers.ts";
import { deposits } from "./deposits.ts";
import type { DeskScreen } from "./desk-screen.ts";
import { enquiries } from "./enquiries.ts";
import { hedging } from "./hedging.ts";
import { filings } from "./filings.ts";
import { identities } from "./identities.ts";
import { ledger } from "./ledger.ts";
import { lists } from "./lists.ts";
import { markets } from "./markets.ts";
import { outbox } from "./outbox.ts";
import { payouts } from "./payouts.ts";
import { reports } from "./reports.ts";
import { rules } from "./rules.ts";
import { switches } from "./switches.ts";
import { system } from "./system.ts";
import { team } from "./team.ts";
import { today } from "./today.ts";
import { transactions } from "./transactions.ts";
import { wallets } from "./wallets.ts";

/** Every screen of the desk, in the order of the navigation. */
export const SCREENS: readonly DeskScreen[] = [
  today,
  identities,
  bank,
  deposits,
  arrivals,
  payouts,
  coinPayouts,
  approvals,
  enquiries,
  customers,
  transactions,
  cases,
  rules,
  lists,
  filings,
  ledger,
  wallets,
  hedging,
  reports,
  markets,
  switches,
  outbox,
  system,
  team,
  audit,
];
