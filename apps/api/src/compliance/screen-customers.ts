import type { ComparedIdentity } from "@wattle/contracts/cases";
import { listBankAccounts } from "@wattle/db/bank-accounts";
import { listCoinPayees } from "@wattle/db/coin-payees";
import {
  findScreened,
  insertHit,
  knownHits,
  listPayers,
  listPayingTexts,
  noteScreened,
  screeningDue,
  type ScreenedCustomer,
} from "@wattle/db/screening";
import type { Reader } from "@wattle/db/database";
import { lockUser } from "@wattle/db/accounts";
import { nameKey, namesIn, payerInText } from "./asked-names.ts";
import { openForm } from "../open-form.ts";
import type { Services } from "../services.ts";
import type { Found, IndexThread } from "../screening/index-thread.ts";
import { openCase } from "./open-case.ts";

export type ScreenServices = Pick<Services, "clock" | "config" | "database" | "ids" | "vault">;

/** A customer's own identity, and the names of those whom the customer pays, and who pay for the customer. */
async function identitiesOf(
  { database: { read }, vault }: Pick<ScreenServices, "database" | "vault">,
  customer: ScreenedCustomer,
): Promise<ComparedIdentity[]> {
  const { id } = customer;
  const form = openForm(vault, id, customer.form);
  const middle = vault.open("users.middle_name", id, customer.middle_name) ?? "";
  const words = [customer.first_name, middle, customer.last_name];
  const name = words.filter((word) => word !== "").join(" ");
  const countries = [form.document_country, form.address_country].filter((code) => code !== undefined);
  const accounts = (await listBankAccounts(read, id)).map((row) =>
    vault.open("bank_accounts.account_name", row.id, row.account_name),
  );
  const holders = (await listCoinPayees(read, id)).map((row) =>
    vault.open("coin_payees.holder_name", row.id, row.holder_name),
  );
  const payers = (await listPayingTexts(read, id)).flatMap(
    ({ text, reference }) => payerInText(text, { reference, own: words })?.name ?? [],
  );
  const own = { of: "customer", name, birth_date: form.date_of_birth ?? null } as const;
  const named = (of: "payee" | "payer", names: Iterable<string>): ComparedIdentity[] =>
    [...new Set(Array.from(names).flatMap(namesIn))]
      .filter((each) => nameKey(each) !== nameKey(name))
      .map((each) => ({ of, name: each, birth_date: null, countries: [] }));
  return [
    { ...own, countries: [...new Set(countries)] },
    ...named(
      "payee",
      [...accounts, ...holders].filter((each) => each !== null),
    ),
    ...named("payer", [...(await listPayers(read, id)), ...payers]),
  ];
}

type HitOf = Found & { readonly asked: ComparedIdentity };

/** A name so much likelier than the one that was decided is another question: part of a whole score. */
const LIKELIER = 0.1;

/** A hit by its entry's content: a decision is about customer and entry. */
const entryKey = (source: string, entry: { id: string; hash: string }): string =>
  JSON.stringify([source, entry.id, entry.hash]);

/** The highest score of each entry that the customer's cases have. */
async function knownScores(
  reader: Reader,
  { vault }: Pick<ScreenServices, "vault">,
  userId: string,
): Promise<ReadonlyMap<string, number>> {
  const scores = new Map<string, number>();
  for (const { id, source, entry_id, entry_hash, found } of await knownHits(reader, userId)) {
    const { score } = JSON.parse(vault.open("screening_hits.found", id, found)) as Pick<HitOf, "score">;
    const key = entryKey(source, { id: entry_id, hash: entry_hash });
    scores.set(key, Math.max(score, scores.get(key) ?? 0));
  }
  return scores;
}

/** Keeps what lists have of a customer and was not decided before. It is in the customer's open case. */
async function keepHits(services: ScreenServices, userId: string, hits: readonly HitOf[]): Promise<void> {
  const { clock, database, ids, vault } = services;
  if (hits.length === 0) return;
  await database.write(async (tx) => {
    // If two processes find the same, one waits here, and then knows it.
    if ((await lockUser(tx, userId)) === undefined) return;
    const known = await knownScores(tx, services, userId);
    const isNew = ({ source, entry, score }: HitOf): boolean => {
      const before = known.get(entryKey(source, entry));
      return before === undefined || score >= before + LIKELIER;
    };
    const nameOf = ({ source, entry, asked }: HitOf): string =>
      JSON.stringify([entryKey(source, entry), nameKey(asked.name), asked.birth_date]);
    // The first of two ways to write one name is kept: the customer's own.
    const each = new Map(hits.toReversed().map((hit) => [nameOf(hit), hit]));
    const fresh = [...each.values()].filter(isNew);
    if (fresh.length === 0) return;
    const case_id = await openCase(tx, services, {
      kind: "screening",
      rule: null,
      customer: userId,
      holds: true,
    });
    for (const { source, list_id, entry, asked, score, parts } of fresh) {
      const id = ids.uuid();
      const { hash, ...content } = entry;
      const found = JSON.stringify({ asked, entry: content, score, parts });
      await insertHit(tx, {
        id,
        case_id,
        user_id: userId,
        source,
        list_id,
        entry_id: entry.id,
        entry_hash: hash,
        found: vault.seal("screening_hits.found", id, found),
        created_at: BigInt(clock.now()),
      });
    }
  });
}

/** Compares customers with an index, and opens cases for what it finds. */
export async function compareCustomers(
  services: ScreenServices,
  index: Pick<IndexThread, "search">,
  customers: readonly ScreenedCustomer[],
): Promise<void> {
  const asked = await Promise.all(
    customers.map(async (customer) =>
      (await identitiesOf(services, customer)).map((identity) => ({ customer, identity })),
    ),
  );
  const all = asked.flat();
  const found = await index.search(all.map(({ identity }) => identity));
  const hits = all.flatMap(({ customer, identity }, place) =>
    (found[place] ?? []).map((hit) => ({ ...hit, asked: identity, customer })),
  );
  for (const [id, own] of Map.groupBy(hits, ({ customer }) => customer.id)) await keepHits(services, id, own);
}

/** Compares a customer with the lists in use, if that is due. */
export async function screenCustomer(
  services: ScreenServices & Pick<Services, "screener">,
  userId: string,
): Promise<void> {
  const { database, screener } = services;
  const due = await screeningDue(database.read, userId);
  if (due === undefined) return;
  const customer = await findScreened(database.read, userId);
  if (customer !== undefined) await compareCustomers(services, screener, [customer]);
  await database.write((tx) => noteScreened(tx, userId, due));
}

/** Compares a customer right now. If that fails, it is done again within seconds, and the caller goes on. */
export async function screenSoon(
  services: ScreenServices & Pick<Services, "log" | "screener">,
  userId: string,
): Promise<void> {
  await screenCustomer(services, userId).catch((error: unknown) =>
    services.log.error({ err: error }, "a comparison with lists failed"),
  );
}
