// How well names are told apart, on public data that is not in this repository: `node bench/names.ts FOLDER`. The folder
// has cases.csv of opensanctions/nomenklatura (contrib/name_bench), and positives_un_treated.csv,
// positives_un_untreated.csv and negatives_global.csv of opensanctions/yente
// (contrib/candidate_generation_benchmark/fixtures).
import path from "node:path";
import { buildIndex, compareNames, HIT_THRESHOLD } from "../src/index.ts";
import { readCsv } from "./read-csv.ts";

const folder = process.argv[2] ?? ".";
const rowsOf = (file: string) => readCsv(path.join(folder, file));
const namesIn = (file: string): string[] => rowsOf(file).map((row) => row["full_name"] ?? "");

const cases = rowsOf("cases.csv")
  .map((row, place) => ({ row, isOdd: place % 2 === 0 }))
  .filter(({ row }) => row["schema"] === "Person")
  .map(({ row, isOdd }) => ({
    isOdd,
    isMatch: row["is_match"] === "true",
    isHit: compareNames(row["name1"] ?? "", row["name2"] ?? "") >= HIT_THRESHOLD,
  }));

function report(title: string, some: typeof cases): void {
  const found = some.filter(({ isMatch, isHit }) => isMatch && isHit).length;
  const missed = some.filter(({ isMatch, isHit }) => isMatch && !isHit).length;
  const falseAlarms = some.filter(({ isMatch, isHit }) => !isMatch && isHit).length;
  const f1 = (2 * found) / (2 * found + missed + falseAlarms);
  console.log(`${title}: ${some.length} pairs, F1 ${f1.toFixed(3)}`, { found, missed, falseAlarms });
}

report(
  "odd rows",
  cases.filter(({ isOdd }) => isOdd),
);
// Nothing is tuned on these.
report(
  "even rows",
  cases.filter(({ isOdd }) => !isOdd),
);
report("all rows", cases);

const listed = namesIn("positives_un_untreated.csv");
const index = buildIndex(listed.map((name, place) => ({ id: String(place), name, names: [] })));
const treated = namesIn("positives_un_treated.csv");
const found = treated.filter((name, place) =>
  index.search({ name }, listed.length).some(({ id }) => id === String(place)),
);
console.log(`treated names found: ${found.length} of ${treated.length}`);

const negatives = namesIn("negatives_global.csv");
const alarms = negatives.filter((name) => index.search({ name }, 1).length > 0);
console.log(`other people with a hit: ${alarms.length} of ${negatives.length}`);
