import { localDay } from "@wattle/contracts/days";
import type { Network } from "@wattle/contracts/networks";
import { reservesDocument, type ReserveNetwork, type ReservesDocument } from "@wattle/contracts/reserves";
import type { Reader } from "@wattle/db/database";
import {
  changeReserveProof,
  listTreasuryBalances,
  publishedReserveProof,
  unspentOf,
} from "@wattle/db/reserves";
import { amountText, signedUnits } from "../amount-text.ts";
import { FACTS, unitsBelow } from "../coins/coin-network.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { signDocument } from "../signed-quotes/sign-document.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { lookAt } from "./recent-block.ts";

/** One statement asks for so many transactions. */
const AT_ONCE = 500;

/** Parts of a proof that are not there any more. */
type Gone = Pick<ReservesDocument, "spent" | "lower">;

/** The outputs that are in no block any more, or that a block spends. */
async function spentOf(
  reader: Reader,
  { network, currencies }: ReserveNetwork,
): Promise<ReservesDocument["spent"]> {
  const outputs = currencies.flatMap(({ items }) => items.flatMap((item) => item.outputs));
  const txids = [...new Set(outputs.map(({ txid }) => txid))];
  const unspent = new Set<string>();
  for (let at = 0; at < txids.length; at += AT_ONCE) {
    const rows = await unspentOf(reader, { network, txids: txids.slice(at, at + AT_ONCE) });
    for (const { txid, output } of rows) unspent.add(`${txid}:${output}`);
  }
  return outputs
    .filter(({ txid, output }) => !unspent.has(`${txid}:${output}`))
    .map(({ txid, output }) => ({ network, txid, output }));
}

/** The addresses that have less at the newest settled block than was proven, with what they have. */
async function lowerOf(
  reader: Reader,
  { network, currencies }: ReserveNetwork,
): Promise<ReservesDocument["lower"]> {
  const balances = new Map(
    (await listTreasuryBalances(reader, network)).map(({ address, amount }) => [address, amount]),
  );
  return currencies.flatMap(({ currency, items }) =>
    items.flatMap(({ address, amount }) => {
      const units = unitsBelow(network, BigInt(balances.get(address) ?? 0n));
      const isLower = units < (signedUnits(amount, currency) ?? 0n);
      return isLower ? [{ network, address, amount: amountText(units, currency) }] : [];
    }),
  );
}

/** Parts of a proof that are not there any more: outputs that were spent, and balances that are lower. */
export async function goneOf(reader: Reader, networks: readonly ReserveNetwork[]): Promise<Gone> {
  const gone: Gone = { spent: [], lower: [] };
  for (const held of networks)
    if (FACTS[held.network].holds === "outputs") gone.spent.push(...(await spentOf(reader, held)));
    else gone.lower.push(...(await lowerOf(reader, held)));
  return gone;
}

type CheckServices = Pick<Services, "clock" | "config" | "database" | "signingKeys">;

/** Its fields in the order in which they are answered: the signature is over that text. */
const unsignedReserves = reservesDocument.omit({ signature: true });

/** Signs a document. */
export function signedReserves(
  { signingKeys }: Pick<Services, "signingKeys">,
  document: Omit<ReservesDocument, "signature">,
): ReservesDocument {
  const unsigned = unsignedReserves.parse(document);
  return { ...unsigned, signature: signDocument(unsigned, signingKeys.current, "reserves+json") };
}

/** A proof with what is gone of the networks that are due and seen as they are now; undefined if there are none. */
async function lookedAgain(
  services: CheckServices,
  document: ReservesDocument,
  isDue: (check: ReservesDocument["checks"][number]) => boolean,
): Promise<ReservesDocument | undefined> {
  const { read } = services.database;
  const looks = await Promise.all(
    document.checks.filter(isDue).map(({ network }) => lookAt(services, read, network)),
  );
  const newest = new Map(looks.flatMap((look) => (look === undefined ? [] : [[look.network, look]])));
  if (newest.size === 0) return undefined;
  const gone = await goneOf(
    read,
    document.networks.filter(({ network }) => newest.has(network)),
  );
  const isKept = ({ network }: { readonly network: Network }): boolean => !newest.has(network);
  return signedReserves(services, {
    ...document,
    checks: document.checks.map((check) => newest.get(check.network) ?? check),
    spent: [...document.spent.filter(isKept), ...gone.spent],
    lower: [...document.lower.filter(isKept), ...gone.lower],
  });
}

/** The time of the check that is the longest ago. */
const oldestCheck = ({ checks }: Pick<ReservesDocument, "checks">): bigint =>
  BigInt(Math.min(...checks.map(({ checked_at: at }) => Date.parse(at))));

/**
 * Says once in each local day what of the newest proof is not there any more. A network that is not seen as it is now keeps its last check,
 * and is looked at as soon as it is.
 */
export async function checkReserves(services: CheckServices): Promise<void> {
  const { clock, config, database } = services;
  const row = await publishedReserveProof(database.read);
  if (row?.document == null || row.checked_at === null) return;
  const dayOf = (at: bigint | number): string => localDay(at, config.TIME_ZONE);
  const today = dayOf(clock.now());
  if (dayOf(row.checked_at) === today) return;
  const checked = await lookedAgain(
    services,
    JSON.parse(row.document) as ReservesDocument,
    ({ checked_at: at }) => dayOf(Date.parse(at)) !== today,
  );
  if (checked === undefined) return;
  await database.write((tx) =>
    changeReserveProof(tx, row.id, { document: JSON.stringify(checked), checked_at: oldestCheck(checked) }),
  );
}

/** Looks at once and then every minute whether today's check is missing. @returns what stops it */
export const startCheckingReserves = (
  services: CheckServices & Pick<Services, "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(services, () => checkReserves(services), "the proof of reserves could not be checked", timer);
