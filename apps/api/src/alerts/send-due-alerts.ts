import { formatRate, parseRate, type Rate } from "@wattle/exchange-core/rate";
import { findUserById } from "@wattle/db/accounts";
import { listWaitingAlerts, takeAlert } from "@wattle/db/price-alerts";
import type { PriceAlertRow } from "@wattle/db/tables";
import { priceAlertMail } from "../mail/alert-mails.ts";
import { optionalMail, type OptionalMailServices } from "../mail/queue-mail.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { guardedPrice } from "../prices/rate-service.ts";
import { hasReached } from "./has-reached.ts";

type AlertServices = OptionalMailServices & Pick<Services, "database" | "rates">;

const BATCH = 500;

/** Turns an alert off and emails its owner: both, or neither, and once whichever process comes first. */
async function send(services: AlertServices, alert: PriceAlertRow, price: Rate): Promise<void> {
  const { clock, config, database } = services;
  const at = BigInt(clock.now());
  await database.write(async (tx) => {
    const owner = await findUserById(tx, alert.user_id);
    if (owner === undefined || owner.status !== "verified") return;
    if (!(await takeAlert(tx, alert.id, { at, price: formatRate(price) }))) return;
    const mail = priceAlertMail(owner.first_name, alert, { price: formatRate(price), at }, config);
    await optionalMail(services, "alerts", { owner, mail })(tx);
  });
}

/** Emails about every alert whose price is reached now. An alert without a price waits on. */
export async function sendDueAlerts(services: AlertServices): Promise<void> {
  const prices = new Map<string, ReturnType<typeof guardedPrice>>();
  const priceOf = async ({ symbol, currency }: PriceAlertRow): Promise<Rate | undefined> => {
    const key = `${symbol}/${currency}`;
    const price = prices.get(key) ?? guardedPrice(services, symbol, currency);
    prices.set(key, price);
    return (await price)?.bid;
  };
  for (let after = ""; ;) {
    const waiting = await listWaitingAlerts(services.database.read, after, BATCH);
    for (const alert of waiting) {
      const [price, wanted] = [await priceOf(alert), parseRate(alert.price)];
      if (price === undefined || wanted === undefined) continue;
      if (hasReached(price, alert.direction, wanted)) await send(services, alert, price);
    }
    const last = waiting.at(-1);
    if (last === undefined || waiting.length < BATCH) return;
    after = last.id;
  }
}

/** Judges alerts at once and then every minute. @returns what stops it */
export const startPriceAlerts = (
  services: AlertServices & Pick<Services, "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(services, () => sendDueAlerts(services), "price alerts could not be judged", timer);
