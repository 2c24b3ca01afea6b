import { sign } from "node:crypto";
import type { LiabilitiesDocument, LiabilityTree } from "@wattle/contracts/liabilities";
import { hashOf, sumOf } from "@wattle/contracts/liability-tree";
import {
  beginPublication,
  finishPublication,
  forgetLiabilities,
  insertLiabilityLeaves,
  insertLiabilityNodes,
  isPublicationUnderWay,
  listOwned,
} from "@wattle/db/liabilities";
import type { LiabilityLeaves, LiabilityNodes } from "@wattle/db/tables";
import type { WriteTx } from "@wattle/db/database";
import { isoTime } from "../clock.ts";
import { localDay } from "../local-days.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import type { SigningKey } from "../signed-quotes/quote.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { buildTree, type Owner } from "./build-tree.ts";

type PublishServices = Pick<Services, "clock" | "config" | "database" | "ids" | "signingKeys">;

/** Rows that one database transaction writes: nothing else waits for long. */
const LEAVES_AT_ONCE = 1000;
const NODES_AT_ONCE = 48;
const FORGOTTEN_AT_ONCE = 500;
/** A process that began a day's publication so long ago has ended without it. */
const STALE_MILLISECONDS = 3_600_000;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs a document as a compact JWS. Its type is its own: no quote, and no seal, reads as one. */
function signDocument(document: Omit<LiabilitiesDocument, "signature">, key: SigningKey): string {
  const header = { alg: "EdDSA", typ: "liabilities+json", kid: key.kid };
  const signed = `${encode(header)}.${encode(document)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString("base64url")}`;
}

/** Collects rows and writes them, some at once. */
function inBatches<Row>(
  { database }: Pick<Services, "database">,
  atOnce: number,
  insert: (tx: WriteTx, rows: readonly Row[]) => Promise<void>,
) {
  let rows: Row[] = [];
  const flush = async (): Promise<void> => {
    const full = rows;
    rows = [];
    if (full.length > 0) await database.write((tx) => insert(tx, full));
  };
  const add = async (row: Row): Promise<void> => {
    if (rows.push(row) >= atOnce) await flush();
  };
  return { add, flush };
}

async function publishTree(
  services: PublishServices,
  publication_id: string,
  currency: string,
  owners: readonly Owner[],
): Promise<LiabilityTree> {
  const nodes = inBatches<LiabilityNodes>(services, NODES_AT_ONCE, insertLiabilityNodes);
  const leaves = inBatches<LiabilityLeaves>(services, LEAVES_AT_ONCE, insertLiabilityLeaves);
  const tree = await buildTree(owners, services.ids, {
    nodes: (level, number, block) =>
      nodes.add({
        publication_id,
        currency,
        level: BigInt(level),
        number: BigInt(number),
        nodes: block.toString("base64"),
      }),
    leaves: ({ id, amount }, own) =>
      leaves.add({ publication_id, user_id: id, currency, amount, leaves: JSON.stringify(own) }),
  });
  await nodes.flush();
  await leaves.flush();
  return { currency, root: hashOf(tree.root), total: String(sumOf(tree.root)), leaves: tree.leaves };
}

/** @returns the document; undefined where another process publishes this day, or published something newer meanwhile */
async function publish(
  services: PublishServices,
  day: string | null,
): Promise<LiabilitiesDocument | undefined> {
  const { clock, database, ids, signingKeys } = services;
  const [id, now] = [ids.uuid(), clock.now()];
  const begin = { id, day, created_at: BigInt(now), stale: BigInt(now - STALE_MILLISECONDS) };
  if (!(await database.write((tx) => beginPublication(tx, begin)))) return undefined;
  const byCurrency = new Map<string, Owner[]>();
  for (const { user_id, currency, amount } of await listOwned(database.read)) {
    const owners = byCurrency.get(currency);
    if (owners === undefined) byCurrency.set(currency, [{ id: user_id, amount }]);
    else owners.push({ id: user_id, amount });
  }
  const trees: LiabilityTree[] = [];
  for (const currency of [...byCurrency.keys()].toSorted((a, b) => a.localeCompare(b))) {
    trees.push(await publishTree(services, id, currency, byCurrency.get(currency) ?? []));
    byCurrency.delete(currency);
  }
  const unsigned = { id, created_at: isoTime(now), trees };
  const document = { ...unsigned, signature: signDocument(unsigned, signingKeys.current) };
  if (!(await database.write((tx) => finishPublication(tx, id, JSON.stringify(document))))) return undefined;
  while (await database.write((tx) => forgetLiabilities(tx, id, FORGOTTEN_AT_ONCE)));
  return document;
}

/**
 * Publishes what is owed to all customers at this moment. Before it is finished, the publication before it stays the newest.
 * @returns the document; undefined where another process published something newer meanwhile
 */
export const publishLiabilities = (services: PublishServices): Promise<LiabilitiesDocument | undefined> =>
  publish(services, null);

/** Publishes once in each local day of the installation, whichever process comes first. */
export async function publishDaily(services: PublishServices): Promise<LiabilitiesDocument | undefined> {
  const now = services.clock.now();
  const day = localDay(now, services.config.TIME_ZONE);
  const stale = BigInt(now - STALE_MILLISECONDS);
  if (await isPublicationUnderWay(services.database.read, day, stale)) return undefined;
  return publish(services, day);
}

/** Looks at once and then every minute whether today's is missing. @returns what stops it */
export const startDailyLiabilities = (
  services: PublishServices & Pick<Services, "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(services, () => publishDaily(services), "liabilities could not be published", timer);
