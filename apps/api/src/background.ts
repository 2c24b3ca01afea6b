import { startPriceAlerts } from "./alerts/send-due-alerts.ts";
import { startPositionGuard } from "./desk/ledger/position-guard.ts";
import { startLedgerWatch } from "./desk/ledger/watch-ledger.ts";
import { startBankInbox } from "./bank-lines/bank-inbox.ts";
import { startBookSeals } from "./book-seals/start-book-seals.ts";
import { startHedging } from "./hedging/start-hedging.ts";
import { startFollowing } from "./coins/start-following.ts";
import { startErasing } from "./closing/erase-closed.ts";
import { startDeletingEvents } from "./event-feed/delete-events.ts";
import { startReceiptMails } from "./exchange/mail-receipts.ts";
import { startDepositExpiry } from "./deposits/deposit-expiry.ts";
import { startDailyLiabilities } from "./liabilities/publish-liabilities.ts";
import { startForgettingMails } from "./mail/forget-mails.ts";
import { createMailSender, senderOf } from "./mail/mail-sender.ts";
import { createPriceRecorder, type PricePair, type PriceRecorder } from "./prices/price-recorder.ts";
import { createPriceStore } from "./prices/price-store.ts";
import type { Services } from "./services.ts";
import { startCheckingReserves } from "./reserves/check-unspent.ts";
import { startRecurringBuys } from "./recurring/run-due-buys.ts";
import { startLookingAtChecks } from "./identity/look-at-checks.ts";
import { startReviews } from "./compliance/keep-rating.ts";
import { startScreening } from "./compliance/screen-all.ts";
import { startWatching } from "./monitoring/watch.ts";
import { startStatementNotices } from "./monthly-statements/notify.ts";
import { startFinishingRecoveries } from "./recovery/finish-recoveries.ts";
import { startWritingRequests } from "./tokens/token-requests.ts";
import { startWebhooks } from "./webhooks/send-webhooks.ts";
import { startEndingHolds } from "./withdrawals/end-holds.ts";
import { startHoldMails } from "./withdrawals/hold-mails.ts";

/** Every coin's price in every fiat currency it can be sold for, if it is kept. */
async function recordedPairs({ markets }: Pick<Services, "markets">): Promise<readonly PricePair[]> {
  const now = await markets();
  return now.pairs
    .filter((pair) => pair.active && pair.record_prices && now.currency(pair.from)?.kind === "crypto")
    .filter(({ from, to }) => now.currency(from)?.active === true && now.currency(to)?.active === true)
    .map(({ from, to }) => ({ symbol: from, currency: to }));
}

/** Records the prices of an installation, and fills in its past ones. */
export const recorderOf = (services: Services): PriceRecorder =>
  createPriceRecorder({
    rates: services.rates,
    store: createPriceStore(services.database),
    pairs: () => recordedPairs(services),
    now: () => services.clock.now(),
    log: services.log,
    past: services.pastPrices,
  });

/** Work of compliance. */
const COMPLIANCE = [startScreening, startWatching, startReviews, startLookingAtChecks];

/** Starts what runs next to the requests. @returns what stops it, resolving once nothing runs any more */
export function startBackgroundWork(services: Services): () => Promise<void> {
  const { config, clock, log } = services;
  const recorder = recorderOf(services);
  void recorder.start();
  const mailSender =
    config.MAIL_URL === "outbox:"
      ? undefined
      : createMailSender({
          database: services.database,
          vault: services.vault,
          url: config.MAIL_URL,
          from: senderOf(config),
          keepBodies: config.DEMO,
          clock,
          log,
        });
  mailSender?.start();
  const stopDepositExpiry = startDepositExpiry(services);
  const stopHoldMails = startHoldMails(services);
  const stopForgettingMails = startForgettingMails(services);
  const stopErasing = startErasing(services);
  const stopDeletingEvents = startDeletingEvents(services);
  const stopReceiptMails = startReceiptMails(services);
  const stopRecurringBuys = startRecurringBuys(services);
  const stopEndingHolds = startEndingHolds(services);
  const stopPriceAlerts = startPriceAlerts(services);
  const stopPositionGuard = startPositionGuard(services);
  const stopRecoveries = startFinishingRecoveries(services);
  const stopStatementNotices = startStatementNotices(services);
  const stopDailyLiabilities = startDailyLiabilities(services);
  const stopCheckingReserves = startCheckingReserves(services);
  const stopBankInbox = startBankInbox(services);
  const stopLedgerWatch = startLedgerWatch(services);
  const stopBookSeals = startBookSeals(services);
  const stopWebhooks = startWebhooks(services);
  const stopWritingRequests = startWritingRequests(services);
  const stopFollowing = startFollowing(services);
  const stopHedging = startHedging(services);
  const stopCompliance = COMPLIANCE.map((start) => start(services));
  return async () => {
    await Promise.all([
      stopWebhooks(),
      stopWritingRequests(),
      stopFollowing(),
      stopHedging(),
      ...stopCompliance.map((stop) => stop()),
      stopLedgerWatch(),
      recorder.stop(),
      mailSender?.stop(),
      stopDepositExpiry(),
      stopHoldMails(),
      stopForgettingMails(),
      stopErasing(),
      stopDeletingEvents(),
      stopReceiptMails(),
      stopRecurringBuys(),
      stopEndingHolds(),
      stopPriceAlerts(),
      stopPositionGuard(),
      stopRecoveries(),
      stopStatementNotices(),
      stopBankInbox(),
      stopDailyLiabilities(),
      stopCheckingReserves(),
    ]);
    await stopBookSeals();
  };
}
