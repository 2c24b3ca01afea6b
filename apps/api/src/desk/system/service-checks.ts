import { readServerFacts } from "@wattle/db/server-facts";
import { isAdmin, listStaff, readStaffLogins } from "@wattle/db/staff";
import {
  findVenueState,
  listHedgingPolicies,
  listOpenVenueOrders,
  listVenueBalances,
} from "@wattle/db/hedging";
import { lastClose } from "@wattle/db/reconciliations";
import { countDueMail, countDueWebhooks, type QueueLength } from "@wattle/db/staff-queues";
import { listSwitches } from "@wattle/db/switches";
import { amountText } from "../../amount-text.ts";
import type { Clock } from "../../clock.ts";
import { nextBackupDue, readLastBackup, readLastCheck } from "../../backup/last-backup.ts";
import { differenceOf } from "../../hedging/compare-balances.ts";
import { greetMailServer } from "../../mail/mail-sender.ts";
import type { Services } from "../../services.ts";
import { fault, ok, reasonOf, spanText, warning, type Check, type Finding } from "./check.ts";
import { APPROVALS_OFF } from "./production-warnings.ts";

type Running = Pick<Services, "config" | "database" | "clock" | "rates" | "markets" | "documents" | "ids">;

const mailServer: Check<Running> = {
  name: "Mail",
  async find({ config: { MAIL_URL } }) {
    if (MAIL_URL === "outbox:") return [];
    const { host } = new URL(MAIL_URL);
    try {
      await greetMailServer(MAIL_URL);
      return [ok(`${host} takes our login. See whether mail arrives: npm run ops -- mail test ADDRESS`)];
    } catch (error) {
      return [fault(`${host} does not take our mail (${reasonOf(error)}). Look at MAIL_URL.`)];
    }
  },
};

/** Mail and events leave within seconds unless who gets them refuses them. */
const SENT_LATE_MILLISECONDS = 5 * 60_000;

/** Whether what is due leaves. @param what in the plural: `mails` */
function sendingFinding(what: string, { count, oldest: oldestAt }: QueueLength, now: number): Finding {
  if (oldestAt === null) return ok(`No ${what} wait.`);
  const waited = now - Number(oldestAt);
  return waited < SENT_LATE_MILLISECONDS
    ? ok(`${count} ${what} wait, the oldest for ${spanText(waited)}.`)
    : fault(`${count} ${what} wait, the oldest for ${spanText(waited)}. The server’s log says why.`);
}

export const mail: Check<Running> = {
  name: "Mail",
  async find({ config, database, clock }) {
    if (config.MAIL_URL !== "outbox:")
      return [sendingFinding("mails", await countDueMail(database.read, BigInt(clock.now())), clock.now())];
    return [
      config.DEMO
        ? ok("The demo keeps its mail: /dev/mail shows it.")
        : warning("No mail leaves: MAIL_URL is outbox:. Set it to smtp://…"),
    ];
  },
};

export const webhooks: Check<Running> = {
  name: "Webhooks",
  async find({ database, clock }) {
    const due = await countDueWebhooks(database.read, BigInt(clock.now()));
    return [sendingFinding("events", due, clock.now())];
  },
};

/** Whether the identity provider takes our key: it is asked about a made-up customer. */
const identity: Check<Pick<Services, "config" | "ids" | "identityProvider">> = {
  name: "Identity",
  async find({ config, identityProvider, ids }) {
    if (identityProvider === undefined) return [];
    try {
      await identityProvider.read(ids.uuid());
    } catch {
      return [fault("Sumsub gives no answer to our key. The log says why. Look at SUMSUB_APP_TOKEN.")];
    }
    return [
      config.SUMSUB_APP_TOKEN?.startsWith("sbx:") === true
        ? warning("Sumsub accepts our key. It is a sandbox key: no one is really checked.")
        : ok("Sumsub accepts our key."),
    ];
  },
};

/** As much as must still fit where documents are kept. */
const DOCUMENT_PROBE = Buffer.alloc(64 * 1024);

export const documents: Check<Running> = {
  name: "Documents",
  async find({ documents: kept, ids }) {
    const id = ids.uuid();
    await kept.put(id, DOCUMENT_PROBE);
    await kept.remove(id);
    return [ok("Documents can be kept.")];
  },
};

