/** Installations for the growth bench: filled, with people who are signed in and a server over each. */
import { setTimeout as wait } from "node:timers/promises";
import { insertUser } from "@wattle/db/accounts";
import { BOOKS, readBookRows, TABLE_OF } from "@wattle/db/book-seals/book-rows";
import { addSeal } from "@wattle/db/book-seals/seal-books";
import type { Database } from "@wattle/db/database";
import { sumOfBalances } from "@wattle/db/owed";
import { addPersonalHashes } from "@wattle/db/personal-hashes";
import { rolesText } from "@wattle/db/roles";
import { customer } from "@wattle/db/testing/fixtures";
import { changePastTriggers } from "@wattle/db/testing/tamper";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { grow, LONG, LONG_ROWS } from "../../../../packages/db/bench/grow.ts";
import { putInPlace } from "../../../../packages/db/bench/put-in-place.ts";
import { hashOfInput, sealProposal } from "../../src/desk/approvals/proposal.ts";
import { readSealKeys } from "../../src/book-seals/seal-keys.ts";
import { createServices } from "../../src/compose.ts";
import { readConfig } from "../../src/config.ts";
import { referenceOf } from "../../src/reference.ts";
import type { Services } from "../../src/services.ts";
import { startServer, type ServerProcess } from "../../src/testing/server-process.ts";
import { CUSTOMERS, signIn, type Client } from "../load.ts";

/** The number of a customer who is looked for. */
const SOUGHT = 777;
/** Text by which staff would look for that customer. */
const NUMBERS = { phone: "0491 570 156", account: "1044 3310", document: "PA-765 4321" } as const;
/** When the fill's last row was made: a while ago, so that nothing is of the future. */
export const FILLED_UNTIL = Math.floor(Date.now() / 86_400_000) * 86_400_000;
/** Callers: a member of staff, or a customer with a long history, or the longest. */
export type Person = "staff" | "long" | "longest";

/** An installation that has grown, with a server over it. */
export interface Grown {
  readonly url: string;
  readonly server: ServerProcess;
  /** Sessions of each of them. */
  readonly people: Readonly<Record<Person, Client["headers"]>>;
  readonly traders: readonly Client["headers"][];
  readonly longId: string;
  /** A reference in the middle of the long customer's history; someone else, and the reference of their deposit. */
  readonly sought: Readonly<Record<"own" | "deposit" | "id" | "email" | "last_name", string>> &
    typeof NUMBERS;
}

const envOf = (url: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: url,
  RATE_LIMIT: "100000000",
  ACCOUNT_SHARE: "100",
  CAPTCHA_PROVIDER: "none",
  DEMO: "false",
  DATA_KEYS: TEST_DATA_KEYS,
});

/** How large an installation is, and where. */
export interface Size {
  readonly url: string;
  readonly customers: number;
  /** Rows of each customer's history. */
  readonly rowsEach: number;
}

/** Seals the newest row of each book, as if all before it had been sealed long ago, so that the servers seal only new rows. */
async function sealFilled({ database, ...services }: Services): Promise<void> {
  const keys = await readSealKeys({ database, ...services });
  for (const book of BOOKS) {
    const { last } = await database.read
      .selectFrom(TABLE_OF[book])
      .select(({ fn }) => fn.max("seq").as("last"))
      .executeTakeFirstOrThrow();
    await database.write(async (tx) => {
      const rows = await readBookRows(tx, book, [last]);
      await addSeal(tx, keys, BigInt(Date.now()), { book, first_seq: 1n, last_seq: last, gaps: [], rows });
    });
  }
}

async function fill(services: Services, { url, customers, rowsEach }: Size): Promise<void> {
  const { dialect } = services.database;
  const longestRows = Math.max(100, customers / 10);
  const growth = { customers, rowsEach, longestRows, until: FILLED_UNTIL };
  await grow({ dialect, url }, growth, console.error);
  await sealFilled(services);
  // And as if what customers own had been added up with it.
  const sums = await sumOfBalances(services.database.read);
  const totals = JSON.stringify(Object.fromEntries([...sums].map(([code, units]) => [code, String(units)])));
  await putInPlace(url, [
    `insert into owed_totals (name, seal, totals) select 'newest', max(number), '${totals}' from book_seals where book = 'ledger'`,
  ]);
}

async function addStaff({ database, ids }: Services): Promise<string> {
  const id = ids.uuid();
  const roles = rolesText(["support", "compliance", "finance", "admin"]);
  await database.write((tx) => insertUser(tx, customer(id, { roles, first_name: "Stella" })));
  return id;
}

/** The customers with these numbers. */
async function numbered({ database }: Services, from: number, count: number): Promise<readonly string[]> {
  const users = await database.read
    .selectFrom("users")
    .select("id")
    .where("status", "=", "verified")
    .where("roles", "=", rolesText(["regular-user"]))
    .orderBy("created_at")
    .orderBy("id")
    .offset(BigInt(from - 1))
    .limit(BigInt(count))
    .execute();
  return users.map(({ id }) => id);
}

