import { parseArgs } from "node:util";
import { domainErrorOf } from "../../procedures.ts";
import type { RequestContext } from "../../context.ts";
import type { Services } from "../../services.ts";
import { momentText } from "../../moment-text.ts";
import { desk } from "../desk.router.ts";
import { APPROVAL_COMMANDS } from "./approvals.ts";
import { AUDIT_COMMANDS } from "./audit.ts";
import { askingBefore } from "./ask-before.ts";
import { BACKUP_COMMANDS } from "./backup.ts";
import { terminalCall } from "./call-context.ts";
import {
  NotWanted,
  UsageError,
  type Accepts,
  type ActCommand,
  type Command,
  type CommandContext,
  type DeskCaller,
  type Installation,
  type WordsContext,
} from "./command.ts";
import { BANK_LINE_COMMANDS } from "./bank-lines.ts";
import { COIN_PAYOUT_COMMANDS } from "./coin-payouts.ts";
import { COIN_COMMANDS } from "./coins.ts";
import { COMPLIANCE_COMMANDS } from "./compliance.ts";
import { confirmHere, confirming } from "./confirm-here.ts";
import { CUSTOMER_COMMANDS } from "./customers.ts";
import { OPERATOR_WEBHOOK_COMMANDS } from "./operator-webhooks.ts";
import { DEPOSIT_ACCOUNT_COMMANDS } from "./deposit-accounts.ts";
import { DEPOSIT_COMMANDS } from "./deposits.ts";
import { DOCTOR_COMMANDS } from "./doctor.ts";
import { EXCHANGE_FEE_COMMANDS } from "./exchange-fees.ts";
import { KEY_COMMANDS } from "./keys.ts";
import { rememberAnswers, type LastAnswer } from "./last-answer.ts";
import { LEDGER_COMMANDS } from "./ledger.ts";
import { LIABILITY_COMMANDS } from "./liabilities.ts";
import { RESERVE_COMMANDS } from "./reserves.ts";
import { LOGIN_COMMANDS } from "./login.ts";
import { MAIL_COMMANDS } from "./mail.ts";
import { MARKET_COMMANDS } from "./markets.ts";
import { MIGRATE_COMMANDS } from "./migrate.ts";
import { ONRAMP_COMMANDS } from "./onramp.ts";
import { OUTBOX_COMMANDS } from "./outbox.ts";
import { recordText, tableText } from "./print.ts";
import { PAYOUT_COMMANDS } from "./payouts.ts";
import { HEDGING_COMMANDS } from "./hedging.ts";
import { POSITION_COMMANDS } from "./position.ts";
import { RATE_COMMANDS } from "./rates.ts";
import { RECEIVABLE_COMMANDS } from "./receivables.ts";
import { RECONCILIATION_COMMANDS } from "./reconciliation.ts";
import { REPORT_COMMANDS } from "./reports.ts";
import { RECOVERY_COMMANDS } from "./recoveries.ts";
import { SWITCH_COMMANDS } from "./switches.ts";
import { MACHINE_STAFF_COMMANDS, STAFF_COMMANDS } from "./staff.ts";
import { SUPPORT_COMMANDS } from "./support.ts";
import { TOKEN_COMMANDS } from "./tokens.ts";
import { TRANSACTION_COMMANDS } from "./transactions.ts";
import { LOG_IN, NotLoggedInError, whoActs } from "./who-acts.ts";
import { WITHDRAWAL_COMMANDS } from "./withdrawals.ts";
import { refuseSurplus } from "./words-of.ts";