/** The last day that was closed and is not open again. */
export const books: Check<Running> = {
  name: "Books",
  async find({ database }) {
    const last = await lastClose(database.read);
    if (last === undefined) return [ok("No day is closed yet.")];
    const difference = last.statement_balance - last.ledger_balance;
    const text = `${last.day} is closed, with a difference of ${amountText(difference, last.currency)} ${last.currency}.`;
    return [difference === 0n ? ok(text) : fault(text)];
  },
};

const HEDGING_LATE_MILLISECONDS = 10n * 60_000n;

/** Faults that keep the house from trading, or its venue from agreeing with the books; none if it does not trade. */
export const hedging: Check<Running> = {
  name: "Hedging",
  async find({ config, database, clock }) {
    if (config.VENUES === undefined) return [];
    const late = BigInt(clock.now()) - HEDGING_LATE_MILLISECONDS;
    const failing = (await listHedgingPolicies(database.read)).filter(
      ({ mode, failing_since: since }) => mode === "on" && since !== null && since <= late,
    );
    const unknown = (await listOpenVenueOrders(database.read)).filter(({ status }) => status === "unknown");
    const state = await findVenueState(database.read, config.VENUES);
    const differs = (await listVenueBalances(database.read, config.VENUES)).some(
      (row) => differenceOf(row) !== 0n,
    );
    return [
      ...failing.map(({ currency, reason }) =>
        fault(`${currency} isn’t hedged for 10 minutes: ${reason ?? "its orders get nothing"}`),
      ),
      ...unknown.map(({ currency }) => fault(`An order of ${currency} is unknown. Look at Hedging.`)),
      ...(state?.failure == null ? [] : [warning(`${config.VENUES}: ${state.failure}`)]),
      ...(differs ? [fault(`${config.VENUES} and the books differ. Hedging says by how much.`)] : []),
    ];
  },
};

/** A coin and a currency that customers exchange, in the order of lists. */
async function pricedPairs({ markets }: Pick<Running, "markets">) {
  const { pairs, currencies } = await markets();
  const currency = (code: string) => currencies.find((each) => each.code === code);
  const isActive = (code: string): boolean => currency(code)?.active === true;
  return pairs.filter(
    ({ from, to, active }) =>
      active &&
      isActive(from) &&
      isActive(to) &&
      currency(from)?.kind === "crypto" &&
      currency(to)?.kind === "fiat",
  );
}

export const prices: Check<Running> = {
  name: "Prices",
  async find({ rates, database, clock, ...running }) {
    const switches = await listSwitches(database.read);
    const paused = new Set(switches.filter((row) => row.paused === 1n).map(({ what }) => what));
    const pairs = await pricedPairs(running);
    if (pairs.length === 0) return [fault("No pair is open. Open one on Markets.")];
    return Promise.all(
      pairs.map(async ({ from, to }) => {
        const pair = `${from}/${to}`;
        if (paused.has(`pair:${pair}`)) return warning(`${pair} is paused. Switches says why.`);
        try {
          const { source, timestamp } = await rates.current(from, to);
          return ok(`${pair}: ${source}, ${spanText(Math.max(0, clock.now() - timestamp * 1000))} old.`);
        } catch (error) {
          return fault(`${pair} has no price: ${reasonOf(error)}. Look at RATE_SOURCE, or close the pair.`);
        }
      }),
    );
  },
};

const staff: Check<Running> = {
  name: "Staff",
  async find({ config, database }) {
    const people = await listStaff(database.read, { withDemo: config.DEMO });
    const admins = people.filter(isAdmin);
    if (admins.length === 0)
      return [fault("No one is an admin yet: npm run ops -- staff first EMAIL prints the link.")];
    const { guarded } = await readStaffLogins(
      database.read,
      people.map(({ id }) => id),
    );
    const open = people.filter(({ id }) => !guarded.has(id)).map(({ email }) => email);
    return [
      open.length === 0
        ? ok(`All ${people.length} of the staff have a second factor.`)
        : warning(`Without a second factor: ${open.join(", ")}. They set it up after their next login.`),
      ...(config.APPROVALS === "off"
        ? [warning(`${APPROVALS_OFF}.`)]
        : admins.length < 2
          ? [warning("There is one admin, and some acts need a second: npm run ops -- staff add-admin EMAIL")]
          : []),
    ];
  },
};

