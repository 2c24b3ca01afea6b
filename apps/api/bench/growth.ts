/**
 * What a million customers cost: the same requests to a server over a small installation and to one over a large one, in turn, on
 * one durable PostgreSQL that is filled first. Every list of the desk, a customer's own pages, rates, exchanges, the ledger's check.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { insertUser } from "@wattle/db/accounts";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { openDatabase } from "@wattle/db/database";
import { rolesText } from "@wattle/db/roles";
import { customer } from "@wattle/db/testing/fixtures";
import { administer, databaseUrl } from "@wattle/db/testing/postgres-server";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { grow, LONG, LONG_ROWS } from "../../../packages/db/bench/grow.ts";
import { sealBooks } from "@wattle/db/book-seals/seal-books";
import { readSealKeys } from "../src/book-seals/seal-keys.ts";
import { hashOfInput, sealProposal } from "../src/back-office/approvals/proposal.ts";
import { createServices } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import { referenceOf } from "../src/reference.ts";
import type { Services } from "../src/services.ts";
import { startServer, type ServerProcess } from "../src/testing/server-process.ts";
import { withDurablePostgres } from "./durable-postgres.ts";
import { connectAll, CUSTOMERS, exchangeOften, holdRates, signIn, type Client } from "./load.ts";

/** Customers of the small installation: a thousandth of the large one's. */
const smallOf = (customers: number): number => Math.max(1000, Math.ceil(customers / 1000));
/** The number of a customer who is looked for. */
const SOUGHT = 777;
/** When the fill's last row was made: a while ago, so that nothing is of the future. */
const FILLED_UNTIL = Math.floor(Date.now() / 86_400_000) * 86_400_000;
const ROUNDS = 15;
const WARM_UP = 3;
const BLOCKS = 5;
const EXCHANGES_EACH = 10;

/** What is promised of a request: of a list how long it takes, of the others how much dearer they may be. */
type Kind = "list" | "read" | "write";

/** A request's median milliseconds over the small and over the large installation. */
interface GrowthRow {
  readonly name: string;
  readonly kind: Kind;
  readonly smallMs: number;
  readonly largeMs: number;
}

interface GrowthBench {
  readonly customers: number;
  readonly postings: number;
  readonly fillSeconds: number;
  readonly rows: readonly GrowthRow[];
  /** Of the ledger's check, microseconds for each posting. */
  readonly checkSmall: number;
  readonly checkLarge: number;
  /** The most memory that the server over the large installation has had. */
  readonly memoryMiB: number;
}

/** An installation that has grown, with a server over it. */
interface Grown {
  readonly url: string;
  readonly server: ServerProcess;
  /** What signs each of them in. */
  readonly people: Readonly<Record<Asked["as"], Client["headers"]>>;
  readonly traders: readonly Client["headers"][];
  readonly longId: string;
  /** A reference in the middle of the long customer's history; someone else, and the reference of their deposit. */
  readonly sought: Readonly<Record<"own" | "deposit" | "id" | "email" | "last_name", string>>;
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const envOf = (url: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: url,
  RATE_LIMIT: "100000000",
  CAPTCHA_PROVIDER: "none",
  DEMO: "false",
  DATA_KEYS: TEST_DATA_KEYS,
});

/** A number that no row of the books reaches while it is filled. */
const FAR = 1_000_000_000;

/** Seals the books as if all that comes before `FAR` had been sealed long ago, so that the servers seal what is new alone. */
async function sealAhead(services: Services, url: string): Promise<void> {
  const statements = [
    `insert into ledger_entries (id, kind, description, created_by, created_at, seq) overriding system value values ('far', 'bank.line', 'Far', 'bench', 0, ${FAR})`,
    "insert into ledger_postings (entry_id, position, source_account, destination_account, currency, amount) values ('far', 0, 'house:bank:AUD', 'house:suspense:AUD', 'AUD', 1)",
    `insert into audit_log (id, actor, action, subject, details, created_at, seq) overriding system value values ('far', 'bench', 'far', 'far', '{}', 0, ${FAR})`,
  ];
  for (const statement of statements) await administer(url, statement);
  await sealBooks(services.database, await readSealKeys(services), 0n);
}

