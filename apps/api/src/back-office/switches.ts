import { DomainError } from "@wattle/contracts/errors";
import { currencyOf } from "@wattle/contracts/markets";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { SWITCHES, type SetSwitchInput, type SwitchRecord } from "@wattle/contracts/switches";
import { listSwitches, saveSwitch } from "@wattle/db/switches";
import type { SwitchRow } from "@wattle/db/tables";
import { recordAct, type Operator } from "../audit/record-act.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { switchOfPair } from "../switches/switches.ts";

const recordOf = (row: SwitchRow): SwitchRecord => ({
  what: row.what,
  paused: row.paused === 1n,
  message: row.message,
  reason: row.reason,
  set_by: row.set_by,
  set_at: isoTime(row.set_at),
});

const neverSet = (what: string): SwitchRecord => ({
  what,
  paused: false,
  message: null,
  reason: null,
  set_by: null,
  set_at: null,
});

/** What can be paused as a whole, and every market or side that was ever paused, as the database says at this moment. */
export async function listAllSwitches({ database }: Pick<Services, "database">): Promise<SwitchRecord[]> {
  const rows = new Map((await listSwitches(database.read)).map((row) => [row.what, recordOf(row)]));
  const whole = SWITCHES.map((what) => rows.get(what) ?? neverSet(what));
  return [...whole, ...[...rows.values()].filter(({ what }) => what.includes(":"))];
}

/** The names of coins are known to be coins. `pair:AUD/BTC` is the market `pair:BTC/AUD`. @throws DomainError `validation_failed` where there is no such market */
function known(what: string): string {
  const coin = /^(?:buy|sell):(.+)$/.exec(what)?.[1];
  if (coin !== undefined && currencyOf(coin)?.kind !== "crypto") {
    throw DomainError.at("what", "validation_failed", OWN_MESSAGES.addCurrencyFirst);
  }
  const [, a, b] = /^pair:([^/]+)\/(.+)$/.exec(what) ?? [];
  if (a === undefined || b === undefined) return what;
  const kinds = [a, b].map((code) => currencyOf(code)?.kind);
  if (kinds.includes(undefined)) {
    throw DomainError.at("what", "validation_failed", OWN_MESSAGES.addCurrencyFirst);
  }
  if (kinds[0] === kinds[1]) throw DomainError.at("what", "validation_failed", OWN_MESSAGES.pairOfTwoKinds);
  return switchOfPair(a, b);
}

/**
 * Pauses something, or lets it go on; every process obeys within five seconds.
 * @throws DomainError `validation_failed` for a market of currencies that there are not
 */
export async function setSwitch(
  services: Pick<Services, "database" | "clock" | "ids" | "switches">,
  operator: Operator,
  { what: named, paused, message }: SetSwitchInput,
): Promise<SwitchRecord> {
  const what = known(named);
  const row: SwitchRow = {
    what,
    paused: paused ? 1n : 0n,
    message: paused && message ? message : null,
    reason: null,
    set_by: operator.id,
    set_at: BigInt(services.clock.now()),
  };
  await services.database.write(async (tx) => {
    await saveSwitch(tx, row);
    await recordAct(tx, services, operator, {
      action: "switch.set",
      subject: what,
      details: { paused, ...(row.message !== null && { message: row.message }) },
    });
  });
  services.switches.forget();
  return recordOf(row);
}
