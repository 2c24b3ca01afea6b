import type { ParseArgsOptionsConfig } from "node:util";
import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { Clock } from "../../clock.ts";
import type { Config } from "../../config.ts";
import type { Services } from "../../services.ts";
import type { desk } from "../desk.router.ts";

/** The desk's procedures, called as a member of staff. */
export type DeskCaller = ReturnType<(typeof desk)["createCaller"]>["ops"];

/** The installation that a command is about. */
export interface Installation {
  readonly config: () => Config;
  readonly clock: Clock;
  /** Makes its services, which are closed again; not called if a command needs none. */
  readonly open: (config: Config) => Promise<Services>;
}

/** Context of every command. */
export interface WordsContext {
  /** The words after the command's own. */
  readonly words: readonly string[];
  /** The value of `--name value`; undefined if it was not given. */
  option(name: string): string | undefined;
  /** Whether `--name` was given. */
  flag(name: string): boolean;
  /** The word at a place. @throws UsageError if it is missing */
  word(place: number): string;
  /** As `option`. @throws UsageError if it is missing */
  needed(name: string): string;
  /** Prints a line unchanged. */
  readonly line: (text: string) => void;
  /** Prints a line apart from the answer, which a program may read. */
  readonly note: (text: string) => void;
  /** Prints rows as a table, or as JSON with `--json`. */
  table(rows: readonly Readonly<Record<string, unknown>>[], empty: string): void;
  /** Prints one thing line by line, or as JSON with `--json`. */
  record(value: Readonly<Record<string, unknown>>): void;
  /** Asks for something that the terminal does not show. */
  readonly askSecret: (prompt: string) => Promise<string>;
}

/** Context of a command about an installation that is not open yet. */
export interface SetupContext extends WordsContext {
  readonly config: Config;
  readonly clock: Clock;
}

/** Context of a command about the machine. */
interface MachineContext extends WordsContext {
  readonly services: Services;
}

type Lines = Readonly<Record<string, unknown>>;
export type Accepts = (read: () => Promise<Lines>) => Promise<void>;

/** Context of an act by a member of staff. */
export interface CommandContext extends MachineContext {
  readonly ops: DeskCaller;
  /** Shows lines and asks whether to go on, once, unless `--yes` is given. @throws NotWanted; UsageError if no one can answer */
  readonly accepts: Accepts;
}

interface CommandWords {
  /** The words that call it: `customers verify`. */
  readonly name: string;
  /** Arguments after the name, for the help: `<customer> --message TEXT`. */
  readonly takes: string;
  readonly about: string;
  /** Options in addition to the common ones. */
  readonly options?: ParseArgsOptionsConfig;
}

/** The state of something. */
export interface State {
  /** Its name for the person at the terminal. */
  readonly name: string;
  readonly status: string;
  /** ISO 8601; undefined if no one noted it. */
  readonly since: string | undefined;
}

/** An act of a member of staff, who has to be logged in. */
export interface ActCommand extends CommandWords {
  readonly machine?: false;
  /** The procedure of an act that moves money: its preview is shown and must be accepted, unless `--yes` is given. */
  readonly moves?: string;
  /** For an act that another state refuses: the state of what it acts on, which the refusal then says. */
  readonly stateOf?: (context: CommandContext) => Promise<State>;
  /** @returns the exit code, 0 unless said */
  run(context: CommandContext): Promise<number | void>;
}

/** A command about the machine that needs no one logged in. It reaches no procedure of the desk. */
export interface MachineCommand extends CommandWords {
  readonly machine: true;
  /** @returns the exit code, 0 unless said */
  run(context: MachineContext): Promise<number | void>;
}

/** A command for an installation as a whole. The tables need not be up to date. */
interface SetupCommand extends CommandWords {
  readonly machine: "setup";
  /** @returns the exit code, 0 unless said */
  run(context: SetupContext): Promise<number | void>;
}

/** A command for an installation that may not even have settings: it opens what it needs by itself. */
interface AnyCommand extends CommandWords {
  readonly machine: "any";
  /** @returns the exit code, 0 unless said */
  run(context: WordsContext & { readonly installation: Installation }): Promise<number | void>;
}

/** One command of `npm run ops -- …`. */
export type Command = ActCommand | MachineCommand | SetupCommand | AnyCommand;

/** The words or options were not understood; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The one at the terminal did not want it done; the exit code is 1. */
export class NotWanted extends Error {
  override readonly name = "NotWanted";
}

/** One of the words that may be said. @throws UsageError for another */
export function oneOf<const T extends string>(words: readonly T[], text: string): T {
  const found = words.find((word) => word === text);
  if (found === undefined) throw new UsageError(`${text}: choose one of ${words.join(", ")}`);
  return found;
}

/** The note that staff leave with an act. */
export const NOTE_OPTION = { "internal-note": { type: "string" } } as const;

/** The part of an act's input that NOTE_OPTION gives. */
export function noteOf(context: CommandContext): { internal_note?: string } {
  const note = context.option("internal-note");
  return note === undefined ? {} : { internal_note: note };
}

/** Prints an answer; or, if an act waits for a second person, the request that this one has to decide. */
export function printOutcome<A extends object>(
  context: CommandContext,
  answer: A,
  recordOf?: (done: Exclude<A, AwaitingApproval>) => Readonly<Record<string, unknown>>,
): void {
  if (isAwaiting(answer)) {
    const { id, act, reasons, expires_at } = answer.approval;
    const outcome = "waiting for a second person";
    context.record({ outcome, approval: id, act, reasons: reasons.join(" "), expires_at });
  } else {
    const done = answer as Exclude<A, AwaitingApproval>;
    context.record(recordOf === undefined ? { ...(done as object) } : recordOf(done));
  }
}

const isAwaiting = (answer: object): answer is AwaitingApproval =>
  "outcome" in answer && answer.outcome === "awaiting_approval";

/** The two options of every list. */
export const PAGE_OPTIONS = {
  page: { type: "string" },
  "per-page": { type: "string" },
} as const satisfies ParseArgsOptionsConfig;

/** Page and rows per page as a list's input takes them. */
export function pageOf(context: CommandContext): { page?: string; per_page?: string } {
  const [page, perPage] = [context.option("page"), context.option("per-page")];
  return { ...(page !== undefined && { page }), ...(perPage !== undefined && { per_page: perPage }) };
}

/**
 * The identifier of the customer that an operator names by email address or identifier.
 * @throws UsageError if there is none
 */
export async function customerId({ ops }: CommandContext, name: string): Promise<string> {
  const { data } = await ops.customers.search({ query: name, per_page: 100 });
  const wanted = name.toLowerCase();
  const found = data.find((customer) => customer.email === wanted || customer.id === wanted);
  if (found === undefined) throw new UsageError(`no customer has the email address or identifier ${name}`);
  return found.id;
}

/** The identifier of a member of staff, as `customerId`. @throws UsageError if there is none */
export async function memberId({ ops }: CommandContext, name: string): Promise<string> {
  const wanted = name.toLowerCase();
  const found = (await ops.staff.list()).find(({ id, email }) => id === wanted || email === wanted);
  if (found === undefined)
    throw new UsageError(`no one of staff has the email address or identifier ${wanted}`);
  return found.id;
}
