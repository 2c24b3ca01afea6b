import { localDay } from "@wattle/contracts/days";
import { reservesDocument, type ReservesDocument } from "@wattle/contracts/reserves";
import type { Reader } from "@wattle/db/database";
import { changeReserveProof, publishedReserveProof, unspentOf } from "@wattle/db/reserves";
import { isoTime } from "../clock.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { signDocument } from "../signed-quotes/sign-document.ts";
import { startSweep } from "../transactions/start-sweep.ts";

/** One statement asks for so many transactions. */
const AT_ONCE = 500;

/** The outputs of a proof that are not there any more, or that a block spends. */
export async function spentOf(
  reader: Reader,
  networks: ReservesDocument["networks"],
): Promise<ReservesDocument["spent"]> {
  const spent: ReservesDocument["spent"] = [];
  for (const { network, currencies } of networks) {
    const outputs = currencies.flatMap(({ items }) => items.flatMap((item) => item.outputs));
    const txids = [...new Set(outputs.map(({ txid }) => txid))];
    const unspent = new Set<string>();
    for (let at = 0; at < txids.length; at += AT_ONCE) {
      const rows = await unspentOf(reader, { network, txids: txids.slice(at, at + AT_ONCE) });
      for (const { txid, output } of rows) unspent.add(`${txid}:${output}`);
    }
    for (const { txid, output } of outputs)
      if (!unspent.has(`${txid}:${output}`)) spent.push({ network, txid, output });
  }
  return spent;
}

type CheckServices = Pick<Services, "clock" | "config" | "database" | "signingKeys">;

/** Its fields in the order in which they are answered: the signature is over that text. */
const unsignedReserves = reservesDocument.omit({ signature: true });

/** Signs a document as it is now. */
export function signedReserves(
  { clock, signingKeys }: Pick<Services, "clock" | "signingKeys">,
  document: Omit<ReservesDocument, "checked_at" | "signature">,
): ReservesDocument {
  const unsigned = unsignedReserves.parse({ ...document, checked_at: isoTime(BigInt(clock.now())) });
  return { ...unsigned, signature: signDocument(unsigned, signingKeys.current, "reserves+json") };
}

/** Says once in each local day which outputs of the newest proof were spent since. */
export async function checkReserves(services: CheckServices): Promise<void> {
  const { clock, config, database } = services;
  const now = clock.now();
  const row = await publishedReserveProof(database.read);
  if (row?.document == null || row.checked_at === null) return;
  const dayOf = (at: bigint | number): string => localDay(at, config.TIME_ZONE);
  if (dayOf(row.checked_at) === dayOf(now)) return;
  const document = JSON.parse(row.document) as ReservesDocument;
  const spent = await spentOf(database.read, document.networks);
  const checked = JSON.stringify(signedReserves(services, { ...document, spent }));
  await database.write((tx) =>
    changeReserveProof(tx, row.id, { document: checked, checked_at: BigInt(now) }),
  );
}

/** Looks at once and then every minute whether today's check is missing. @returns what stops it */
export const startCheckingReserves = (
  services: CheckServices & Pick<Services, "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(services, () => checkReserves(services), "the proof of reserves could not be checked", timer);
