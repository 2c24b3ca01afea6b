import { parseArgs } from "node:util";
import { domainErrorOf } from "../../procedures.ts";
import type { Services } from "../../services.ts";
import { backOffice } from "../ops.router.ts";
import { APPROVAL_COMMANDS } from "./approvals.ts";
import { AUDIT_COMMANDS } from "./audit.ts";
import { terminalCall } from "./call-context.ts";
import { UsageError, type Command, type MachineContext } from "./command.ts";
import { CUSTOMER_COMMANDS } from "./customers.ts";
import { DEPOSIT_ACCOUNT_COMMANDS } from "./deposit-accounts.ts";
import { DEPOSIT_COMMANDS } from "./deposits.ts";
import { EXCHANGE_FEE_COMMANDS } from "./exchange-fees.ts";
import { KEY_COMMANDS } from "./keys.ts";
import { LEDGER_COMMANDS } from "./ledger.ts";
import { LOGIN_COMMANDS } from "./login.ts";
import { MARKET_COMMANDS } from "./markets.ts";
import { ONRAMP_COMMANDS } from "./onramp.ts";
import { recordText, tableText } from "./print.ts";
import { RATE_COMMANDS } from "./rates.ts";
import { SWITCH_COMMANDS } from "./switches.ts";
import { FIRST_STAFF_COMMANDS, STAFF_COMMANDS } from "./staff.ts";
import { SUPPORT_COMMANDS } from "./support.ts";
import { TOKEN_COMMANDS } from "./tokens.ts";
import { TRANSACTION_COMMANDS } from "./transactions.ts";
import { NotLoggedInError, whoActs } from "./who-acts.ts";
import { WITHDRAWAL_COMMANDS } from "./withdrawals.ts";

/** Every command of `npm run ops -- …`, in the order the help has them. */
const COMMANDS: readonly Command[] = [
  ...LOGIN_COMMANDS,
  ...FIRST_STAFF_COMMANDS,
  ...STAFF_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...DEPOSIT_COMMANDS,
  ...DEPOSIT_ACCOUNT_COMMANDS,
  ...WITHDRAWAL_COMMANDS,
  ...TRANSACTION_COMMANDS,
  ...ONRAMP_COMMANDS,
  ...MARKET_COMMANDS,
  ...SWITCH_COMMANDS,
  ...RATE_COMMANDS,
  ...EXCHANGE_FEE_COMMANDS,
  ...LEDGER_COMMANDS,
  ...SUPPORT_COMMANDS,
  ...APPROVAL_COMMANDS,
  ...AUDIT_COMMANDS,
  ...TOKEN_COMMANDS,
  ...KEY_COMMANDS,
];

const COMMON_OPTIONS = {
  as: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Where a command reads and writes: the process's own streams, or a test's. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Asks for something that is not shown. */
  readonly askSecret: (prompt: string) => Promise<string>;
}

/** The help of all commands, or of those whose name begins with a word. */
export function helpText(word = ""): string {
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
    "  --json       print JSON instead of a table",
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
 * @param open makes the services, which are closed again; not called for the help
 * @returns the exit code: 0 done, 1 refused or something is wrong, 2 the words were not understood
 */
export async function runCommand(
  words: readonly string[],
  open: () => Promise<Services>,
  { out, error, askSecret }: Terminal,
): Promise<number> {
  const asked = words.some((word) => word === "--help" || word === "-h");
  if (words.length === 0 || asked) {
    out(helpText(words.find((word) => !word.startsWith("-"))));
    return 0;
  }
  const command = commandOf(words);
  if (command === undefined) {
    error(helpText(words[0]));
    return 2;
  }
  let services: Services | undefined;
  try {
    const { values, positionals } = parse(command, words.slice(command.name.split(" ").length));
    const given = values as Readonly<Record<string, string | boolean | undefined>>;
    const option = (name: string): string | undefined => {
      const value = given[name];
      return typeof value === "string" ? value : undefined;
    };
    const missing = (what: string): never => {
      throw new UsageError(`missing ${what}. Usage: ${command.name} ${command.takes}`);
    };
    services = await open();
    const print = (value: unknown, text: () => string): void =>
      out(given["json"] === true ? JSON.stringify(value, null, 2) : text());
    const context: MachineContext = {
      services,
      words: positionals,
      option,
      flag: (name) => given[name] === true,
      word: (place) => positionals[place] ?? missing(`argument ${place + 1}`),
      needed: (name) => option(name) ?? missing(`--${name}`),
      line: out,
      askSecret,
      table: (rows, empty) => print(rows, () => (rows.length === 0 ? empty : tableText(rows))),
      record: (value) => print(value, () => recordText(value)),
    };
    if (command.machine) return (await command.run(context)) ?? 0;
    const call = terminalCall(services, await whoActs(services, option("as")));
    return (await command.run({ ...context, ops: backOffice.createCaller(call).ops })) ?? 0;
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      error(thrown.message);
      return 2;
    }
    if (thrown instanceof NotLoggedInError) {
      error(thrown.message);
      return 1;
    }
    const domain = domainErrorOf(thrown);
    if (domain === undefined) throw thrown;
    const fields = Object.entries(domain.fields ?? {}).map(
      ([field, texts]) => `  ${field}: ${texts.join(", ")}`,
    );
    error([`${domain.message} (${domain.code})`, ...fields].join("\n"));
    return 1;
  } finally {
    await services?.database.close();
  }
}
