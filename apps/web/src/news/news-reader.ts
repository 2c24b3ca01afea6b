import type { NewsAnswer, NewsItem } from "@wattle/contracts/news";

/** Remembers where the reading of news stands. */
interface NewsReader {
  /** The time to ask from. */
  readonly since: () => string;
  /** Takes an answer. @returns what of it is new */
  readonly take: (answer: NewsAnswer) => readonly NewsItem[];
}

/** Answers overlap, so that none is missed; each change is new once. @param start nothing before it is news */
export function createNewsReader(start: string): NewsReader {
  let since = start;
  const seen = new Set<string>();
  return {
    since: () => since,
    take: ({ now, items }) => {
      const fresh = items.filter(({ id, created_at }) => !seen.has(id) && created_at >= start);
      for (const { id } of items) seen.add(id);
      since = now;
      return fresh;
    },
  };
}
