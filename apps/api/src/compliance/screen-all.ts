import { listScreened, listScreeningsDue, noteSweep, takeSweep } from "@wattle/db/screening";
import type { ScreeningList } from "@wattle/db/tables";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { IndexThread } from "../screening/index-thread.ts";
import { compareCustomers, screenCustomer, type ScreenServices } from "./screen-customers.ts";

type SweepServices = ScreenServices & Pick<Services, "screener">;

const EVERY_MILLISECONDS = 5_000;
const LEASE_MILLISECONDS = 60_000;
/** The call that caused a screening has this long to do it. */
const GRACE_MILLISECONDS = 5_000;
const CUSTOMERS_AT_ONCE = 20;
const DUE_AT_ONCE = 100;

/** Compares all customers with what is new in a version. Another process goes on from the last of them if this one dies. */
async function sweepList(services: SweepServices, list: ScreeningList): Promise<void> {
  const { clock, database } = services;
  const index = await IndexThread.open(database, [list], list.previous_id);
  try {
    const hasNew = (await index.count()) > 0;
    let { screened_total, screened_through } = list;
    for (;;) {
      const customers = hasNew ? await listScreened(database.read, screened_through, CUSTOMERS_AT_ONCE) : [];
      if (customers.length > 0) await compareCustomers(services, index, customers);
      screened_total = hasNew ? screened_total + BigInt(customers.length) : list.customers_total;
      screened_through = customers.at(-1)?.id ?? screened_through;
      const isDone = customers.length < CUSTOMERS_AT_ONCE;
      const now = clock.now();
      const progress = {
        screened_total,
        screened_through,
        leased_until: BigInt(now + LEASE_MILLISECONDS),
        ...(isDone && { screened_at: BigInt(now) }),
      };
      const goesOn = await database.write((tx) => noteSweep(tx, list.id, progress));
      if (isDone || !goesOn) return;
    }
  } finally {
    await index.close();
  }
}

/** Screens those who are due, and everyone with versions that are new. */
export async function screenAll(services: SweepServices, grace = 0): Promise<void> {
  const { clock, database } = services;
  for (;;) {
    const due = await listScreeningsDue(database.read, BigInt(clock.now() - grace), DUE_AT_ONCE);
    for (const { user_id: id } of due) await screenCustomer(services, id);
    if (due.length < DUE_AT_ONCE) break;
  }
  for (;;) {
    const now = clock.now();
    const list = await database.write((tx) => takeSweep(tx, BigInt(now), BigInt(now + LEASE_MILLISECONDS)));
    if (list === undefined) return;
    await sweepList(services, list);
  }
}

/** Screens every five seconds. @returns what stops it */
export const startScreening = (
  services: SweepServices & Pick<Services, "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(
    services,
    () => screenAll(services, GRACE_MILLISECONDS),
    "customers could not be screened",
    timer,
    EVERY_MILLISECONDS,
  );
