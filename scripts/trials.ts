/** A promise of the product, and the tests that try to break it. */
export interface Trial {
  readonly promise: string;
  /** The attack of `npm run trial`; `npm test` makes the same one, fewer times. */
  readonly attack: string;
  /** Files of tests, from the repository's root. */
  readonly tests: readonly string[];
  /** Programs that it takes, each a package of Debian. Without one the trial says so. */
  readonly programs?: readonly string[];
}

/** The trials of `npm run trial -- NAME`; `docs/guarantees.md` has their results. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  "kill-9": {
    promise: "An exchange that was acknowledged is kept, and kept once, whenever the server dies.",
    attack: "500 times `kill -9` amid exchanges, then each request again",
    tests: ["apps/api/src/exchange/crash.test.ts"],
  },
  "kill-9-background": {
    promise: "Recurring buys are made once and events arrive, whenever the server dies.",
    attack: "50 times `kill -9` amid recurring buys, and amid webhooks",
    tests: ["apps/api/src/recurring/crash.test.ts", "apps/api/src/webhooks/crash.test.ts"],
  },
  "kill-9-staff": {
    promise: "Staff acts with money are done, and done once, whenever the server dies.",
    attack:
      "50 times `kill -9` amid deposits and bank lines credited, requests approved, batches of payouts made and released, and amid payouts sent, returned and rejected, lines, holds, and orders of the customer",
    tests: ["apps/api/src/desk/crash.test.ts"],
  },
  chain: {
    promise: "Coins are credited once and paid once, whatever the chain, its nodes and miners do.",
    attack:
      "100 times `kill -9` for each coin on each database between storing, sending and recording; 500 random stories of each coin on each database: reorganisations of up to 6 blocks, a node down, slow, reset, behind or lying, two processes that follow, raised fees and cancelled batches amid deposits, exchanges and payouts; 20,000 outputs that cost more than they are worth; changed rows",
    tests: [
      "apps/api/src/desk/payouts/coin-stories.test.ts",
      "apps/api/src/desk/payouts/coin-crash.test.ts",
      "apps/api/src/desk/payouts/sign-coin-payouts.test.ts",
      "apps/api/src/desk/payouts/stolen-coins.test.ts",
      "apps/api/src/desk/payouts/stolen-ether.test.ts",
      // Through a node of others.
      "apps/api/src/desk/payouts/anvil-payout.test.ts",
    ],
  },
  "lost-answers": {
    promise: "A request with an idempotency key is done once, whatever connection is lost on the way.",
    attack:
      "5,000 exchanges over lines that are cut at random, and before, during and after a commit at least once: to customers, and to PostgreSQL",
    tests: ["apps/api/src/exchange/lost-answers.test.ts"],
  },
  failover: {
    promise:
      "A PostgreSQL that dies and is replaced by its synchronous standby loses nothing that was acknowledged.",
    attack: "20 times the primary is killed amid exchanges, and the standby promoted",
    tests: ["apps/api/src/exchange/failover.test.ts"],
  },
  patroni: {
    promise:
      "A cluster whose leader is lost is written again in less than 30 seconds, and loses nothing that was acknowledged.",
    attack:
      "20 leaders are lost amid exchanges, deposits and payouts: PostgreSQL, Patroni or the machine killed or frozen, a disk that was full, etcd without its majority, the network to one or both others cut, Patroni's clock set ahead and back; other writers go past the proxy; then the moment before an accident is restored from the archive, and two machines die at once",
    tests: ["apps/api/src/exchange/patroni.test.ts"],
    programs: ["haproxy"],
  },
  cluster: {
    promise:
      "Three processes are as good as one, and each is replaced while they serve without a failed request.",
    attack:
      "100 times one of three processes behind HAProxy is killed amid exchanges, and 20 times all are restarted in turn under load",
    tests: ["apps/api/src/exchange/cluster.test.ts"],
    programs: ["haproxy"],
  },
  outages: {
    promise:
      "A part that is away comes back without a loss: disk, file, database, process, clock, mail server.",
    attack:
      "10 times each amid exchanges: a full disk, a locked file, PostgreSQL restarted, a process or PostgreSQL frozen for 20 s, the clock moved by ±120 s, the mail server stopped",
    tests: ["apps/api/src/exchange/outages.test.ts"],
    programs: ["faketime"],
  },
  rotation: {
    promise:
      "Each key and secret is replaced while two processes serve: no held rate is refused, no link or session ends.",
    attack:
      "20 times all are replaced, step by step, amid exchanges, with each process restarted in turn; rates held and links mailed before are used after",
    tests: ["apps/api/src/exchange/rotation.test.ts"],
  },
  "slow-clients": {
    promise:
      "Clients that are slow or send nonsense hold no one else up: 99 of 100 requests of customers take less than 250 ms.",
    attack:
      "6,000 requests of customers amid 500 clients that send or read slowly, and 4 that send wrong bodies",
    tests: ["apps/api/src/http/slow-clients.test.ts"],
  },
  "large-statement": {
    promise: "Customers are served while a statement as large as one may be is imported.",
    attack:
      "20 MB of CAMT.053, MT940, OFX and CSV: 99 of 100 requests of others in less than 50 ms, and less than 220 MiB more memory; TIMES is KiB",
    tests: ["apps/api/src/bank-lines/large-statement.test.ts"],
  },
  "worst-customer": {
    promise: "One customer does not slow the others: 99 of 100 of their requests take at most 100 ms longer.",
    attack:
      "60 seconds of one customer with 10,000 transactions who asks for the costliest reads and files, different ones each time, as often as the limit of requests lets anyone; TIMES is seconds",
    tests: ["apps/api/src/limits/worst-customer.test.ts"],
  },
  soak: {
    promise: "A server under load for long stays as it is: memory, descriptors, the log of writes.",
    attack: "20 minutes of exchanges, reads and logins on each database; TIMES is minutes",
    tests: ["apps/api/src/exchange/soak.test.ts"],
  },
  large: {
    promise:
      "With a million customers what is owed is published, and the ledger checked, while others are served.",
    attack:
      "Publishing in less than 60 s and 600 MiB, with 99 of 100 requests at most 50 ms slower for it, and a check of as many entries with no request above 50 ms; TIMES is customers",
    tests: ["apps/api/src/liabilities/large.test.ts"],
  },
  image: {
    promise: "The Dockerfile's image serves, with production packages only and not as root.",
    attack: "Its steps, in empty folders; Docker is not needed",
    tests: ["scripts/image.test.ts"],
  },
  "one-quote": {
    promise: "A quote is executed once, and takes no more than there is.",
    attack: "200 storms of 100 submits at once: without keys, under one key, under 100 keys",
    tests: ["apps/api/src/exchange/storms.test.ts"],
  },
  "at-once": {
    promise: "Limits of a day, one use and a second person hold exactly, however many press at once.",
    attack:
      "20 storms each of 50 requests over three processes: a line credited to two customers, a payment by hand and by its line, the day's sum of a person and of a customer, an approval, a market resumed, copies of customers' data, withdrawals",
    tests: ["apps/api/src/limits/at-once.test.ts"],
  },
  readers: {
    promise: "No one ever sees a balance below zero, or money that is in two places or in none.",
    attack: "50,000 movements at random through two processes, while others read all balances",
    tests: ["packages/db/src/ledger/readers.test.ts"],
  },
  model: {
    promise: "The ledger does what double-entry bookkeeping says, and no customer's balance goes below zero.",
    attack: "10,000 random sequences of up to 50 acts, against a model that shares no code with it",
    tests: ["packages/db/src/ledger/model.test.ts"],
  },
  "money-model": {
    promise: "Every act of customers and staff moves the money that it should, and no other, or is refused.",
    attack:
      "10,000 random sequences of up to 150 acts, half of them on each database, through the real procedures, against a model that shares no code with them",
    tests: ["apps/api/src/desk/money-model.test.ts"],
  },
  hedging: {
    promise:
      "No order of the house is lost, sent twice or beyond a limit, whatever the venue and the server do.",
    attack:
      "10,000 random runs of policy and orders, 500 of them on PostgreSQL, with a process killed between any two calls; a day of 24 hours on each database, each with customers’ exchanges, a venue that misbehaves and a `kill -9`; TIMES is runs, and hours",
    tests: ["apps/api/src/hedging/hedger-runs.test.ts", "apps/api/src/hedging/hedging-day.test.ts"],
  },
  "two-people": {
    promise: "No one credits without a second person if two are needed, or pays a customer on hold.",
    attack: "1,000 random orders of 20 acts of four members of staff and a customer",
    tests: ["apps/api/src/desk/approvals/interleavings.test.ts"],
  },
  monitoring: {
    promise:
      "Rules find all that they should, nine of ten alerts are right, and each thing is found once, whenever the server dies.",
    attack:
      "A made-up year of 2,000 customers, with planted cases of each rule and an innocent twin of each; 10 times `kill -9` of the process that watches; TIMES is customers",
    tests: ["apps/api/src/monitoring/year.test.ts", "apps/api/src/monitoring/crash.test.ts"],
  },
  fuzz: {
    promise: "No request, however wrong, breaks the server or the books.",
    attack: "2,000 generated requests to each path and procedure, by guests, customers, partners and staff",
    tests: ["apps/api/src/rest/fuzz.test.ts"],
  },
};