/** Every command of `npm run ops -- …`, in the order the help has them. */
export const COMMANDS: readonly Command[] = [
  ...LOGIN_COMMANDS,
  ...MACHINE_STAFF_COMMANDS,
  ...STAFF_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...RECOVERY_COMMANDS,
  ...DEPOSIT_COMMANDS,
  ...DEPOSIT_ACCOUNT_COMMANDS,
  ...OPERATOR_WEBHOOK_COMMANDS,
  ...WITHDRAWAL_COMMANDS,
  ...TRANSACTION_COMMANDS,
  ...ONRAMP_COMMANDS,
  ...MARKET_COMMANDS,
  ...SWITCH_COMMANDS,
  ...BANK_LINE_COMMANDS,
  ...COIN_COMMANDS,
  ...COIN_PAYOUT_COMMANDS,
  ...COMPLIANCE_COMMANDS,
  ...RECEIVABLE_COMMANDS,
  ...PAYOUT_COMMANDS,
  ...POSITION_COMMANDS,
  ...HEDGING_COMMANDS,
  ...RECONCILIATION_COMMANDS,
  ...REPORT_COMMANDS,
  ...RATE_COMMANDS,
  ...EXCHANGE_FEE_COMMANDS,
  ...LEDGER_COMMANDS,
  ...LIABILITY_COMMANDS,
  ...RESERVE_COMMANDS,
  ...SUPPORT_COMMANDS,
  ...OUTBOX_COMMANDS,
  ...APPROVAL_COMMANDS,
  ...AUDIT_COMMANDS,
  ...TOKEN_COMMANDS,
  ...KEY_COMMANDS,
  ...BACKUP_COMMANDS,
  ...MAIL_COMMANDS,
  ...DOCTOR_COMMANDS,
  ...MIGRATE_COMMANDS,
];

const COMMON_OPTIONS = {
  as: { type: "string" },
  json: { type: "boolean" },
  yes: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Streams that a command reads and writes: the process's own, or a test's. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Asks for something that is not shown. */
  readonly askSecret: (prompt: string) => Promise<string>;
  /** Asks a person; undefined if none is there to answer. */
  readonly ask: ((prompt: string) => Promise<string>) | undefined;
  /** Shows how far a long act is; undefined if no one looks. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/** The help of all commands, or of those whose name begins with a word. */
function helpText(word = ""): string {
  const fitting = COMMANDS.filter(({ name }) => name === word || name.startsWith(`${word} `));
  const lines = (fitting.length > 0 ? fitting : COMMANDS).map(
    ({ name, takes, about }) => `  ${[name, takes].filter(Boolean).join(" ")}\n      ${about}`,
  );
  return [
    "Back office of this installation. Reads the same settings as the server.",
    "",
    "npm run ops -- COMMAND",
    "",
    ...lines,
    "",
    "A <customer> is an email address or an identifier. Every command takes:",
    "  --as EMAIL   in a demo, the member of staff who acts (the first admin unless said)",
    "  --json       print what the procedure answers, as JSON",
    "  --yes        do what moves money without asking; needed where no one is at a terminal",
    "  --help       this help; after a command's first word, help for that word",
    "",
    "Exit codes: 0 done, 1 refused or failed, 2 unknown command or wrong usage.",
  ].join("\n");
}

function commandOf(words: readonly string[]): Command | undefined {
  const [noun, verb] = words;
  return COMMANDS.find(({ name }) => name === noun || name === `${noun} ${verb}`);
}

function parse(command: Command, words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: { ...COMMON_OPTIONS, ...command.options },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "unknown command");
  }
}

/**
 * Runs one command.
 * @param words the words after `npm run ops --`
 * @returns the exit code: 0 done, 1 refused or something is wrong, 2 the words were not understood
 */
export async function runCommand(
  words: readonly string[],
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  const { out, error } = terminal;
  const asked = words.some((word) => word === "--help" || word === "-h");
  if (words.length === 0 || asked) {
    out(helpText(words.find((word) => !word.startsWith("-"))));
    return 0;
  }
  const command = commandOf(words);
  if (command === undefined) {
    const known = COMMANDS.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name);
    error(
      `unknown command: ${words.slice(0, 2).join(" ")}; ${known.length > 0 ? `choose one of ${known.join(", ")}` : "--help lists all"}`,
    );
    return 2;
  }
  let services: Services | undefined;
  try {
    const { values, positionals } = parse(command, words.slice(command.name.split(" ").length));
    refuseSurplus(command, positionals);
    const given = values as Given;
    if (command.machine === "any")
      return (
        (await command.run({
          ...wordsContext(command, "UTC", positionals, given, terminal),
          installation,
        })) ?? 0
      );
    const config = installation.config();
    const said = wordsContext(command, config.TIME_ZONE, positionals, given, terminal);
    if (command.machine === "setup")
      return (await command.run({ ...said, config, clock: installation.clock })) ?? 0;
    services = await installation.open(config);
    if (command.machine) return (await command.run({ ...said, services })) ?? 0;
    const call = terminalCall(
      services,
      await whoActs(services, typeof given["as"] === "string" ? given["as"] : undefined),
      terminal.progress,
    );
    const caller = callerOf(call, terminal);
    const accepts = acceptsFor(command, given, config.TIME_ZONE, terminal);
    const { ops, last } = rememberAnswers(
      command.moves === undefined ? caller : askingBefore(caller, command.moves, accepts),
    );
    const context = {
      ...wordsContext(command, config.TIME_ZONE, positionals, given, terminal, last),
      services,
      ops,
      accepts,
    };
    try {
      return (await command.run(context)) ?? 0;
    } catch (refused) {
      await sayWhatIsTheCase(command, context, refused, terminal);
      return 1;
    }
  } catch (thrown) {
    return failed(thrown, terminal);
  } finally {
    await services?.database.close();
  }
}

