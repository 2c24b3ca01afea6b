import type { ParseArgsOptionsConfig } from "node:util";
import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { StaffProcedure } from "@wattle/contracts/staff-access";
import { z } from "zod";
import { procedureFacts, procedureNamed } from "../../trpc-internals.ts";
import { actOf } from "../approvals/reviewed-act.ts";
import { desk } from "../desk.router.ts";
import {
  customerId,
  memberId,
  oneOf,
  printOutcome,
  UsageError,
  type ActCommand,
  type CommandContext,
  type DeskCaller,
} from "./command.ts";

type Called<Procedure> = Procedure extends (...input: never[]) => Promise<infer A> ? A : never;
type At<Of, Name> = Name extends keyof Of ? Of[Name] : never;
/** The answer of a procedure by its name. */
type Answer<Name> = Name extends `ops.${infer Noun}.${infer Verb}`
  ? Called<At<At<DeskCaller, Noun>, Verb>>
  : never;
type Row<A> = A extends readonly (infer R)[]
  ? R
  : A extends { readonly data: readonly (infer R)[] }
    ? R
    : never;
type Cells = Readonly<Record<string, unknown>>;

/** How a field looks at the terminal. */
interface Terms {
  /** Fields that have another name. A `customer` or `member` may be an email address. */
  readonly names?: Readonly<Record<string, string>>;
  /** Reads the text of a field with a form of its own. @throws UsageError */
  readonly reads?: Readonly<Record<string, (text: string) => unknown>>;
}

interface Calling<A> extends Terms, Pick<ActCommand, "about" | "stateOf"> {
  /** Names of fields that are given as words, in their order. The last takes all that follow if it is a list. */
  readonly words?: readonly string[];
  /** Values of options that are left out; `all` then means no value. */
  readonly usual?: Readonly<Record<string, string>>;
  /** The answer as it is printed, if that is not all of it. */
  readonly print?: (answer: Exclude<A, AwaitingApproval>) => Cells;
  /** The words for an empty list. */
  readonly empty?: string;
  /** The row of a list as it is printed, if that is not all of it. */
  readonly row?: (row: Row<A>) => Cells;
}

/** A field of a procedure's input. */
interface Field {
  readonly key: string;
  readonly name: string;
  readonly schema: z.core.$ZodType;
  readonly isNeeded: boolean;
  readonly isNullable: boolean;
  /** Given without a value. */
  readonly isFlag: boolean;
  /** The words that it takes; undefined for any text. */
  readonly choices: readonly string[] | undefined;
}

const NAMES: Readonly<Record<string, string>> = { idempotency_key: "key", deposit_account_id: "account" };
const CODES: ReadonlySet<string> = new Set(["currency", "currency_from", "currency_to", "in"]);
const FINDERS: Readonly<Record<string, (context: CommandContext, name: string) => Promise<string>>> = {
  customer: customerId,
  member: memberId,
};

function choicesOf(schema: z.core.$ZodType): readonly string[] | undefined {
  if (schema instanceof z.ZodArray) return choicesOf(schema.def.element);
  if (schema instanceof z.ZodBoolean) return ["yes", "no"];
  return schema instanceof z.ZodEnum ? schema.options.map(String) : undefined;
}

function fieldOf(key: string, name: string, given: z.core.$ZodType): Field {
  let schema = given;
  let isNeeded = true;
  let isNullable = false;
  let isFlag = false;
  while (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    if (schema instanceof z.ZodNullable) isNullable = true;
    else isNeeded = false;
    isFlag ||= schema instanceof z.ZodDefault && schema.def.defaultValue === false;
    schema = schema.def.innerType;
  }
  if (schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodArray) schema = schema.def.in;
  if (schema instanceof z.ZodArray) isNeeded &&= !z.safeParse(schema, []).success;
  return { key, name, schema, isNeeded, isNullable, isFlag, choices: choicesOf(schema) };
}

/** The fields of an input that can be given as text. */
function fieldsOf(input: z.core.$ZodType | undefined, terms: Terms): Field[] {
  if (input instanceof z.ZodDefault || input instanceof z.ZodPrefault)
    return fieldsOf(input.def.innerType, terms);
  if (!(input instanceof z.ZodObject)) return [];
  return Object.entries(input.shape).flatMap(([key, schema]) => {
    const field = fieldOf(key, terms.names?.[key] ?? NAMES[key] ?? key.replaceAll("_", "-"), schema);
    if (terms.reads?.[key] !== undefined) return { ...field, choices: undefined };
    return field.schema instanceof z.ZodObject || field.schema instanceof z.ZodRecord ? [] : field;
  });
}

/** A field's value in the help. */
function valueText({ schema, choices, isNullable }: Field, other: string): string {
  const value = choices?.join("|") ?? (schema instanceof z.ZodNumber ? "N" : other);
  return `${value}${isNullable ? "|none" : ""}`;
}