/** Targets of searches: rows and people in the middle. */
async function soughtOf({ database, searchHashes }: Services, userId: string): Promise<Grown["sought"]> {
  const history = database.read
    .selectFrom("transactions")
    .orderBy("created_at")
    .offset(BigInt(LONG_ROWS / 2));
  const ids = await history.select("id").where("user_id", "=", userId).limit(1n).execute();
  const someone = await database.read
    .selectFrom("users")
    .select(["id", "email", "last_name"])
    .where("email", "like", `%.${SOUGHT}@wattle.test`)
    .executeTakeFirstOrThrow();
  const deposits = await database.read
    .selectFrom("transactions")
    .select("id")
    .where("user_id", "=", someone.id)
    .where("transaction_type", "=", "deposit")
    .limit(1n)
    .execute();
  // The fill's own references prove nothing.
  const [own = "", deposit = ""] = [...ids, ...deposits].map(({ id }) => referenceOf(id));
  await changePastTriggers(
    database,
    [...ids, ...deposits].map(
      ({ id }) => `update transactions set reference = '${referenceOf(id)}' where id = '${id}'`,
    ),
  );
  await database.write(async (tx) => {
    for (const kind of ["phone", "document_number"] as const) {
      const value = kind === "phone" ? "+61491570156" : NUMBERS.document;
      await addPersonalHashes(tx, someone.id, kind, searchHashes.list(kind, value));
    }
    const hash = searchHashes.of("account_number", NUMBERS.account);
    if (hash !== undefined) {
      const row = { hash, user_id: someone.id };
      await tx
        .insertInto("account_number_hashes")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
  return { own, deposit, ...someone, ...NUMBERS };
}

const SHOWN = 100n;

/** Seals what lists show of approvals and enquiries, which the database cannot do by itself. */
async function sealShown({ database, vault }: Services, url: string): Promise<void> {
  const { read } = database;
  const approvals = read
    .selectFrom("approvals")
    .select(["id", "act"])
    .orderBy("created_at", "desc")
    .limit(SHOWN);
  const asked = [
    ...(await approvals.execute()),
    ...(await approvals.where("status", "=", "pending").execute()),
  ];
  const enquiries = read.selectFrom("enquiries").select("id").orderBy("created_at", "desc").limit(SHOWN);
  const written = [
    ...(await enquiries.execute()),
    ...(await enquiries.where("handled_at", "is", null).execute()),
  ];
  const updates = [
    ...asked.map(({ id, act }) => {
      const proposal = sealProposal(vault, id, { input: {}, details: [], state: "" });
      return `update approvals set proposal = '${proposal as unknown as string}', input_hash = '${hashOfInput(act, {})}' where id = '${id}'`;
    }),
    ...written.map(({ id }) => {
      const message = vault.seal("enquiries.message", id, "Where is my money?");
      return `update enquiries set message = '${message as unknown as string}' where id = '${id}'`;
    }),
  ];
  // A request is never changed otherwise.
  await putInPlace(url, updates);
}

/** Waits until what a start does once is done: the day's proof of liabilities, and a check of the ledger. */
async function settle({ read }: Database): Promise<void> {
  const published = read.selectFrom("liability_publications").select("id").where("document", "is not", null);
  const checked = read.selectFrom("ledger_checks").select("name").where("found", "is not", null);
  for (const done of [published, checked]) {
    while ((await done.executeTakeFirst()) === undefined) await wait(1000);
  }
}

/** Starts a server over a filled installation. @param env its settings other than the bench's */
export const serverOver = (url: string, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  startServer({ ...envOf(url), ...env });

/** Signs people in at a filled installation, and starts a server over it. */
export async function openGrown(url: string, env: Readonly<Record<string, string>> = {}): Promise<Grown> {
  const services = await createServices(readConfig(envOf(url)));
  try {
    const [longId = "", longestId = "", ...traders] = await numbered(services, LONG, CUSTOMERS + 2);
    const headers = await Promise.all(
      [await addStaff(services), longId, longestId, ...traders].map((id) => signIn(services, id)),
    );
    const sought = await soughtOf(services, longId);
    await sealShown(services, url);
    const server = await serverOver(url, env);
    await settle(services.database);
    const [staff, long, longest, ...others] = headers;
    if (staff === undefined || long === undefined || longest === undefined)
      throw new Error("no one is signed in");
    return { url, server, people: { staff, long, longest }, traders: others, sought, longId };
  } finally {
    await services.database.close();
  }
}

/** Fills a database that has nothing. */
export async function fillGrown(size: Size): Promise<void> {
  const services = await createServices(readConfig(envOf(size.url)));
  try {
    await fill(services, size);
  } finally {
    await services.database.close();
  }
}

/** Fills a database that has nothing, and opens it. @param env settings of its server other than the bench's */
export async function grownAt(size: Size, env: Readonly<Record<string, string>> = {}): Promise<Grown> {
  await fillGrown(size);
  return openGrown(size.url, env);
}