async function fill(services: Services, url: string, customers: number): Promise<void> {
  await sealAhead(services, url);
  const longestRows = Math.max(100, customers / 10);
  await grow({ dialect: "postgres", url }, { customers, longestRows, until: FILLED_UNTIL }, console.error);
  for (const table of ["ledger_entries", "audit_log"]) {
    await administer(url, `alter table ${table} alter column seq restart with ${FAR + 1}`);
  }
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

/** What searches look for: rows and people in the middle. */
async function soughtOf({ database }: Services, userId: string): Promise<Grown["sought"]> {
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
  for (const { id } of [...ids, ...deposits]) {
    await database.write((tx) =>
      tx
        .updateTable("transactions")
        .set({ reference: referenceOf(id) })
        .where("id", "=", id)
        .execute(),
    );
  }
  return { own, deposit, ...someone };
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
  // Past the triggers: a request is never changed otherwise.
  await administer(url, ["set session_replication_role = replica", ...updates].join(";"));
}

/** Signs people in at a filled installation, and starts a server over it. */
async function open(url: string): Promise<Grown> {
  const services = await createServices(readConfig(envOf(url)));
  try {
    const [longId = "", longestId = "", ...traders] = await numbered(services, LONG, CUSTOMERS + 2);
    const headers = await Promise.all(
      [await addStaff(services), longId, longestId, ...traders].map((id) => signIn(services, id)),
    );
    const sought = await soughtOf(services, longId);
    await sealShown(services, url);
    const server = await startServer(envOf(url));
    const [staff, long, longest, ...others] = headers;
    if (staff === undefined || long === undefined || longest === undefined)
      throw new Error("no one is signed in");
    return { url, server, people: { staff, long, longest }, traders: others, sought, longId };
  } finally {
    await services.database.close();
  }
}

/** What is asked, of whom; a path begins with `/`, all else is a procedure of staff. */
interface Asked {
  readonly name: string;
  readonly kind: Kind;
  readonly as: "staff" | "long" | "longest";
  readonly target: (grown: Grown) => string;
}

const path = (name: string, as: "long" | "longest", target: string | ((grown: Grown) => string)): Asked => ({
  name,
  kind: "read",
  as,
  target: typeof target === "string" ? () => target : target,
});

const listed = (
  procedure: string,
  input: object | ((grown: Grown) => object) = {},
  note = "",
  kind: Kind = "list",
): Asked => ({
  name: `${procedure.slice("ops.".length)}${note === "" ? "" : `: ${note}`}`,
  kind,
  as: "staff",
  target: (grown) => {
    const given = JSON.stringify(typeof input === "function" ? input(grown) : input);
    return `/trpc/${procedure}?input=${encodeURIComponent(given)}`;
  },
});

const HISTORY = "/api/users/transactions";
const LAST_DAY = new Date(FILLED_UNTIL - 2 * 86_400_000).toISOString().slice(0, 10);
const period = { from: LAST_DAY, to: LAST_DAY };

const OWN: readonly Asked[] = [
  path("balances", "long", "/api/users/balance"),
  path("history, page 1 of 500", "long", HISTORY),
  path("history, page 500", "long", `${HISTORY}?page=500`),
  path("history, page 1 of the longest", "longest", HISTORY),
  path("history, search by reference", "long", ({ sought }) => `${HISTORY}?search=${sought.own.slice(0, 9)}`),
  path("history, search by amount", "long", `${HISTORY}?search=500.00`),
  path("overview", "long", "/trpc/portfolio.overview"),
  path(
    "overview's line over a year",
    "long",
    `/trpc/portfolio.series?input=${encodeURIComponent('{"range":"1y"}')}`,
  ),
  path("CSV file of 10,000 rows", "long", `${HISTORY}.csv`),
];

const DESK: readonly Asked[] = [
  listed("ops.today"),
  listed("ops.customers.search"),
  listed("ops.customers.search", ({ sought }) => ({ query: sought.email }), "an email address"),
  listed("ops.customers.search", ({ sought }) => ({ query: sought.last_name }), "a last name"),
  listed("ops.customers.search", { query: "found-nowhere" }, "nothing found"),
  listed("ops.customers.search", { status: "blocked" }, "those blocked"),
  listed("ops.customers.waiting"),
  listed("ops.customers.get", ({ longId }) => ({ id: longId })),
  listed("ops.transactions.find", ({ sought }) => ({ reference: sought.deposit })),
  ...["deposits", "withdrawals"].flatMap((list) => {
    const procedure = `ops.${list}.list`;
    return [
      listed(procedure),
      listed(procedure, { newest_first: true }, "newest first"),
      listed(procedure, { newest_first: true, page: 100 }, "page 100"),
      listed(procedure, { status: list === "deposits" ? "awaiting_payment" : "requested" }, "those open"),
      listed(procedure, { status: "completed", newest_first: true }, "those completed"),
      listed(procedure, ({ longId }) => ({ customer: longId }), "of a customer"),
      listed(procedure, { ...period, newest_first: true }, "of a day"),
      listed(procedure, { amount: "500.00", newest_first: true }, "an amount"),
      listed(procedure, ({ sought }) => ({ text: sought.deposit }), "a reference"),
      listed(procedure, ({ sought }) => ({ text: sought.email }), "an email address"),
      listed(procedure, { text: "found-nowhere" }, "nothing found"),
    ];
  }),
  listed("ops.bankLines.list"),
  listed("ops.bankLines.list", { status: "unmatched" }, "those open"),
  listed("ops.bankLines.list", { text: "found-nowhere" }, "nothing found"),
  listed("ops.bankLines.list", { amount: "500.00" }, "an amount"),
  listed("ops.bankLines.list", ({ sought }) => ({ customer: sought.id }), "of a customer"),
  listed("ops.payouts.list"),
  listed("ops.payouts.list", ({ sought }) => ({ customer: sought.id }), "of a customer"),
  listed("ops.payouts.list", { status: "open" }, "those open"),
  listed("ops.approvals.list"),
  listed("ops.approvals.list", { status: "pending" }, "those pending"),
  listed("ops.support.list"),
  listed("ops.support.list", { show: "all" }, "all"),
  listed("ops.audit.list"),
  listed("ops.audit.list", { page: 100 }, "page 100"),
  listed("ops.audit.list", { action: "withdraw.rejected" }, "an act"),
  listed("ops.audit.list", { action: "never.done" }, "nothing found"),
  listed("ops.audit.list", { actor: "growth-staff" }, "a person's"),
  listed("ops.outbox.mails"),
  listed("ops.outbox.webhooks"),
  listed("ops.onramp.list"),
  listed("ops.onramp.list", { status: "review" }, "those to review"),
  listed("ops.receivables.list"),
  listed("ops.receivables.list", { status: "open" }, "those open"),
  listed("ops.receivables.list", { status: "written_off" }, "those written off"),
  listed("ops.position.list"),
  listed("ops.position.trades"),
  listed("ops.position.trades", { venue: "Nowhere" }, "of a venue without any"),
  listed("ops.reconciliation.list"),
  listed("ops.ledger.ofCustomer", ({ longId }) => ({ customer_id: longId })),
  listed("ops.ledger.ofAccount", { purpose: "bank", currency: "AUD" }),
  listed("ops.reports.fees", period, "a day", "read"),
  listed("ops.reports.trades", { ...period, limit: 100 }, "a day", "read"),
  listed("ops.reports.volume", period, "a day", "read"),
  listed("ops.reports.signUps", period, "a day", "read"),
];

/** Milliseconds until a request is answered whole. */
async function ask(grown: Grown, { name, as, target }: Asked): Promise<number> {
  const where = `${grown.server.origin}${target(grown)}`;
  const begin = performance.now();
  const answer = await fetch(where, { headers: grown.people[as] });
  const text = await answer.text();
  // What takes longer than statements may is answered so; it counts with the time it took.
  if (!answer.ok && answer.status !== 503)
    throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 500)}`);
  return performance.now() - begin;
}

const SLOW_MILLISECONDS = 1000;

/** Asks both installations in turn. What takes seconds is asked fewer times. */
async function measure(small: Grown, large: Grown, asked: Asked): Promise<GrowthRow> {
  const times = { small: [] as number[], large: [] as number[] };
  let rounds = ROUNDS;
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const [smallMs, largeMs] = [await ask(small, asked), await ask(large, asked)];
    if (largeMs > SLOW_MILLISECONDS) rounds = WARM_UP;
    if (round < 0) continue;
    times.small.push(smallMs);
    times.large.push(largeMs);
  }
  const row = { ...asked, smallMs: medianOf(times.small), largeMs: medianOf(times.large) };
  console.error(`${row.name}: ${row.smallMs.toFixed(1)} and ${row.largeMs.toFixed(1)} ms`);
  return row;
}

/** Held rates and exchanges by many customers at once, in blocks that take turns; the milliseconds are those of one of them. */
async function measureWrites(small: Grown, large: Grown): Promise<GrowthRow[]> {
  const held = { small: [] as number[], large: [] as number[] };
  const exchanged = { small: [] as number[], large: [] as number[] };
  for (let block = -1; block < BLOCKS; block += 1) {
    for (const [size, { server, traders }] of [
      ["small", small],
      ["large", large],
    ] as const) {
      const clients = await connectAll(server.origin, traders);
      const begin = performance.now();
      await holdRates(clients, EXCHANGES_EACH);
      const rateMs = (performance.now() - begin) / EXCHANGES_EACH / clients.length;
      const { perSecond } = await exchangeOften(clients, EXCHANGES_EACH);
      for (const { connection } of clients) connection.close();
      if (block < 0) continue;
      held[size].push(rateMs);
      exchanged[size].push(1000 / perSecond);
    }
  }
  const row = (name: string, kind: Kind, times: typeof held): GrowthRow => ({
    name,
    kind,
    smallMs: medianOf(times.small),
    largeMs: medianOf(times.large),
  });
  return [row("held rate", "read", held), row("exchange", "write", exchanged)];
}

/** Microseconds for each posting. */
async function checkOf(url: string): Promise<{ readonly postings: number; readonly each: number }> {
  const database = await openDatabase(url, { limited: false });
  try {
    const begin = performance.now();
    const { mismatches } = await checkLedger(database.read);
    const took = performance.now() - begin;
    if (mismatches.length > 0)
      throw new Error(`the ledger does not balance: ${JSON.stringify(mismatches.slice(0, 5))}`);
    const { total } = await database.read
      .selectFrom("ledger_postings")
      .select(({ fn }) => fn.countAll<bigint>().as("total"))
      .executeTakeFirstOrThrow();
    return { postings: Number(total), each: (took * 1000) / Number(total) };
  } finally {
    await database.close();
  }
}

/** The most memory that a process has had. */
function memoryOf({ pid }: ServerProcess): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kibibytes) / 1024;
}

async function grownAt(serverUrl: string, name: string, customers: number): Promise<Grown> {
  await administer(serverUrl, `create database ${name}`);
  const url = databaseUrl(serverUrl, name);
  const services = await createServices(readConfig(envOf(url)));
  try {
    await fill(services, url, customers);
  } finally {
    await services.database.close();
  }
  return open(url);
}

/** Fills both installations and measures them. @param customers of the large one */
function run(customers: number): Promise<GrowthBench> {
  return withDurablePostgres(async ({ url }) => {
    // A checkpoint every few seconds of the fill would take most of its time.
    await administer(url, "alter system set max_wal_size = '16GB'");
    await administer(url, "select pg_reload_conf()");
    const begin = performance.now();
    const small = await grownAt(url, "small", smallOf(customers));
    const large = await grownAt(url, "large", customers);
    const fillSeconds = (performance.now() - begin) / 1000;
    try {
      return { customers, fillSeconds, ...(await measureAll(small, large)) };
    } finally {
      for (const { server } of [small, large]) await server.kill();
    }
  });
}

async function measureAll(
  small: Grown,
  large: Grown,
): Promise<Omit<GrowthBench, "customers" | "fillSeconds">> {
  await administer(large.url, "checkpoint");
  const rows = await measureWrites(small, large);
  for (const asked of [...OWN, ...DESK]) rows.push(await measure(small, large, asked));
  const memoryMiB = memoryOf(large.server);
  const [checkedSmall, checkedLarge] = [await checkOf(small.url), await checkOf(large.url)];
  return {
    rows,
    memoryMiB,
    postings: checkedLarge.postings,
    checkSmall: checkedSmall.each,
    checkLarge: checkedLarge.each,
  };
}

const LIST_MILLISECONDS = 50;
/** How many times dearer a request may be over the large installation. */
const DEARER = { read: 1.25, write: 1.1 } as const;
const MEMORY_MEBIBYTES = 300;

const isMet = ({ kind, smallMs, largeMs }: GrowthRow): boolean =>
  kind === "list" ? largeMs <= LIST_MILLISECONDS : largeMs <= smallMs * DEARER[kind];

const promiseOf = (kind: Kind): string =>
  kind === "list" ? `≤ ${LIST_MILLISECONDS} ms` : `ratio ≤ ${DEARER[kind]}`;

/** Markdown. */
function tableOf({ rows, customers }: GrowthBench): string {
  const head = `| request | ${smallOf(customers)} customers, ms | ${customers}, ms | ratio | promise | |`;
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${row.smallMs.toFixed(2)} | ${row.largeMs.toFixed(2)} | ${(row.largeMs / row.smallMs).toFixed(2)} | ${promiseOf(row.kind)} | ${isMet(row) ? "met" : "missed"} |`,
  );
  return [head, "|---|---:|---:|---:|---:|---|", ...lines].join("\n");
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      customers: { type: "string", default: "1000000" },
      check: { type: "boolean", default: false },
    },
  });
  const bench = await run(Number(values.customers));
  console.log(tableOf(bench));
  console.log(
    `\nThe ledger's check takes ${bench.checkSmall.toFixed(2)} µs of each posting where there are few, ${bench.checkLarge.toFixed(2)} µs of each of ${bench.postings}. ` +
      `The server had ${bench.memoryMiB.toFixed(0)} MiB at most. Filled in ${bench.fillSeconds.toFixed(0)} s.`,
  );
  const missed = bench.rows.filter((row) => !isMet(row)).map(({ name }) => name);
  if (bench.memoryMiB > MEMORY_MEBIBYTES) missed.push("memory");
  if (values.check && missed.length > 0) {
    console.error(`Missed: ${missed.join(", ")}`);
    process.exitCode = 1;
  }
}
