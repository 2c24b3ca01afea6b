import { isDeepStrictEqual } from "node:util";
import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { Database } from "@wattle/db/database";
import { arrivedCoins, ownedChangesAfter, paidForDeposits, type OwnedChange } from "@wattle/db/portfolio";
import {
  movementsOf,
  netInOf,
  openBook,
  recordMovement,
  type Held,
  type Movement,
  type PortfolioBook,
  type PortfolioEntry,
  type Purpose,
  type Step,
} from "@wattle/exchange-core/portfolio";
import type { Clock } from "../clock.ts";
import { pastWorth } from "./past-worth.ts";

/** A customer's books as they are now, with how they came to be. */
export interface PortfolioState {
  readonly book: PortfolioBook;
  /** Holdings of each currency, the home currency among them, oldest first. */
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  /** Additions that are not a gain, in the home currency, oldest first; ends if the worth of some was not known. */
  readonly netIn: readonly Step[];
  /** Coins of which some came from outside, and count at their market value then, since the customer stated no cost. */
  readonly assumed: ReadonlySet<string>;
}

/** A movement with the entry that made it. */
interface MadeMovement {
  readonly entryId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly movement: Movement;
}

export interface PortfolioBooks {
  /**
   * A customer's books, exactly as the ledger has them at this moment.
   * @param home code of the currency that everything is counted in
   */
  read(userId: string, home: string): Promise<PortfolioState>;
  /** All movements of a customer, in the order in which they are in the books; coins from outside at their market value. */
  movements(userId: string, home: string): Promise<readonly MadeMovement[]>;
  /** Worth of something at a moment, milliseconds since 1970; undefined if no price of its day is known. */
  worth(held: Held, at: number, home: string): Promise<bigint | undefined>;
}

/** All movements of one entry. */
interface Entry extends PortfolioEntry {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Books that go on: entries are added to them as they come. */
interface OpenState extends PortfolioState {
  book: PortfolioBook;
  readonly steps: Map<string, Step[]>;
  readonly netIn: Step[];
  /** The last entry by its id: ids grow with time. */
  lastId: string;
  /** The time of the last entry. */
  lastAt: number;
  /** Whether a worth is missing that may still become known. */
  provisional: boolean;
  assumed: ReadonlySet<string>;
  /** The costs that it was made with, by the entries of their coins. */
  readonly stated: StatedCosts;
}

/** Costs of coins from outside in the home currency, as the customer states them, by their entries. */
type StatedCosts = ReadonlyMap<string, bigint>;

/** A worth that is not known may become known while prices of its day are still being recorded: until so long after. */
const SETTLED_MILLISECONDS = 2 * DAY_MILLISECONDS;

/** Books of at most so many steps stay in memory: about 100 MB. */
const MOST_STEPS = 1_000_000;

/**
 * Kinds of ledger entries, as they concern a customer. Debts that are settled were deposits that the bank took back.
 */
function purposeOf(kind: string): Purpose {
  if (kind === "adjustment") return "added";
  return kind.startsWith("withdrawal_") ? "withdrawn" : "deposited";
}

const entriesOf = (changes: readonly OwnedChange[]): Entry[] => {
  const entries = new Map<string, Entry & { readonly changes: Held[] }>();
  for (const { entryId: id, at, kind, fee, currency, change: units } of changes) {
    const entry = entries.get(id);
    if (entry === undefined)
      entries.set(id, { id, at, fee, purpose: purposeOf(kind), changes: [{ currency, units }] });
    else entry.changes.push({ currency, units });
  }
  return [...entries.values()].toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
};

const stepsIn = ({ steps }: PortfolioState): number =>
  [...steps.values()].reduce((sum, { length }) => sum + length, 0);

const newState = (home: string, stated: StatedCosts = new Map()): OpenState => ({
  book: openBook(home),
  steps: new Map(),
  netIn: [],
  lastId: "",
  lastAt: 0,
  provisional: false,
  assumed: new Set(),
  stated,
});

const ownedIn = ({ home, cash, positions }: PortfolioBook, currency: string): bigint =>
  currency === home ? cash : (positions.get(currency)?.quantity ?? 0n);

/** Whether a movement takes no more than is held. */
function isCovered(book: PortfolioBook, movement: Movement): boolean {
  const taken = movement.kind === "exchange" ? movement.from : { ...movement, units: -movement.units };
  return taken.currency === book.home || ownedIn(book, taken.currency) >= taken.units;
}

/** Records the first of the waiting movements that the books cover. @returns it; undefined if there is none */
function recordNext(state: OpenState, waiting: MadeMovement[]): MadeMovement | undefined {
  const next = waiting.findIndex(({ movement }) => isCovered(state.book, movement));
  const [made] = next === -1 ? [] : waiting.splice(next, 1);
  if (made !== undefined) state.book = recordMovement(state.book, made.movement);
  return made;
}

/**
 * Adds entries to the books. A step that takes more than is held waits for the next: two were made at nearly the same
 * time.
 * @returns their movements in the order in which they are in the books
 */
function addEntries(
  state: OpenState,
  entries: readonly Entry[],
  worthIn: (entry: Entry) => (held: Held) => bigint | undefined,
): MadeMovement[] {
  const waiting: MadeMovement[] = [];
  const recorded: MadeMovement[] = [];
  for (const entry of entries) {
    const { id: entryId, at } = entry;
    const movements = movementsOf(entry, worthIn(entry), state.book.home);
    waiting.push(...movements.map((movement) => ({ entryId, at, movement })));
    const touched = new Set<string>();
    for (let done = recordNext(state, waiting); done !== undefined; done = recordNext(state, waiting)) {
      recorded.push(done);
      const { movement } = done;
      for (const { currency } of movement.kind === "exchange" ? [movement.from, movement.to] : [movement]) {
        touched.add(currency);
      }
    }
    noteSteps(state, entry.at, touched);
    if (entry.id > state.lastId) state.lastId = entry.id;
    state.lastAt = entry.at;
  }
  if (waiting.length > 0) throw new RangeError("the ledger took more than there was");
  return recorded;
}

function noteSteps(state: OpenState, at: number, touched: ReadonlySet<string>): void {
  for (const currency of touched) {
    const steps = state.steps.get(currency) ?? [];
    state.steps.set(currency, steps);
    steps.push({ at, units: ownedIn(state.book, currency) });
  }
  const netIn = netInOf(state.book);
  if (netIn !== undefined && state.netIn.at(-1)?.units !== netIn) state.netIn.push({ at, units: netIn });
}

interface BookParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The coin that gives two fiat currencies a price between them. */
  readonly bridge: string;
}