function optionText(field: Field, usual: string | undefined): string {
  const { name, schema, choices, isNeeded, isFlag } = field;
  const value = valueText(field, name.replace(/^.*-/, "").toUpperCase());
  const more = `${schema instanceof z.ZodArray ? ",…" : ""}${choices && usual ? "|all" : ""}`;
  const text = isFlag ? `--${name}` : `--${name} ${value}${more}`;
  return isNeeded ? text : `[${text}]`;
}

function wordText(field: Field): string {
  const value = valueText(field, field.name);
  const word = field.isNeeded ? `<${value}>` : `[${value}]`;
  return field.schema instanceof z.ZodArray ? `${word} …` : word;
}

/** @throws UsageError for text that is no value of the field */
function valueOf({ key, name, schema, choices, isNullable }: Field, text: string, { reads }: Terms): unknown {
  if (isNullable && text === "none") return null;
  const read = reads?.[key];
  if (read !== undefined) return read(text);
  const choice = (word: string): string => (choices === undefined ? word : oneOf(choices, word));
  if (schema instanceof z.ZodArray) {
    const words = text.split(",").map((word) => word.trim());
    return words.filter((word) => word !== "").map(choice);
  }
  if (schema instanceof z.ZodBoolean) return choice(text) === "yes";
  if (schema instanceof z.ZodNumber) {
    if (!/^\d{1,4}$/.test(text)) throw new UsageError(`--${name} takes a whole number`);
    return Number.parseInt(text, 10);
  }
  return CODES.has(key) ? text.toUpperCase() : choice(text);
}

/**
 * A command that calls a procedure. Its words, options and help come from the procedure's input. It asks before it does an act that
 * moves money.
 */
export function calling<const Name extends StaffProcedure>(
  name: string,
  path: Name,
  { about, stateOf, words = [], usual = {}, print, empty, row, ...terms }: Calling<Answer<Name>>,
): ActCommand {
  const fields = fieldsOf(procedureFacts(desk, path).input, terms);
  const named = words.flatMap((word) => fields.find((field) => field.name === word) ?? []);
  const options = fields.filter((field) => !named.includes(field));
  const isMany = named.at(-1)?.schema instanceof z.ZodArray;

  /** The text of a field; undefined if it is left out. */
  function textOf(context: CommandContext, field: Field): string | undefined {
    const place = named.indexOf(field);
    if (place !== -1) {
      if (field.isNeeded) context.word(place);
      return isMany && place === named.length - 1
        ? context.words.slice(place).join(",")
        : context.words[place];
    }
    return field.isNeeded ? context.needed(field.name) : (context.option(field.name) ?? usual[field.key]);
  }

  async function inputOf(context: CommandContext): Promise<Cells> {
    const input: Record<string, unknown> = {};
    for (const field of [...named, ...options]) {
      if (field.isFlag) input[field.key] = context.flag(field.name);
      else {
        const text = textOf(context, field);
        if (text === undefined || (text === "all" && field.key in usual)) continue;
        const find = FINDERS[field.name];
        input[field.key] = find === undefined ? valueOf(field, text, terms) : await find(context, text);
      }
    }
    return input;
  }

  return {
    name,
    about,
    takes: [
      ...named.map(wordText),
      ...[true, false].flatMap((isNeeded) =>
        options
          .filter((field) => field.isNeeded === isNeeded)
          .map((field) => optionText(field, usual[field.key])),
      ),
    ].join(" "),
    options: Object.fromEntries(
      options.map((field) => [field.name, { type: field.isFlag ? "boolean" : "string" }]),
    ) satisfies ParseArgsOptionsConfig as ParseArgsOptionsConfig,
    ...(actOf(procedureNamed(desk, path) ?? {})?.moves && { moves: path }),
    ...(stateOf && { stateOf }),
    async run(context) {
      const [, noun = "", verb = ""] = path.split(".");
      const procedures = context.ops as unknown as Record<
        string,
        Record<string, (input: Cells) => Promise<object>>
      >;
      const answer = (await procedures[noun]?.[verb]?.(await inputOf(context))) ?? {};
      if (empty === undefined) {
        printOutcome(context, answer, print as never);
        return;
      }
      const page = answer as { data?: unknown[]; next?: string | null; next_cursor?: string | null };
      const rows = (page.data ?? answer) as Row<Answer<Name>>[];
      context.table(row === undefined ? (rows as Cells[]) : rows.map(row), empty);
      if (context.flag("json")) return;
      if (page.next) context.line(`more: --after ${page.next}`);
      if (page.next_cursor) context.line(`more: --cursor ${page.next_cursor}`);
    },
  };
}
