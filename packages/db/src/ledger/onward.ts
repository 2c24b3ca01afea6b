/**
 * The check that never ends: each time it compares all that was sealed since the last time, and goes on through what is older for as long
 * as it may take. So a check takes seconds however large the books are, and every entry is read again and again.
 */
import { verifySealsAfter, type SealProblem } from "../book-seals/verify-seals.ts";
import type { KnownKeys } from "../book-seals/verifier.ts";
import type { Reader } from "../handles/handles.ts";
import type { Among } from "./among.ts";
import { unlikeRowsOfCustomers, unlikeRowsOfEntries } from "./rows-and-entries.ts";
import { balancesOfCustomers, entryOrphans, totalMismatches, type LedgerMismatch } from "./trial-balance.ts";

/** Customers with their balances and history; entries with what names them; seals with the rows that they hold. */
const WALKS = ["customers", "entries", "seals"] as const;
type Walk = (typeof WALKS)[number];

/** Rows of one step, which takes some hundredths of a second. */
const STEP = { customers: 100, entries: 1000 } as const;
/** So many parts in which something was wrong are looked at again each time. */
const MOST_SUSPECTS = 100;

/** How far a walk has come. Moments are epoch milliseconds. */
interface Walked {
  /** The last key that was compared; empty at the beginning. */
  readonly place: string;
  readonly beganAt: number;
  /** When everything had been compared last; null before the first time. */
  readonly endedAt: number | null;
}

/** Part of the books in which something was wrong; a seal's is the number of the one before it. */
type Suspect =
  | { readonly walk: "customers" | "entries"; readonly among: Among }
  | { readonly walk: "seals"; readonly after: string };

export interface Progress {
  /** The last seal whose entries were compared when they were new. */
  readonly sealed: string;
  readonly walks: Readonly<Record<Walk, Walked>>;
  readonly suspects: readonly Suspect[];
}

export type BookMismatch = LedgerMismatch | ({ readonly kind: "seal" } & SealProblem);

/** Findings of a check, and the place where the next one goes on. */
export interface OnwardReport {
  readonly mismatches: BookMismatch[];
  readonly progress: Progress;
}

export interface Onward {
  readonly progress: Progress;
  /** Public halves of the keys that sign seals. */
  readonly known: KnownKeys;
  /** Epoch milliseconds. */
  readonly now: number;
  /** How long it goes through what is new, and again through what is older; one step of each at least. */
  readonly milliseconds: number;
}

/** The beginning, of an installation. */
export const firstProgress = (now: number): Progress => {
  const walked = { place: "", beganAt: now, endedAt: null };
  return { sealed: "0", walks: { customers: walked, entries: walked, seals: walked }, suspects: [] };
};

const COMPARE: Readonly<
  Record<"customers" | "entries", (reader: Reader, among: Among) => Promise<LedgerMismatch[]>>
> = {
  customers: async (reader, among) => [
    ...(await balancesOfCustomers(reader, among)),
    ...(await unlikeRowsOfCustomers(reader, among)).map((row) => ({ kind: "row" as const, ...row })),
  ],
  entries: async (reader, among) => [
    ...(await entryOrphans(reader, among)),
    ...(await unlikeRowsOfEntries(reader, among)).map((row) => ({ kind: "row" as const, ...row })),
  ],
};

const TABLE = { customers: "users", entries: "ledger_entries" } as const;

/** The key that ends the next step of a walk; null if fewer are left. */
const endOfStep = async (
  reader: Reader,
  walk: "customers" | "entries",
  after: string,
): Promise<string | null> =>
  (
    await reader
      .selectFrom(TABLE[walk])
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .offset(BigInt(STEP[walk] - 1))
      .limit(1n)
      .executeTakeFirst()
  )?.id ?? null;

/** Customers whose accounts these entries move, and those whose history names them. */
async function customersOf(reader: Reader, entries: readonly string[]): Promise<string[]> {
  const side = (account: "source_account" | "destination_account") =>
    reader
      .selectFrom("ledger_postings")
      .innerJoin("ledger_accounts", `ledger_postings.${account}`, "ledger_accounts.id")
      .select((row) => row.ref("ledger_accounts.user_id").$notNull().as("id"))
      .where("ledger_postings.entry_id", "in", entries)
      .where("ledger_accounts.user_id", "is not", null);
  const rows = await side("source_account").union(side("destination_account")).execute();
  return rows.map(({ id }) => id);
}

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** Findings so far. */
interface Found {
  readonly mismatches: BookMismatch[];
  readonly suspects: Map<string, Suspect>;
}

function note({ mismatches, suspects }: Found, suspect: Suspect, found: readonly BookMismatch[]): void {
  if (found.length === 0) return;
  mismatches.push(...found);
  suspects.set(JSON.stringify(suspect), suspect);
}

/** One check of the books that goes on where the last one has ended. @throws UnknownSealKey */
export async function checkOnward(
  reader: Reader,
  { progress, known, now, milliseconds }: Onward,
): Promise<OnwardReport> {
  const found: Found = { mismatches: await totalMismatches(reader), suspects: new Map() };
  const compare = async (walk: "customers" | "entries", among: Among): Promise<void> =>
    note(found, { walk, among }, await COMPARE[walk](reader, among));
  const compareSeals = async (after: string) => {
    const { problem, reached, entries } = await verifySealsAfter(reader, known, BigInt(after || "0"));
    if (problem !== undefined) note(found, { walk: "seals", after }, [{ kind: "seal", ...problem }]);
    return { entries, reached: String(reached) };
  };
  const deadline = (): (() => boolean) => {
    const until = performance.now() + milliseconds;
    return () => performance.now() < until;
  };

  for (const suspect of progress.suspects.slice(0, MOST_SUSPECTS))
    if (suspect.walk === "seals") await compareSeals(suspect.after);
    else await compare(suspect.walk, suspect.among);

  let { sealed } = progress;
  const isEarly = deadline();
  do {
    const { reached, entries } = await compareSeals(sealed);
    if (reached === sealed) break;
    for (const keys of chunksOf(entries, STEP.entries)) {
      await compare("entries", { keys });
      for (const customers of chunksOf(await customersOf(reader, keys), STEP.customers))
        await compare("customers", { keys: customers });
    }
    sealed = reached;
  } while (isEarly());

  /** One step of a walk. @returns its next place; an empty one at the end */
  const step = async (walk: Walk, place: string): Promise<string> => {
    if (walk === "seals") {
      const { reached } = await compareSeals(place);
      return reached === (place || "0") ? "" : reached;
    }
    const through = await endOfStep(reader, walk, place);
    await compare(walk, { after: place, through });
    return through ?? "";
  };
  const walks: Record<Walk, Walked> = { ...progress.walks };
  const open = new Set<Walk>(WALKS);
  const hasTime = deadline();
  do
    for (const walk of open) {
      const place = await step(walk, walks[walk].place);
      if (place === "") open.delete(walk);
      walks[walk] = place === "" ? { place, beganAt: now, endedAt: now } : { ...walks[walk], place };
    }
  while (open.size > 0 && hasTime());
  return {
    mismatches: found.mismatches,
    progress: { sealed, walks, suspects: [...found.suspects.values()] },
  };
}