/** The procedures as a terminal calls them: the person there confirms the session if a procedure asks for that. */
function callerOf(call: RequestContext, { ask, askSecret }: Terminal): DeskCaller {
  let { proof } = call;
  const { ops } = desk.createCaller(() => ({ ...call, proof }));
  if (ask === undefined) return ops;
  return confirming(ops, async () => {
    proof = await confirmHere(call, askSecret);
  });
}

type Given = Readonly<Record<string, string | boolean | undefined>>;

function wordsContext(
  command: Command,
  zone: string,
  words: readonly string[],
  given: Given,
  { out, error, askSecret }: Terminal,
  last: () => LastAnswer = () => ({ value: undefined, count: undefined }),
): WordsContext {
  const option = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === "string" ? value : undefined;
  };
  const missing = (what: string): never => {
    throw new UsageError(`missing ${what}. Usage: ${command.name} ${command.takes}`);
  };
  const print = (value: unknown, text: () => string): void =>
    out(given["json"] === true ? JSON.stringify(last().value ?? value, null, 2) : text());
  const listText = (rows: Parameters<WordsContext["table"]>[0]): string =>
    [tableText(rows, zone), last().count].filter(Boolean).join("\n");
  return {
    words,
    option,
    flag: (name) => given[name] === true,
    note: error,
    word: (place) => words[place] ?? missing(`argument ${place + 1}`),
    needed: (name) => option(name) ?? missing(`--${name}`),
    line: out,
    askSecret,
    table: (rows, empty) => print(rows, () => (rows.length === 0 ? empty : listText(rows))),
    record: (value) => print(value, () => recordText(value, zone)),
  };
}

/** Asks once whether to do what moves money; with `--yes` never. */
function acceptsFor(
  { name }: ActCommand,
  given: Given,
  zone: string,
  { error, ask }: Pick<Terminal, "error" | "ask">,
): Accepts {
  let isAccepted = given["yes"] === true;
  return async (read) => {
    if (isAccepted) return;
    if (ask === undefined) throw new UsageError(`${name} moves money: without a terminal it needs --yes`);
    error(recordText(await read(), zone));
    isAccepted = /^y(es)?$/i.test((await ask("Do this? (yes/no) ")).trim());
    if (!isAccepted) throw new NotWanted("nothing was done");
  };
}

/** Says in one line that a state refuses an act, which state that is and since when. @throws any other error as it is */
async function sayWhatIsTheCase(
  { stateOf }: ActCommand,
  context: CommandContext,
  refused: unknown,
  { error }: Terminal,
): Promise<void> {
  const domain = domainErrorOf(refused);
  if (domain?.code !== "state_conflict" || stateOf === undefined) throw refused;
  const { name, status, since } = await stateOf(context);
  const moment = since && momentText(Date.parse(since), context.services.config.TIME_ZONE);
  error(`${domain.message} (${domain.code}): ${name} is ${status}${moment ? ` since ${moment}` : ""}`);
}

/** Says in one line what went wrong. @returns the exit code */
function failed(thrown: unknown, { error }: Terminal): number {
  if (thrown instanceof UsageError || thrown instanceof NotLoggedInError || thrown instanceof NotWanted) {
    error(thrown.message);
    return thrown instanceof UsageError ? 2 : 1;
  }
  const domain = domainErrorOf(thrown);
  if (domain === undefined) throw thrown;
  const fields = Object.entries(domain.fields ?? {}).map(([field, texts]) => `${field}: ${texts.join(", ")}`);
  if (domain.code === "confirmation_required") fields.push(LOG_IN);
  error([`${domain.message} (${domain.code})`, ...fields].join("; "));
  return 1;
}
