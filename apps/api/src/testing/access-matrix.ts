/**
 * Rights written out once more apart from the guards: the matrix test expects them, and `docs/access.md` shows them.
 */
import type { StaffRole } from "@wattle/contracts/accounts";
import { STAFF_ROLES } from "@wattle/contracts/choices";
import type { ErrorCode } from "@wattle/contracts/errors";
import { TOKEN_SCOPES, type TokenScope } from "@wattle/contracts/tokens";
import type { Audience, TokenAccess } from "../access/token-access.ts";
import type { Moves } from "../audit/people-needed.ts";
import { actOf } from "../desk/approvals/reviewed-act.ts";
import { appRouter } from "../router.ts";
import { procedureFacts, procedureNamed, procedureNames } from "../trpc-internals.ts";

/** Kinds of people, by what a procedure can tell them apart by. */
export const PEOPLE = [
  "guest",
  "blocked",
  "unconfirmed",
  "unverified",
  "customer",
  "no permissions",
  "partner",
  ...STAFF_ROLES,
  "support and finance",
  "former staff",
] as const;
export type Person = (typeof PEOPLE)[number];

/** Programs: a verified customer's tokens, a service token of an admin, and one of someone in support. */
export const PROGRAMS = [...TOKEN_SCOPES, "admin's service", "support's service"] as const;
export type Program = (typeof PROGRAMS)[number];

/** "in" where the guard lets someone in, whatever the input is then worth. */
export type Outcome =
  | "in"
  | Extract<
      ErrorCode,
      "unauthenticated" | "forbidden" | "account_blocked" | "email_unverified" | "identity_unverified"
    >;

/** The roles of a person of staff; none for customers and guests. */
const ROLES: Readonly<Partial<Record<Person, readonly StaffRole[]>>> = {
  support: ["support"],
  compliance: ["compliance"],
  finance: ["finance"],
  admin: ["admin"],
  "support and finance": ["support", "finance"],
};

const everyStaff = (outcome: Outcome) =>
  ({
    support: outcome,
    compliance: outcome,
    finance: outcome,
    admin: outcome,
    "support and finance": outcome,
    // An account without a role is as if it were not there.
    "former staff": "unauthenticated",
  }) as const;

const anyone: Readonly<Record<Person, Outcome>> = {
  guest: "in",
  blocked: "account_blocked",
  unconfirmed: "in",
  unverified: "in",
  customer: "in",
  "no permissions": "in",
  partner: "in",
  ...everyStaff("in"),
  "former staff": "in",
};
const account = { ...anyone, guest: "unauthenticated", ...everyStaff("in") } as const;
const customer = { ...account, ...everyStaff("forbidden") } as const;
const confirmed = { ...customer, unconfirmed: "email_unverified" } as const;
const verified = { ...confirmed, unverified: "identity_unverified" } as const;
const permitted = { ...verified, "no permissions": "forbidden" } as const;

/** Outcome of each audience for each kind of person. That of `staff` depends on the procedure. */
const AUDIENCES: Readonly<Record<Exclude<Audience, "staff">, Readonly<Record<Person, Outcome>>>> = {
  "anyone, even blocked": { ...anyone, blocked: "in" },
  anyone,
  "account, even blocked": { ...account, blocked: "in" },
  account,
  customer,
  "customer, email confirmed": confirmed,
  // No one here is being checked: who has sent nothing is refused as who is not verified.
  "customer, identity sent": verified,
  "customer, verified": verified,
  "customer, verified, may deposit-money": permitted,
  "customer, verified, may withdraw-money": permitted,
  partner: { ...verified, customer: "forbidden", "no permissions": "forbidden" },
};

function forStaff(allowed: readonly StaffRole[], person: Person): Outcome {
  if (person === "guest" || person === "former staff") return "unauthenticated";
  if (person === "blocked") return "account_blocked";
  return allowed.some((role) => ROLES[person]?.includes(role)) ? "in" : "forbidden";
}

interface Procedure {
  readonly name: string;
  readonly type: "query" | "mutation";
  readonly audience: Audience;
  /** The roles of staff that the act or the guard names. */
  readonly roles: readonly StaffRole[];
  readonly token: TokenAccess;
  /** How many people an act with money takes. */
  readonly moves: Moves | undefined;
  /** Whether a session must have been confirmed within five minutes. */
  readonly confirmed: boolean;
}

/** Every procedure there is. */
export const PROCEDURES: readonly Procedure[] = procedureNames(appRouter).map((name) => {
  const { type, meta } = procedureFacts(appRouter, name);
  if (meta.audience === undefined) throw new Error(`${name} is behind no guard`);
  return {
    name,
    type,
    audience: meta.audience,
    roles: STAFF_ROLES.filter((role) => meta.roles?.includes(role)),
    token: meta.token ?? "none",
    moves: actOf(procedureNamed(appRouter, name) ?? {})?.moves,
    confirmed: meta.confirmed === true,
  };
});

