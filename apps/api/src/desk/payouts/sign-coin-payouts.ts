/** The file of a batch on its way to the signer and back. */
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
import { findPaidElsewhere } from "@wattle/db/paying-files";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { recordRefusal, type Operator } from "../../audit/record-act.ts";
import { sendAttempts } from "../../coins/send-attempts.ts";
import { requireBooked } from "../../withdrawals/require-booked.ts";
import type { ActServices } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { standingOf } from "./read-payouts.ts";
import { lockedCoinPayout, newestAttempts } from "./draft-coin-payouts.ts";
import type { NetworkPayouts, SignedAttempt } from "./network-payouts.ts";
import { PAYOUTS } from "./payouts-by-network.ts";
import { coinPayoutOf } from "./read-coin-payouts.ts";

/** Statuses in which a file may be taken and imported: also for a higher fee, and for a cancelling spend. */
const SIGNABLE = ["released", "signed", "sent"] as const;

interface Signable {
  readonly payout: CoinPayoutRow;
  /** Attempts of its newest file. */
  readonly newest: readonly [CoinAttempt, ...CoinAttempt[]];
}

/** @throws DomainError `not_found`, `state_conflict` */
async function signable(reader: Reader, id: string): Promise<Signable> {
  const payout = await findCoinPayout(reader, id);
  if (payout === undefined) throw new DomainError("not_found");
  if (!SIGNABLE.some((status) => status === payout.status)) throw new DomainError("state_conflict");
  return { payout, newest: await newestAttempts(reader, id) };
}

/** The attempts as they were read before, in the transaction that has locked them. @throws DomainError `state_conflict` if they are others */
async function sameAttempts(tx: WriteTx, { payout: { id }, newest: before }: Signable): Promise<Signable> {
  const payout = await lockedCoinPayout(tx, id, ...SIGNABLE);
  const newest = await newestAttempts(tx, id);
  if (newest[0].id !== before[0].id) throw new DomainError("state_conflict");
  return { payout, newest };
}

/** @throws DomainError `customer_on_hold`; `validation_failed` at `id` for a withdrawal that differs from the books */
async function requirePayable(tx: WriteTx, { payout, newest }: Signable): Promise<void> {
  const { id, network } = payout;
  const members = await PAYOUTS[network].mayPay(tx, payout, newest, await listCoinPayments(tx, id));
  if (members.some((member) => !mayBePaid(standingOf(member)))) throw new DomainError("customer_on_hold");
  await requireBooked(tx, members, { coinPayout: id });
}

/** @throws DomainError `state_conflict` if what a deep reorganisation has brought back may pay one of the withdrawals as well */
async function requireAlone(tx: WriteTx, newest: readonly CoinAttempt[]): Promise<void> {
  const ids = newest.map(({ id }) => id);
  if (await findPaidElsewhere(tx, ids))
    throw new DomainError("state_conflict", { message: OWN_MESSAGES.paidElsewhere });
}

/**
 * The file for the signer; the same each time. It may be signed from then on, so that another batch replaces it if this one is cancelled.
 * The plan throws `state_conflict` if the batch is not released, or as `requireAlone`; `customer_on_hold` if a customer may no longer be paid and the file was
 * not taken before.
 */
export const takeCoinPayoutFile = alone({
  title: "Download a file for the signer",
  roles: ["finance"],
  errors: ["customer_on_hold", "not_found", "service_unavailable", "state_conflict"],
  input: coinPayoutInput,
  output: coinPayoutFile,
  look: async (services, { id }) => {
    const found = await signable(services.database.read, id);
    const { payout, newest } = found;
    return { found, file: await PAYOUTS[payout.network].fileOf(services, payout, newest) };
  },
  plan: async (tx, { services: { clock, config }, known }, { id }) => {
    const same = await sameAttempts(tx, known.found);
    const { payout, newest } = same;
    const [first] = newest;
    if (first.fetched_at === null) {
      await requirePayable(tx, same);
      await requireAlone(tx, newest);
    }
    const fetchedAt = first.fetched_at ?? BigInt(clock.now());
    const day = localDay(fetchedAt, config.TIME_ZONE).replaceAll("-", "");
    const number = first.position === 0n ? "" : `-${first.position + 1n}`;
    return {
      subject: `the batch of coins ${id}`,
      changes: first.fetched_at === null ? [{ what: "File", before: "Not taken", after: "Taken" }] : [],
      log: {
        action: "coin_payout.file_taken",
        subject: id,
        details: first.txid === null ? {} : { txid: first.txid },
      },
      run: async () => {
        for (const attempt of newest) await changeAttempt(tx, attempt.id, { fetched_at: fetchedAt });
        return {
          filename: `coins-${day}-${id.slice(-8)}${number}.${PAYOUTS[payout.network].extension}`,
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
  batch_form: OWN_MESSAGES.fileBatchForm,
  batch_version: OWN_MESSAGES.fileBatchForm,
  transfer_form: OWN_MESSAGES.fileChanged,
  transfer_data: OWN_MESSAGES.fileChanged,
};

/** The content is no file of its network's at all. */
const NO_FILE: readonly Reason[] = ["file_form", "batch_form"];

type Check = (content: Uint8Array) => ReturnType<NetworkPayouts["checkSigned"]>;

/** A file comes as base64 of its bytes, or as the text that wallets write. @throws Refused */
function readSigned(check: Check, content: string): readonly SignedAttempt[] {
  try {
    return check(Buffer.from(content, "base64"));
  } catch (error) {
    if (!(error instanceof Refused) || !NO_FILE.includes(error.reason)) throw error;
    return check(new TextEncoder().encode(content));
  }
}

/** Checks a file against what was released. A refusal is audited. @throws DomainError `validation_failed` at `content` */
async function checkImport(
  services: ActServices,
  operator: Operator,
  check: Check,
  { id, content }: { readonly id: string; readonly content: string },
): Promise<readonly SignedAttempt[]> {
  try {
    return readSigned(check, content);
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
    const found = await signable(services.database.read, input.id);
    const { payout, newest } = found;
    await services.switches.require("withdrawals", "coins-out", `network:${payout.network}`);
    if (newest[0].fetched_at === null) throw new DomainError("state_conflict");
    const network = PAYOUTS[payout.network];
    const released = await network.fileOf(services, payout, newest);
    const check: Check = (content) => network.checkSigned(released, content, newest);
    return { found, signed: await checkImport(services, operator, check, input) };
  },
  plan: async (tx, { services, known }, { id }) => {
    const { signed } = known;
    const same = await sameAttempts(tx, known.found);
    const isNew = same.newest[0].raw === null;
    if (isNew) await requirePayable(tx, same);
    const txids = signed.map(({ txid }) => txid).join(", ");
    return {
      subject: `the batch of coins ${id}`,
      changes: isNew ? [{ what: "Transaction", before: "Not signed", after: txids }] : [],
      log: { action: "coin_payout.imported", subject: id, details: { txid: txids } },
      run: async () => {
        const stored_at = BigInt(services.clock.now());
        for (const { attempt, txid, raw } of isNew ? signed : [])
          await changeAttempt(tx, attempt.id, { txid, raw: Buffer.from(raw).toString("hex"), stored_at });
        if (same.payout.status === "released") await changeCoinPayout(tx, id, { status: "signed" });
        return coinPayoutOf(tx, services, id);
      },
    };
  },
  after: ({ services }, _input, { network }) => sendAttempts(services, network),
});
