import { DomainError, type PauseMessage } from "@wattle/contracts/errors";
import { currencyOf } from "@wattle/contracts/markets";
import {
  pairSwitch,
  sideSwitch,
  type PairSwitch,
  type SideSwitch,
  type SwitchName,
} from "@wattle/contracts/switches";
import type { Database } from "@wattle/db/database";
import { listSwitches } from "@wattle/db/switches";
import type { SwitchRow } from "@wattle/db/tables";
import type { Clock } from "../clock.ts";
import { keptBriefly } from "../kept-briefly.ts";

/** Actor of pauses that no member of staff made. */
export const SYSTEM = "system";

type AnySwitch = SwitchName | PairSwitch | SideSwitch;

/** Current pauses, as this process knows them: at most a few seconds old. */
export interface Switches {
  /** Every switch that was ever set, by name. */
  readonly rows: () => Promise<ReadonlyMap<string, SwitchRow>>;
  /** @throws DomainError `paused`, in staff's words where they gave any, where one of them is paused */
  require(...what: readonly AnySwitch[]): Promise<void>;
  /** The same by what was last read, without waiting: for a transaction that holds locks. */
  requireNow(...what: readonly AnySwitch[]): void;
  /** Reads the switches again when they are needed next: this process has set one. */
  readonly forget: () => void;
}

function check(rows: ReadonlyMap<string, SwitchRow>, what: readonly string[]): void {
  for (const name of what) {
    const row = rows.get(name);
    if (row?.paused !== 1n) continue;
    throw new DomainError("paused", row.message === null ? {} : { message: row.message as PauseMessage });
  }
}

/** Switches, read again every few seconds, so that what one process pauses all of them refuse. */
export function createSwitches(database: Database, clock: Clock): Switches {
  let last: ReadonlyMap<string, SwitchRow> = new Map();
  const kept = keptBriefly(clock, async () => {
    const rows = await listSwitches(database.read);
    last = new Map(rows.map((row) => [row.what, row]));
    return last;
  });
  return {
    rows: kept.read,
    async require(...what) {
      check(await kept.read(), what);
    },
    requireNow: (...what) => check(last, what),
    forget: kept.forget,
  };
}

/** The switch of one side of a coin: a customer who gives it sells, one who gets it buys. */
export const switchOfSide = (credit: string, debit: string): SideSwitch =>
  currencyOf(credit)?.kind === "fiat" ? sideSwitch("buy", debit) : sideSwitch("sell", credit);

/** The switch of a market, whichever way it is traded. */
export function switchOfPair(a: string, b: string): PairSwitch {
  return currencyOf(a)?.kind === "fiat" ? pairSwitch(b, a) : pairSwitch(a, b);
}
