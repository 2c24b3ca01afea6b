import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");

test("the README shows home, overview and exchange, light and dark, in 600 kB", () => {
  const readme = readFileSync(path.join(ROOT, "README.md"), "utf8");
  const named = [...readme.matchAll(/(?:src|srcset)="(docs\/pictures\/[^"]+)"/g)].flatMap(
    ([, file]) => file ?? [],
  );
  const wanted = ["home", "overview", "exchange"].flatMap((name) =>
    ["dark", "light"].map((scheme) => `docs/pictures/${name}-${scheme}.jpg`),
  );
  expect(named).toEqual(wanted);
  const bytes = named.reduce((total, file) => total + statSync(path.join(ROOT, file)).size, 0);
  expect(bytes).toBeLessThanOrEqual(600_000);
});
