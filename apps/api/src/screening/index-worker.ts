/** Compares identities with lists in a thread of its own: see `index-thread.ts`. */
import { parentPort } from "node:worker_threads";
import { giveWay } from "@wattle/db/give-way";
import { buildIndex, type NameIndex } from "@wattle/screening";
import type { Found, ToIndex } from "./index-thread.ts";
import type { ReadEntry } from "./lists/list-entry.ts";

/** Most hits of one identity. */
const MOST_HITS = 20;

interface Listed extends Pick<Found, "source" | "list_id"> {
  readonly entry: ReadEntry;
}

const skipped = new Set<string>();
const listed: Listed[] = [];
let index: NameIndex | undefined;

const build = (): NameIndex =>
  buildIndex(
    listed.map(({ entry }, place) => ({
      id: `${place}`,
      name: entry.name,
      names: entry.names,
      birthDates: entry.birth_dates,
      countries: entry.countries,
    })),
  );

function hitsOf(message: Extract<ToIndex, { is: "search" }>): Found[][] {
  index ??= build();
  const built = index;
  return message.identities.map(({ name, birth_date, countries }) => {
    const identity = { name, countries, ...(birth_date !== null && { birthDate: birth_date }) };
    return built.search(identity, MOST_HITS).flatMap(({ id, score, name: alike, birthDate, country }) => {
      const found = listed[Number.parseInt(id, 10)];
      if (found === undefined) return [];
      return [{ ...found, score, parts: { name: alike, birth_date: birthDate, country } }];
    });
  });
}

giveWay();
parentPort?.on("message", (message: ToIndex) => {
  switch (message.is) {
    case "known":
      for (const { hash } of JSON.parse(message.entries) as ReadEntry[]) skipped.add(hash);
      return;
    case "entries":
      for (const entry of JSON.parse(message.entries) as ReadEntry[])
        if (!skipped.has(entry.hash))
          listed.push({ source: message.source, list_id: message.list_id, entry });
      return;
    case "count":
      parentPort?.postMessage({ number: message.number, answer: listed.length });
      return;
    case "search":
      parentPort?.postMessage({ number: message.number, answer: hitsOf(message) });
  }
});
