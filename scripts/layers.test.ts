// Which way imports run: from higher layers to lower ones, and in no circle. ARCHITECTURE.md says what a layer is.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { circleIn, importsBelow, roomOf, roomsOf, type ImportGraph } from "./imports.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const PACKAGES = ["packages/exchange-core/src", "packages/contracts/src", "packages/db/src"];

/** The rooms of `apps/api/src`, the lowest layer first. */
const LAYERS: readonly (readonly string[])[] = [
  // Ground: knows nothing of the product's parts.
  [
    "amount-text.ts",
    "moment-text.ts",
    "brand-file.ts",
    "clock.ts",
    "config-error.ts",
    "config.ts",
    "json-body.ts",
    "kept-briefly.ts",
    "legal-files.ts",
    "loopback.ts",
    "local-days.ts",
  ].concat(
    "queue-targets.ts",
    "reference.ts",
    "repeated-key.ts",
    "require-node.ts",
    "security-log.ts",
    "start-failure.ts",
    "vitals.ts",
  ),
  // Parts: what services are made of. They take what they need one by one.
  ["access", "book-seals", "data-keys", "limits", "onramp-providers", "portfolio-books", "prices"].concat(
    "signed-quotes",
    "switches",
  ),
  // Calls: the services, and the guards of procedures.
  ["services.ts", "context.ts", "trpc-internals.ts", "procedures.ts"],
  // Shared: what the use cases of several nouns do.
  ["audit", "balances", "events", "http", "mail", "markets", "partners", "transactions"],
  // Nouns: what customers do.
  [
    "accounts",
    "alerts",
    "bank-accounts",
    "bank-lines",
    "captcha",
    "closing",
    "data-export",
    "deposits",
    "event-feed",
    "exchange",
    "history",
    "identity",
    "liabilities",
    "news",
    "onramp",
  ]
    .concat([
      "monthly-statements",
      "passkeys",
      "portfolio",
      "quotes",
      "rates",
      "receipts",
      "recovery",
      "recurring",
      "second-factor",
      "sessions",
      "staff",
    ])
    .concat(["support", "tokens", "webhooks", "withdrawals"]),
  // What puts services together, and the staff's side with its command line.
  ["compose.ts", "prepare-database.ts", "backup", "back-office"],
  // Doors: what clients call.
  ["demo", "rest", "router.ts", "site"],
  // The server, and what tests start.
  [
    "launch-server.ts",
    "launch-commands.ts",
    "app.ts",
    "background.ts",
    "main.ts",
    "metrics",
    "production-warnings.ts",
    "testing",
    "tracing",
  ],
];

const layerOf = (file: string): number => LAYERS.findIndex((rooms) => rooms.includes(roomOf(file)));

/** Imports that run up, as `file -> file`. */
const upwardIn = (graph: ImportGraph): string[] =>
  [...graph]
    .flatMap(([file, targets]) =>
      [...targets]
        .filter((target) => layerOf(target) > layerOf(file))
        .map((target) => `${file} -> ${target}`),
    )
    .toSorted((a, b) => a.localeCompare(b));

const graphOf = (imports: Readonly<Record<string, readonly string[]>>): ImportGraph =>
  new Map(Object.entries(imports).map(([file, targets]) => [file, new Set(targets)]));

describe("the layers of the API", () => {
  const imports = importsBelow(path.join(ROOT, "apps/api/src"));

  test("have a place for each room, and only one", () => {
    const rooms = new Set([...imports.keys()].map(roomOf));
    expect([...rooms].toSorted()).toEqual(LAYERS.flat().toSorted());
  });

  test("are imported from their own layer or from above", () => {
    expect(upwardIn(imports)).toEqual([]);
  });

  test("an import that runs up is found", () => {
    const wrong = graphOf({
      "deposits/settle-deposit.ts": ["back-office/ops.router.ts", "clock.ts"],
      "clock.ts": [],
    });
    expect(upwardIn(wrong)).toEqual(["deposits/settle-deposit.ts -> back-office/ops.router.ts"]);
  });
});

describe("circles", () => {
  test.each(["apps/api/src", ...PACKAGES])("no files of %s import each other in a circle", (folder) => {
    const imports = importsBelow(path.join(ROOT, folder));
    expect(imports.size).toBeGreaterThan(10);
    expect(circleIn(imports)).toBeUndefined();
  });

  test.each(PACKAGES)("nor do its folders: %s", (folder) => {
    expect(circleIn(roomsOf(importsBelow(path.join(ROOT, folder))))).toBeUndefined();
  });

  test("nor do the rooms of the API", () => {
    expect(circleIn(roomsOf(importsBelow(path.join(ROOT, "apps/api/src"))))).toBeUndefined();
  });

  test.each([
    ["two files", graphOf({ a: ["b"], b: ["a"] }), "a -> b -> a"],
    ["a longer way", graphOf({ x: ["a"], a: ["b"], b: ["c"], c: ["a"] }), "a -> b -> c -> a"],
    ["none where two ways lead to one", graphOf({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }), undefined],
  ])("are found: %s", (_case, graph, circle) => expect(circleIn(graph)).toBe(circle));

  test("rooms are found through their files", () => {
    const files = graphOf({ "a/1.ts": ["b/1.ts"], "b/2.ts": ["a/2.ts"], "a/2.ts": [], "b/1.ts": [] });
    expect(circleIn(files)).toBeUndefined();
    expect(circleIn(roomsOf(files))).toBe("a -> b -> a");
  });
});