/** The nightly drill checks a backup, so that a week without one means that it doesn't run. */
const CHECK_LATE_MILLISECONDS = 7 * 86_400_000;

export const backups: Check<Running> = {
  name: "Backups",
  async find({ config, database, clock }) {
    const [now, last, check] = [
      clock.now(),
      await readLastBackup(database.read),
      await readLastCheck(database.read),
    ];
    if (last === undefined)
      return [
        config.DEMO
          ? ok("A demo needs no backup.")
          : fault("There is no backup yet: npm run ops -- backup FOLDER"),
      ];
    const age = spanText(now - Number(last.madeAt));
    const isLate = BigInt(now) > nextBackupDue(config, last);
    const made = isLate
      ? fault(`The last backup is ${age} old. Look why the nightly one didn’t run.`)
      : ok(`The last backup is ${age} old. This program can’t see whether it is also kept elsewhere.`);
    if (check === undefined)
      return [made, warning("No backup was checked yet: npm run ops -- restore --check FOLDER")];
    const text = `A backup passed its check ${spanText(now - Number(check.checkedAt))} ago`;
    const isOld = now - Number(check.checkedAt) > CHECK_LATE_MILLISECONDS;
    return [
      made,
      isOld ? warning(`${text}. Check one: npm run ops -- restore --check FOLDER`) : ok(`${text}.`),
    ];
  },
};

/** Codes of two-step login end after 30 seconds, and prices that seem older than two minutes are refused. */
const CLOCK_WRONG_MILLISECONDS = 30_000;
const CLOCK_OFF_MILLISECONDS = 5000;

/** How far another clock is ahead, by the date of its answer. */
async function aheadByDate(address: string, clock: Clock): Promise<number> {
  const asked = clock.now();
  const answer = await fetch(new URL(address).origin, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(CLOCK_OFF_MILLISECONDS),
  });
  return Date.parse(answer.headers.get("date") ?? "") - (asked + clock.now()) / 2;
}

function clockFinding(other: string, ahead: number): Finding {
  const off = Math.abs(ahead);
  if (Number.isNaN(off)) return warning(`${other} does not say its time.`);
  const text = `This machine’s clock is ${Math.round(off / 1000)} s ${ahead > 0 ? "behind" : "ahead of"} ${other}`;
  if (off > CLOCK_WRONG_MILLISECONDS) return fault(`${text}. Start time synchronisation (NTP).`);
  if (off > CLOCK_OFF_MILLISECONDS) return warning(`${text}. Look at time synchronisation (NTP).`);
  return ok(`${text}.`);
}

/** A clock that jumps is seen at once by the database's, where the database is a server. */
export const databaseClock: Check<Running> = {
  name: "Clock",
  async find({ database, clock }) {
    const server = await readServerFacts(database);
    return server === undefined ? [] : [clockFinding("PostgreSQL’s", server.now - clock.now())];
  },
};

const clocks: Check<Running> = {
  name: "Clock",
  async find(running) {
    const { config, clock } = running;
    const urls = { kraken: config.KRAKEN_URL, convert: config.CONVERT_URL, simulated: undefined };
    const sources = config.RATE_SOURCE.flatMap((name) => urls[name] ?? []);
    const found = await Promise.all(
      sources.map(async (url) => {
        const { host } = new URL(url);
        return aheadByDate(url, clock).then(
          (ahead) => clockFinding(host, ahead),
          (error: unknown) => warning(`${host} can’t be asked for the time (${reasonOf(error)}).`),
        );
      }),
    );
    found.push(...(await databaseClock.find(running)));
    return found.length > 0 ? found : [ok("There is no other clock here to compare this machine’s with.")];
  },
};

/** Checks of an installation whose services are there. */
export const SERVICE_CHECKS: readonly Check<Running & Pick<Services, "identityProvider">>[] = [
  mailServer,
  mail,
  webhooks,
  prices,
  documents,
  books,
  hedging,
  identity,
  staff,
  backups,
  clocks,
];
