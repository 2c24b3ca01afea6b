import type { SystemCheck } from "@wattle/contracts/system-checks";
import { NotThePrimary, NotTheStandby } from "@wattle/db/database";

/** A check's answer: facts, and if it is not `ok`, what to do. */
export type Finding = Omit<SystemCheck, "name">;

/** One thing that can be looked at. @typeParam From what it needs for that */
export interface Check<From> {
  readonly name: string;
  readonly find: (from: From) => readonly Finding[] | Promise<readonly Finding[]>;
}

export const ok = (text: string): Finding => ({ state: "ok", text });
export const warning = (text: string): Finding => ({ state: "warning", text });
export const fault = (text: string): Finding => ({ state: "fault", text });

/** The reason of a failed look, in one line. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof NotThePrimary || cause instanceof NotTheStandby) return cause.message;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (typeof code === "string") return code;
  return cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
}

/** Looks at everything at once. A look that fails is a fault of its own, and the others go on. */
export async function findAll<From>(checks: readonly Check<From>[], from: From): Promise<SystemCheck[]> {
  const found = checks.map(async ({ name, find }) => {
    try {
      return (await find(from)).map((finding) => ({ name, ...finding }));
    } catch (error) {
      return [{ name, ...fault(`This could not be looked at: ${reasonOf(error)}.`) }];
    }
  });
  return (await Promise.all(found)).flat();
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** A length of time in its largest whole unit: `3 hours`. */
export function spanText(milliseconds: number): string {
  const [word, size] = UNITS.find(([, unit]) => milliseconds >= unit) ?? ["second", 1000];
  const count = Math.floor(milliseconds / size);
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
