/** Many customers, and what compliance has of them, written many rows a statement. */
import { insertUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { customer } from "@wattle/db/testing/fixtures";
import type { Services } from "../../src/services.ts";
import { dice } from "../../src/testing/year-of-customers.ts";

const DAY = 24 * 3_600_000;
const TRIED_DAYS = 90;
const ROWS_AT_ONCE = 500;
const STATEMENTS_AT_ONCE = 20;
const RULES = ["structuring", "woken", "velocity"] as const;
const random = dice(45);

const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bran cor del fen gar".split(
  " ",
);
const word = (): string =>
  Array.from({ length: random(2, 4) }, () => SYLLABLES[random(0, SYLLABLES.length - 1)]).join("");

/** Given names are shared by many. */
const GIVEN_NAMES = Array.from({ length: 3000 }, word);
const givenName = (): string => GIVEN_NAMES[random(0, GIVEN_NAMES.length - 1)] ?? "";

const birthDate = (): string => `${random(1940, 2005)}-0${random(1, 9)}-${random(10, 28)}`;

/** A list of made-up people, as a file of the source `own`. */
export const listOfPeople = (entries: number): string =>
  [
    "name,birth_date,country,reason",
    ...Array.from(
      { length: entries },
      () => `${givenName()} ${givenName()} ${word()},${birthDate()},Iran,Invented`,
    ),
    "",
  ].join("\n");

async function inParts<Row>(
  { database }: Pick<Services, "database">,
  rows: Iterable<Row>,
  insert: (tx: WriteTx, part: Row[]) => Promise<unknown>,
): Promise<void> {
  const iterator = Iterator.from(rows);
  for (let isDone = false; !isDone;)
    await database.write(async (tx) => {
      for (let statement = 0; statement < STATEMENTS_AT_ONCE && !isDone; statement += 1) {
        const part: Row[] = [];
        while (part.length < ROWS_AT_ONCE) {
          const { done, value } = iterator.next();
          if (done === true) break;
          part.push(value);
        }
        isDone = part.length < ROWS_AT_ONCE;
        if (part.length > 0) await insert(tx, part);
      }
    });
}

/** Verified customers with an identity form. @returns their identifiers */
export async function addPeople(services: Services, count: number): Promise<string[]> {
  const { clock, ids, vault } = services;
  const people = Array.from({ length: count }, () => ids.uuid());
  const now = BigInt(clock.now());
  const created_at = now - BigInt(400 * DAY);
  await inParts(services, people, async (tx, part) => {
    for (const id of part)
      await insertUser(tx, customer(id, { first_name: givenName(), last_name: word(), created_at }));
    const forms = part.map((id) => {
      const form = { date_of_birth: birthDate(), document_country: "AU", address_country: "AU" };
      const sent = {
        saved_at: now,
        submitted_at: now,
        decided_at: now,
        decided_by: "bench",
        sent_back: null,
      };
      return { user_id: id, form: vault.seal("identities.form", id, JSON.stringify(form)), ...sent };
    });
    await tx.insertInto("identities").values(forms).execute();
  });
  return people;
}

/** Movements of 90 days: one in ten is a deposit, the others buy or sell. */
export function addMoves(services: Services, people: readonly string[], each: number): Promise<void> {
  const now = services.clock.now();
  function* moves() {
    for (const user_id of people)
      for (let made = 0; made < each; made += 1) {
        const cents = BigInt(random(50_00, 500_00));
        const coins = (cents * 100_000_000n) / 150_000_00n;
        const at = BigInt(Math.floor(now - (TRIED_DAYS * DAY * (each - made)) / each));
        const isDeposit = made % 10 === 0;
        const sells = made % 2 === 0;
        yield {
          id: `${user_id}-${made}`,
          user_id,
          transaction_type: isDeposit ? "deposit" : "exchange",
          status: "completed",
          credit: sells && !isDeposit ? coins : cents,
          credit_currency: sells && !isDeposit ? "BTC" : "AUD",
          debit: isDeposit || sells ? cents : coins,
          debit_currency: isDeposit || sells ? "AUD" : "BTC",
          reference: `${user_id}-${made}`,
          rate: isDeposit ? null : "0.00000666666666666666666",
          fee_percent: isDeposit ? null : "1",
          fee_amount: isDeposit ? null : 100n,
          created_at: at,
          updated_at: at,
        } as const;
      }
  }
  return inParts(services, moves(), (tx, part) => tx.insertInto("transactions").values(part).execute());
}

/** Cases with an alert, a hit and a report each. One in ten sleeps, four in ten are closed. */
export async function addCases(services: Services, people: readonly string[], count: number): Promise<void> {
  const { clock, ids, vault } = services;
  const now = BigInt(clock.now());
  const cases = Array.from({ length: count }, (_, at) => {
    const isClosed = at % 10 < 4;
    const created_at = now - BigInt(at * 60_000);
    const kind = at % 2 === 0 ? ("monitoring" as const) : ("screening" as const);
    return {
      id: ids.uuid(),
      kind,
      rule: kind === "monitoring" ? (RULES[at % RULES.length] ?? null) : null,
      customer_id: people[at % people.length] ?? "",
      created_at,
      due_at: created_at + BigInt(3 * DAY),
      assignee: null,
      snoozed_until: at % 10 === 9 ? now + BigInt(DAY) : null,
      closed_at: isClosed ? now : null,
      closed_by: isClosed ? "bench" : null,
      outcome: isClosed ? ("nothing_found" as const) : null,
    };
  });
  await inParts(services, cases, (tx, part) => tx.insertInto("cases").values(part).execute());
  await inParts(services, cases, (tx, part) =>
    tx
      .insertInto("rule_alerts")
      .values(
        part.map(({ id, customer_id, rule, created_at }) => ({
          id,
          case_id: id,
          user_id: customer_id,
          rule: rule ?? "structuring",
          event: id,
          found_rows: JSON.stringify([`ROW-${id}`]),
          happened_at: created_at,
          created_at,
        })),
      )
      .execute(),
  );
  await inParts(services, cases, (tx, part) =>
    tx
      .insertInto("filings")
      .values(
        part.map(({ id, customer_id, created_at, due_at }) => ({
          id,
          kind: "smr" as const,
          case_id: id,
          customer_id,
          reference: null,
          line_id: null,
          fields: vault.seal("filings.fields", id, JSON.stringify({ full_name: "Test Customer" })),
          fields_hash: null,
          created_at,
          due_at,
          receipt: null,
          filed_on: null,
          filed_by: null,
        })),
      )
      .execute(),
  );
  const asked = { of: "customer", name: "Test Customer", birth_date: null, countries: [] };
  const entry = {
    id: "entry",
    name: "Test Customer",
    names: [],
    birth_dates: [],
    countries: [],
    reason: null,
  };
  const parts = { name: 1, birth_date: 0, country: 0 };
  await inParts(services, cases, (tx, part) =>
    tx
      .insertInto("screening_hits")
      .values(
        part.map(({ id: case_id, customer_id, created_at }, at) => {
          const id = ids.uuid();
          const found = JSON.stringify({ asked, entry, score: 1, parts });
          return {
            id,
            // The first has 200.
            case_id: at % 50 === 0 ? (cases[0]?.id ?? "") : case_id,
            user_id: customer_id,
            source: "own" as const,
            list_id: "none",
            entry_id: id,
            entry_hash: id,
            found: vault.seal("screening_hits.found", id, found),
            created_at,
          };
        }),
      )
      .execute(),
  );
}
