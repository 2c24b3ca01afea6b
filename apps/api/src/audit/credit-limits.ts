import { currencyOf } from "@wattle/contracts/markets";
import { insertStaffCredit, staffCreditsAfter } from "@wattle/db/approvals";
import type { WriteTx } from "@wattle/db/database";
import { parseAmount } from "@wattle/exchange-core/amount";
import { displayAmount } from "@wattle/exchange-core/display";
import type { Services } from "../services.ts";

/** What a credit counts: hundredths of the home currency; "unknown" where it has no price; null for none. */
export type CountedCredit = bigint | "unknown" | null;

const DAY_MILLISECONDS = 24 * 60 * 60_000;

/** A limit of the settings in hundredths of the home currency, and as people read it. */
function limitOf({ config }: Pick<Services, "config">, name: "APPROVAL_LIMIT" | "APPROVAL_DAILY_LIMIT") {
  const home = currencyOf(config.brand.markets.homeCurrency);
  const parsed = home && parseAmount(config[name], home);
  if (home === undefined || parsed?.ok !== true) throw new Error(`${name} is no amount of the home currency`);
  return { units: parsed.amount, text: `${displayAmount(parsed.amount, home)} ${home.code}` };
}

/** A credit, and the identifier of who makes it. */
interface Crediting {
  readonly by: string;
  readonly credit: CountedCredit;
}

/**
 * Why a credit is not for one person, by its worth and by what that person has credited alone in the last 24 hours; nothing where no
 * act needs a second person. The caller holds the person's row, so that of many credits at once each sees those before it.
 */
export async function creditReasons(
  tx: WriteTx,
  services: Pick<Services, "config" | "clock">,
  { by, credit }: Crediting,
): Promise<readonly string[]> {
  if (credit === null || services.config.APPROVALS === "off") return [];
  if (credit === "unknown") return ["We have no price for this credit."];
  const single = limitOf(services, "APPROVAL_LIMIT");
  const daily = limitOf(services, "APPROVAL_DAILY_LIMIT");
  const since = BigInt(services.clock.now() - DAY_MILLISECONDS);
  const before = await staffCreditsAfter(tx, by, since);
  return [
    ...(credit >= single.units ? [`Credits of ${single.text} or more need two people.`] : []),
    ...(before + credit > daily.units
      ? [`The same person's credits of the last 24 hours would be more than ${daily.text}.`]
      : []),
  ];
}

/** Notes what one person has credited alone, so that it counts in the next 24 hours. */
export async function noteCredit(
  tx: WriteTx,
  { ids, clock }: Pick<Services, "ids" | "clock">,
  { by: user_id, credit: worth }: Crediting,
): Promise<void> {
  if (typeof worth !== "bigint") return;
  await insertStaffCredit(tx, { id: ids.uuid(), user_id, worth, credited_at: BigInt(clock.now()) });
}
