import type { NewsAnswer, NewsItem } from "@wattle/contracts/news";

/** Remembers how far news have been read. */
interface NewsReader {
  /** The time to ask from. */
  readonly since: () => string;
  /** Takes an answer. @returns what of it is new */
  readonly take: (answer: NewsAnswer) => readonly NewsItem[];
  /** Notes a question without an answer. */
  readonly fail: () => void;
  /**
   * Whether something may have changed since the page was opened that no answer named as new: the first one came late. True
   * once, after that answer.
   */
  readonly mayHaveMissed: () => boolean;
}

/**
 * Answers overlap, so that none is missed; each change is new once. The first answer only says where to begin, by the
 * server's clock: what it holds was there when the page was opened.
 * @param opened about when that was, by whatever clock
 */
export function createNewsReader(opened: string): NewsReader {
  let since = opened;
  let begun = false;
  let late = false;
  const seen = new Set<string>();
  return {
    since: () => since,
    take: ({ now, items }) => {
      const fresh = begun ? items.filter(({ id }) => !seen.has(id)) : [];
      for (const { id } of items) seen.add(id);
      since = now;
      begun = true;
      return fresh;
    },
    fail: () => {
      late ||= !begun;
    },
    mayHaveMissed: () => {
      const missed = begun && late;
      if (missed) late = false;
      return missed;
    },
  };
}
