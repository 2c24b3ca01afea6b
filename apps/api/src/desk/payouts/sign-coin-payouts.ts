/** The file of a batch on its way to the signer and back. */
import { checkSigned, type SignedPayment } from "@wattle/bitcoin/check-signed";
import { Refused, type Reason } from "@wattle/bitcoin/refused";
import {
  coinPayout,
  coinPayoutFile,
  coinPayoutInput,
  importCoinPayoutInput,
} from "@wattle/contracts/coin-payouts";
import { localDay } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES, type OwnMessage } from "@wattle/contracts/own-messages";
import { changeAttempt } from "@wattle/db/coin-attempts";
import { changeCoinPayout, findCoinPayout, listCoinPayments } from "@wattle/db/coin-payouts";
import { mayBePaid } from "@wattle/db/holds";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { recordRefusal, type Operator } from "../../audit/record-act.ts";
import { sendAttempts } from "../../coins/send-attempts.ts";
import { requireBooked } from "../../withdrawals/require-booked.ts";
import type { ActServices } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { standingOf } from "./read-payouts.ts";
import { lockedCoinPayout, newestAttempt } from "./draft-coin-payouts.ts";
import { paymentFileOf } from "./payment-files.ts";
import { coinPayoutOf } from "./read-coin-payouts.ts";

/** Statuses in which a file may be taken and imported: also for a higher fee, and for a cancelling spend. */
const SIGNABLE = ["released", "signed", "sent"] as const;

interface ReadAttempt {
  readonly payout: CoinPayoutRow;
  readonly attempt: CoinAttempt;
}

/** @throws DomainError `not_found`, `state_conflict` */
async function signable(reader: Reader, id: string): Promise<ReadAttempt> {
  const payout = await findCoinPayout(reader, id);
  if (payout === undefined) throw new DomainError("not_found");
  if (!SIGNABLE.some((status) => status === payout.status)) throw new DomainError("state_conflict");
  return { payout, attempt: await newestAttempt(reader, id) };
}

/** The attempt as it was read before, in the transaction that has locked it. @throws DomainError `state_conflict` if it is another */
async function sameAttempt(tx: WriteTx, id: string, before: CoinAttempt): Promise<CoinAttempt> {
  await lockedCoinPayout(tx, id, ...SIGNABLE);
  const attempt = await newestAttempt(tx, id);
  if (attempt.id !== before.id) throw new DomainError("state_conflict");
  return attempt;
}

/** @throws DomainError `customer_on_hold`; `validation_failed` at `id` for a withdrawal that differs from the books */
async function requirePayable(tx: WriteTx, id: string, { kind }: CoinAttempt): Promise<void> {
  if (kind === "cancel") return;
  const members = await listCoinPayments(tx, id);
  if (members.some((member) => !mayBePaid(standingOf(member)))) throw new DomainError("customer_on_hold");
  await requireBooked(tx, members, { coinPayout: id });
}

/**
 * The file for the signer; the same each time. It may be signed from then on, so that another batch replaces it if this one is cancelled.
 * The plan throws `state_conflict` if the batch is not released; `customer_on_hold` if a customer may no longer be paid and the file was
 * not taken before.
 */
export const takeCoinPayoutFile = alone({
  title: "Download a file for the signer",
  roles: ["finance"],
  errors: ["customer_on_hold", "not_found", "service_unavailable", "state_conflict"],
  input: coinPayoutInput,
  output: coinPayoutFile,
  look: async (services, { id }) => {
    const { payout, attempt } = await signable(services.database.read, id);
    return { attempt, file: await paymentFileOf(services, payout, attempt) };
  },
  plan: async (tx, { services: { clock, config }, known }, { id }) => {
    const attempt = await sameAttempt(tx, id, known.attempt);
    if (attempt.fetched_at === null) await requirePayable(tx, id, attempt);
    const fetchedAt = attempt.fetched_at ?? BigInt(clock.now());
    const day = localDay(fetchedAt, config.TIME_ZONE).replaceAll("-", "");
    const number = attempt.position === 0n ? "" : `-${attempt.position + 1n}`;
    return {
      subject: `the batch of coins ${id}`,
      changes: attempt.fetched_at === null ? [{ what: "File", before: "Not taken", after: "Taken" }] : [],
      log: { action: "coin_payout.file_taken", subject: id, details: { txid: attempt.txid } },
      run: async () => {
        await changeAttempt(tx, attempt.id, { fetched_at: fetchedAt });
        return {
          filename: `coins-${day}-${id.slice(-8)}${number}.psbt`,
          content: Buffer.from(known.file).toString("base64"),
        };
      },
    };
  },
});

