import { DomainError } from "@wattle/contracts/errors";
import { ARRIVAL_EVENT_TYPES, TRANSACTION_EVENT_TYPES, type EventType } from "@wattle/contracts/event-types";
import type { AccountEvent } from "@wattle/contracts/events";
import type { Transaction } from "@wattle/contracts/history";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { startFollowing } from "@wattle/db/events";
import { isoTime } from "../clock.ts";
import { eventsBegin } from "../events/events-begin.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Services } from "../services.ts";
import { bankAccount, coinDeposit, deposit, exchange, userData, withdrawal } from "./made-up-data.ts";

type Told = Parameters<typeof recordEvent>[4];

const isIn = <Type extends string>(types: readonly Type[], type: string): type is Type =>
  types.some((each) => each === type);

const TRANSACTIONS: Readonly<Record<string, Transaction>> = { deposit, exchange, withdrawal };

/** A made-up event: the thing as it is after what the type says. */
function madeUp(type: EventType, id: string, at: string): Told {
  const [noun = "", status = ""] = type.split(".");
  if (isIn(TRANSACTION_EVENT_TYPES, type)) {
    const transaction = { ...(TRANSACTIONS[noun] ?? exchange), id, created_at: at, updated_at: at };
    return { type, data: { ...transaction, status: status as Transaction["status"] } };
  }
  if (isIn(ARRIVAL_EVENT_TYPES, type)) {
    const isReversed = type === "deposit.reversed";
    const state = isReversed ? "reversed" : "confirming";
    return { type, data: { ...coinDeposit, id, status: state, seen_at: at } };
  }
  if (type === "bank_account.added") {
    return { type, data: { ...bankAccount, id, created_at: at, updated_at: at } };
  }
  const user = {
    ...userData.user,
    id,
    status: type === "identity.verified" ? "verified" : "rejected",
  } as const;
  return { type, data: { ...userData, user } };
}

/**
 * Records a made-up event of the customer, so that a developer sees it arrive: in the list of events, and at webhooks. Only a demo does.
 * @throws DomainError `forbidden` elsewhere
 */
export async function triggerEvent(
  services: Pick<Services, "clock" | "config" | "database" | "ids" | "vault">,
  userId: string,
  type: EventType,
): Promise<AccountEvent> {
  if (!services.config.DEMO) throw new DomainError("forbidden", { message: OWN_MESSAGES.demoOnly });
  const { clock, database, ids } = services;
  const [id, subject, created_at] = [ids.uuid(), ids.uuid(), isoTime(BigInt(clock.now()))];
  const told = madeUp(type, subject, created_at);
  await database.write(async (tx) => {
    await startFollowing(tx, userId, eventsBegin(services));
    await recordEvent(tx, services, userId, subject, { ...told, id });
  });
  return { id, created_at, ...told };
}