export const expectedOf = ({ roles, audience }: Procedure, person: Person): Outcome =>
  audience === "staff" ? forStaff(roles, person) : AUDIENCES[audience][person];

const isScope = (program: Program): program is TokenScope => TOKEN_SCOPES.some((scope) => scope === program);

/** A token is judged by what it was made for, then as the one who made it. */
export function expectedOfProgram(procedure: Procedure, program: Program): Outcome {
  const { token } = procedure;
  if (isScope(program)) {
    return token === "any" || token === program ? expectedOf(procedure, "customer") : "forbidden";
  }
  if (token !== "any" && token !== "service") return "forbidden";
  return expectedOf(procedure, program === "admin's service" ? "admin" : "support");
}

/** A table as the formatter leaves it: every cell as wide as its column. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rest.map(line)].join("\n");
}

const SHORT: Readonly<Record<Outcome, string>> = {
  in: "yes",
  unauthenticated: "log in",
  forbidden: "no",
  account_blocked: "blocked",
  email_unverified: "email",
  identity_unverified: "identity",
};

/** The cells for the acts of one person, and for those that take two. */
function peopleCells({ people, why }: Moves): string[] {
  switch (people) {
    case "two":
      return ["nothing", "any sum"];
    case "one":
      return [`any sum: ${why}`, ""];
    case "by sum":
      return ["below the limits", `from the limits on${why === undefined ? "" : `; ${why}`}`];
  }
}

/** The text of `packages/contracts/src/staff-access.gen.ts`, the table that says by a procedure's name who has it. */
export const staffAccessFile =
  (): string => `// Written by apps/api/src/access-matrix.test.ts from the roles of acts and guards.
export const STAFF_ACCESS = {
${PROCEDURES.filter(({ audience }) => audience === "staff")
  .map(({ name, roles }) => `  ${JSON.stringify(name)}: ${JSON.stringify(roles)},\n`)
  .join("")}} as const;
`;

/** The text of `docs/access.md`. */
export function accessPage(): string {
  const ofStaff = PROCEDURES.filter(({ audience }) => audience === "staff");
  const others = PROCEDURES.filter(({ audience }) => audience !== "staff");
  return `# Access

This page lists every procedure and who may call it. \`apps/api/src/access-matrix.test.ts\` writes it, and also makes each of these
calls. The test fails if the page is out of date; \`pnpm exec vitest run --project api src/access-matrix.test.ts --update=all\` writes it again.

## Staff

Each act in \`apps/api/src/desk\` names its roles, and so does the guard of each list. Someone with several roles has the rights of all
of them. A customer gets \`forbidden\`. A service token calls the procedures that it names, as far as the current roles of its maker
reach. If the column says no, it never does.

${table([
  ["procedure", ...STAFF_ROLES, "service token", "confirmation"],
  ...ofStaff.map((procedure) => [
    `\`${procedure.name}\``,
    ...STAFF_ROLES.map((role) => (expectedOf(procedure, role) === "in" ? "yes" : "")),
    procedure.token === "service" ? "yes" : "no",
    procedure.confirmed ? "yes" : "",
  ]),
])}

## Sums that one person can move

Each act says how many people it takes, and one rule covers all of them. "below the limits" is less than
\`APPROVAL_LIMIT\` at once, and no more than \`APPROVAL_DAILY_LIMIT\` within 24 hours. The daily limit counts all that one person has moved
without a second one, and all that was so moved for one customer. An amount without a price takes two people. With \`APPROVALS=off\` one
person is enough for everything.

${table([
  ["act", "moves", "one person", "two people"],
  ...PROCEDURES.flatMap(({ name, moves }) =>
    moves === undefined ? [] : [[`\`${name}\``, moves.what, ...peopleCells(moves)]],
  ),
])}

## Everyone else

Staff are not customers: customers' procedures answer them \`forbidden\`. A personal token needs the scope in the third column. If the
last column says so, the session must be confirmed: within the last five minutes its owner has logged in, or given password and code once
more (\`sessions.confirm\`).

${table([
  ["procedure", "for", "personal token", "confirmation"],
  ...others.map(({ name, audience, token, confirmed }) => [
    `\`${name}\``,
    audience,
    token === "none" ? "no" : token,
    confirmed ? "yes" : "",
  ]),
])}

## Meaning of the words

"log in", "blocked", "email" and "identity" are the errors \`unauthenticated\`, \`account_blocked\`, \`email_unverified\` and
\`identity_unverified\`; "no" is \`forbidden\`.

${table([
  [
    "for",
    ...PEOPLE.filter((person) => !["compliance", "finance", "admin", "support and finance"].includes(person)),
  ].map((head) => (head === "support" ? "staff" : head)),
  ...Object.entries(AUDIENCES).map(([audience, outcomes]) => [
    audience,
    ...PEOPLE.filter(
      (person) => !["compliance", "finance", "admin", "support and finance"].includes(person),
    ).map((person) => SHORT[outcomes[person]]),
  ]),
])}
`;
}