const TEXTS: Partial<Record<Reason, OwnMessage>> = {
  file_form: OWN_MESSAGES.fileForm,
  file_damaged: OWN_MESSAGES.fileDamaged,
  previous_missing: OWN_MESSAGES.filePreviousMissing,
  previous_wrong: OWN_MESSAGES.filePreviousWrong,
  other_batch: OWN_MESSAGES.fileOtherBatch,
  inputs_changed: OWN_MESSAGES.fileInputs,
  outputs_changed: OWN_MESSAGES.fileOutputs,
  transaction_changed: OWN_MESSAGES.fileChanged,
  sighash: OWN_MESSAGES.fileSignature,
  unsigned: OWN_MESSAGES.fileUnsigned,
  partly_signed: OWN_MESSAGES.filePartlySigned,
  signature_wrong: OWN_MESSAGES.fileSignature,
};

/** A file comes as base64 of its bytes, or as the text that wallets write. @throws Refused */
function readSigned(released: Uint8Array, content: string): SignedPayment {
  try {
    return checkSigned(released, Buffer.from(content, "base64"));
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== "file_form") throw error;
    return checkSigned(released, new TextEncoder().encode(content));
  }
}

/** Checks a file against what was released. A refusal is audited. @throws DomainError `validation_failed` at `content` */
async function checkImport(
  services: ActServices,
  operator: Operator,
  released: Uint8Array,
  { id, content }: { readonly id: string; readonly content: string },
): Promise<SignedPayment> {
  try {
    return readSigned(released, content);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const details = { reason: error.reason };
    await recordRefusal(services, operator, { action: "coin_payout.import_refused", subject: id, details });
    throw DomainError.at("content", "validation_failed", TEXTS[error.reason] ?? OWN_MESSAGES.fileDamaged);
  }
}

/**
 * Takes the signatures of a file, stores the signed transaction, and then sends it. The file may differ from the released one in
 * signatures only. `look` throws `validation_failed` at `content`. The plan throws `state_conflict` if its file was never taken;
 * `customer_on_hold` if a customer may no longer be paid: cancel the batch, and make it again without them.
 */
export const importCoinPayout = alone({
  title: "Import a signed file",
  roles: ["finance"],
  moves: { what: "a batch of coins that was released", people: "one", why: "two people have released it" },
  confirmed: true,
  errors: ["customer_on_hold", "not_found", "paused", "service_unavailable", "state_conflict"],
  input: importCoinPayoutInput,
  output: coinPayout,
  look: async (services, input, operator) => {
    const { payout, attempt } = await signable(services.database.read, input.id);
    await services.switches.require("withdrawals", "coins-out", `network:${payout.network}`);
    if (attempt.fetched_at === null) throw new DomainError("state_conflict");
    const released = await paymentFileOf(services, payout, attempt);
    return { attempt, signed: await checkImport(services, operator, released, input) };
  },
  plan: async (tx, { services, known }, { id }) => {
    const { signed } = known;
    const attempt = await sameAttempt(tx, id, known.attempt);
    if (signed.txid !== attempt.txid) throw new DomainError("state_conflict");
    const isNew = attempt.raw === null;
    if (isNew) await requirePayable(tx, id, attempt);
    return {
      subject: `the batch of coins ${id}`,
      changes: isNew ? [{ what: "Transaction", before: "Not signed", after: signed.txid }] : [],
      log: { action: "coin_payout.imported", subject: id, details: { txid: signed.txid } },
      run: async () => {
        const payout = await lockedCoinPayout(tx, id, ...SIGNABLE);
        if (isNew)
          await changeAttempt(tx, attempt.id, {
            raw: Buffer.from(signed.raw).toString("hex"),
            stored_at: BigInt(services.clock.now()),
          });
        if (payout.status === "released") await changeCoinPayout(tx, id, { status: "signed" });
        return coinPayoutOf(tx, services, id);
      },
    };
  },
  after: ({ services }, _input, { network }) => sendAttempts(services, network),
});
