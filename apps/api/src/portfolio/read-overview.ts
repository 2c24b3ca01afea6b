import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import type { ChartRange } from "@wattle/contracts/chart-ranges";
import { heldBalancesOf } from "@wattle/db/balances";
import { listTransactions } from "@wattle/db/history";
import { hasBought } from "@wattle/db/portfolio";
import { knownMarkets } from "@wattle/contracts/markets";
import type { SignedInUser } from "../access/admission.ts";
import type { Services } from "../services.ts";
import { transactionOfRow } from "../transactions/transaction-of-row.ts";
import { currentPrices } from "./current-prices.ts";
import { homeCurrencyOf } from "./home-currency.ts";
import { readOpenItems } from "./open-items.ts";
import { seriesOf } from "./read-series.ts";
import { valueHoldings } from "./value-holdings.ts";

const RECENT = 5;
const COINS = knownMarkets().currencies.flatMap(({ code, kind }) => (kind === "crypto" ? [code] : []));

/** The customer's holdings, their worth, transactions under way and the last ones; with a range, the line over it. */
export async function readOverview(
  services: Pick<Services, "config" | "database" | "clock" | "rates" | "vault" | "portfolioBooks">,
  user: Pick<SignedInUser, "id" | "default_country">,
  range?: ChartRange,
): Promise<PortfolioOverview> {
  const { read } = services.database;
  const home = homeCurrencyOf(services, user);
  const [state, held, { bankAccount, ...open }, recent, purchased] = await Promise.all([
    services.portfolioBooks.read(user.id, home.code),
    heldBalancesOf(read, user.id),
    readOpenItems(services, user.id),
    listTransactions(read, user.id, { page: 1, perPage: RECENT }),
    hasBought(read, user.id, COINS),
  ]);
  // Every figure of the page is of these prices and of this moment.
  const now = services.clock.now();
  const moment = { home, now, prices: await currentPrices(services, [...state.steps.keys()], home.code) };
  return {
    home: home.code,
    ...valueHoldings(state, moment, held),
    line: range === undefined ? null : await seriesOf(services, state, range, moment),
    ...open,
    recent: recent.rows.map(transactionOfRow),
    progress: { bank_account: bankAccount, deposited: state.steps.size > 0, purchased },
  };
}
