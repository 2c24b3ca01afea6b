// The time and memory of an index of 50,000 people: `node --expose-gc bench/speed.ts`.
import { buildIndex } from "../src/index.ts";

const STARTS =
  "al ar ba be bra ca da del do el fa fe ga gri ha hel i ja jo ka ke la le lin ma mar mi na ne o pa pe".split(
    " ",
  );
const MIDDLES = "la le li lo ma mi na ni no ra ri ro sa se ta ti va vi".split(" ");
const ENDS = "n r s l na ra la d k m t v ski sen son ez ov ova ic".split(" ");

let state = 1;
/** The same numbers each time (Park and Miller). */
const below = (count: number): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state % count;
};
const pick = (parts: readonly string[]): string => parts[below(parts.length)] ?? "";
const word = (): string => pick(STARTS) + (below(2) === 0 ? pick(MIDDLES) : "") + pick(MIDDLES) + pick(ENDS);
const givenNames = Array.from({ length: 3000 }, word);
const name = (): string =>
  [pick(givenNames), ...(below(2) === 0 ? [pick(givenNames)] : []), word()].join(" ");

const targets = Array.from({ length: 50_000 }, (_, place) => ({
  id: String(place),
  name: name(),
  names: below(3) === 0 ? [name()] : [],
  birthDates: [String(1940 + below(60))],
}));

const memory = (): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};

/** Milliseconds of this program, whatever else the machine does meanwhile. */
const spent = (): number => process.cpuUsage().user / 1000;

const before = memory();
const begin = spent();
const index = buildIndex(targets);
const took = spent() - begin;
console.log(`built in ${(took / 1000).toFixed(1)} s, ${(memory() - before).toFixed(0)} MiB`);

const search = (place: number): number => {
  const start = spent();
  index.search({ name: targets[(place * 97) % targets.length]?.name ?? "", birthDate: "1970-05-01" }, 10);
  return spent() - start;
};
for (let place = 0; place < 100; place += 1) search(place);
const times = Array.from({ length: 400 }, (_, place) => search(place + 100)).sort(
  (one, other) => one - other,
);
console.log(`a search: median ${times[200]?.toFixed(1)} ms, 95 of 100 within ${times[380]?.toFixed(1)} ms`);

// A new version of a list is searched for every customer: given names come again and again.
const CUSTOMERS = 5000;
const start = spent();
for (let place = 500; place < 500 + CUSTOMERS; place += 1) search(place);
console.log(`one of ${CUSTOMERS} searches: ${((spent() - start) / CUSTOMERS).toFixed(1)} ms`);