/** Worth of amounts that came in with entries, or were exchanged for another currency than the home currency. */
async function worthsOf(
  { database, clock, bridge }: BookParts,
  userId: string,
  entries: readonly Entry[],
  { book: { home }, stated }: OpenState,
) {
  const worths = new Map<string, bigint | undefined>();
  const wanted: { readonly entry: Entry; readonly held: Held }[] = [];
  for (const entry of entries) {
    movementsOf(entry, (held) => void wanted.push({ entry, held }), home);
  }
  const paid = wanted.length === 0 ? [] : await paidForDeposits(database.read, userId);
  const paidFor = new Map(
    paid.flatMap(({ entryId, currency, units }) => (currency === home ? [[entryId, units]] : [])),
  );
  for (const { entry, held } of wanted) {
    const worth =
      stated.get(entry.id) ??
      paidFor.get(entry.id) ??
      (await pastWorth(database, held, entry.at, { home, bridge }));
    worths.set(`${entry.id}/${held.currency}`, worth);
  }
  const provisional = wanted.some(
    ({ entry, held }) =>
      worths.get(`${entry.id}/${held.currency}`) === undefined &&
      entry.at > clock.now() - SETTLED_MILLISECONDS,
  );
  return {
    provisional,
    worthIn: (entry: Entry) => (held: Held) => worths.get(`${entry.id}/${held.currency}`),
  };
}

/**
 * Keeps the books of customers who look at their portfolio, and goes on from the last entry they have: with ten thousand
 * transactions a look costs what the newest of them cost. Each look compares the books with the ledger's balances of the same
 * moment; where they differ (an entry was dated back, or became visible after a younger one) all is computed again.
 */
export function createPortfolioBooks(parts: BookParts): PortfolioBooks {
  const { database } = parts;
  const kept = new Map<string, OpenState>();
  const turns = new Map<string, Promise<unknown>>();

  /** The books with what has come since; undefined if they are not what the ledger has. */
  async function goOn(userId: string, state: OpenState): Promise<OpenState | undefined> {
    const { changes, balances } = await ownedChangesAfter(database.read, userId, state.lastId);
    const entries = entriesOf(changes);
    const [first] = entries;
    if (first !== undefined) {
      if (first.at < state.lastAt) return undefined;
      const { provisional, worthIn } = await worthsOf(parts, userId, entries, state);
      addEntries(state, entries, worthIn);
      state.provisional ||= provisional;
    }
    const currencies = new Set([...balances.keys(), ...state.steps.keys()]);
    const fits = [...currencies].every(
      (currency) => ownedIn(state.book, currency) === (balances.get(currency) ?? 0n),
    );
    return fits ? state : undefined;
  }

  async function readNow(userId: string, home: string): Promise<PortfolioState> {
    const known = kept.get(userId);
    kept.delete(userId);
    const arrived = await arrivedCoins(database.read, userId);
    const costs = new Map(
      arrived.flatMap(({ entryId, stated }) => (stated?.currency === home ? [[entryId, stated.units]] : [])),
    );
    const isSame = known?.book.home === home && isDeepStrictEqual(known.stated, costs);
    const state =
      (isSame ? await goOn(userId, known) : undefined) ?? (await goOn(userId, newState(home, costs)));
    if (state === undefined)
      throw new Error(`the ledger's balances of ${userId} are not those of its postings`);
    state.assumed = new Set(arrived.flatMap(({ entryId, coin }) => (costs.has(entryId) ? [] : [coin])));
    if (!state.provisional) kept.set(userId, state);
    dropOldest();
    return state;
  }

  /** Those who have not looked for longest go first. */
  function dropOldest(): void {
    let steps = [...kept.values()].reduce((sum, state) => sum + stepsIn(state), 0);
    for (const [userId, state] of kept) {
      if (steps <= MOST_STEPS) return;
      kept.delete(userId);
      steps -= stepsIn(state);
    }
  }

  /** One after the other: two that go on from the same books would add the same entries twice. */
  async function inTurn(userId: string, home: string): Promise<PortfolioState> {
    const before = turns.get(userId);
    const turn = Promise.allSettled([before]).then(() => readNow(userId, home));
    turns.set(userId, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(userId) === turn) turns.delete(userId);
    }
  }

  async function movements(userId: string, home: string): Promise<readonly MadeMovement[]> {
    const { changes } = await ownedChangesAfter(database.read, userId, "");
    const entries = entriesOf(changes);
    const state = newState(home);
    const { worthIn } = await worthsOf(parts, userId, entries, state);
    return addEntries(state, entries, worthIn);
  }

  return {
    read: inTurn,
    movements,
    worth: (held, at, home) => pastWorth(database, held, at, { home, bridge: parts.bridge }),
  };
}
