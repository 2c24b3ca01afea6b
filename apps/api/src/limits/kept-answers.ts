import type { Clock } from "../clock.ts";

const KEPT_MILLISECONDS = 60_000;
/** Bound the memory that answers take: what was asked for first goes first. */
const MOST_OF_ONE = 8;
const MOST_ACCOUNTS = 100;

interface Kept<T> {
  readonly at: number;
  /** The procedure and input that the answer belongs to. */
  readonly version: string;
  readonly answer: Promise<T>;
}

export interface KeptAnswers<T> {
  /** The answer to a question, kept for a minute as long as the account's version is the same. One that is not `ok` is not kept. */
  read(asked: { account: string; question: string; version: string }, answer: () => Promise<T>): Promise<T>;
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  const oldest = map.size > most ? map.keys().next() : undefined;
  if (oldest?.done === false) map.delete(oldest.value);
}

/** Keeps answers of accounts in this process. All who ask the same meanwhile share one. */
export function createKeptAnswers<T extends { readonly ok: boolean }>(clock: Clock): KeptAnswers<T> {
  const accounts = new Map<string, Map<string, Kept<T>>>();
  return {
    read({ account, question, version }, answer) {
      const now = clock.now();
      const own = accounts.get(account) ?? new Map<string, Kept<T>>();
      const known = own.get(question);
      const isFresh = known !== undefined && now >= known.at && now - known.at < KEPT_MILLISECONDS;
      if (isFresh && known.version === version) return known.answer;
      const entry = { at: now, version, answer: answer() };
      // Deleting first keeps both maps ordered by when they were asked last.
      own.delete(question);
      own.set(question, entry);
      dropOldest(own, MOST_OF_ONE);
      accounts.delete(account);
      accounts.set(account, own);
      dropOldest(accounts, MOST_ACCOUNTS);
      const forget = (): void => {
        if (own.get(question) === entry) own.delete(question);
      };
      entry.answer.then(({ ok }) => void (ok || forget()), forget);
      return entry.answer;
    },
  };
}
