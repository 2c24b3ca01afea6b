// Which way imports run: from higher layers to lower ones, and in no circle. ARCHITECTURE.md says what a layer is.
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { circleIn, importsBelow, roomOf, roomsOf, type ImportGraph } from "./imports.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const SOURCES = [
  "apps/api/src",
  "apps/web/src",
  "packages/exchange-core/src",
  "packages/bitcoin/src",
  "packages/ethereum/src",
  "packages/screening/src",
  "packages/signer/src",
  "packages/contracts/src",
  "packages/db/src",
];

/** A folder and all folders in it. */
const foldersBelow = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name)),
];

/** The rooms of `apps/api/src`, the lowest layer first. */
const API_LAYERS: readonly (readonly string[])[] = [
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
    "one-at-a-time.ts",
  ].concat(
    "holidays.ts",
    "open-form.ts",
    "queue-targets.ts",
    "reference.ts",
    "repeated-key.ts",
    "require-node.ts",
    "setting-faults.ts",
    "settings.ts",
    "security-log.ts",
    "start-failure.ts",
    "vitals.ts",
    "xml-parts.ts",
  ),
  // Parts: what services are made of. They take what they need one by one.
  [
    "access",
    "book-seals",
    "chains",
    "data-keys",
    "identity-providers",
    "limits",
    "onramp-providers",
    "portfolio-books",
    "prices",
  ].concat("screening", "signed-quotes", "switches", "venues"),
  // Calls: the services, and the guards of procedures.
  ["services.ts", "context.ts", "trpc-internals.ts", "procedures.ts"],
  // Shared: what the use cases of several nouns do.
  ["audit", "balances", "compliance", "events", "http", "mail", "markets", "partners", "pdf", "transactions"],
  // Nouns: what customers do.
  [
    "accounts",
    "alerts",
    "bank-accounts",
    "bank-lines",
    "captcha",
    "closing",
    "coin-payees",
    "coins",
    "data-export",
    "deposits",
    "event-feed",
    "exchange",
    "hedging",
    "history",
    "identity",
    "liabilities",
    "news",
    "onramp",
  ]
    .concat([
      "monitoring",
      "monthly-statements",
      "passkeys",
      "portfolio",
      "quotes",
      "rates",
      "receipts",
      "recovery",
      "recurring",
      "reserves",
      "second-factor",
      "sessions",
      "staff",
    ])
    .concat(["support", "tax", "tokens", "webhooks", "withdrawals"]),
  // The composition root, and the staff's side with its command line.
  ["compose.ts", "prepare-database.ts", "backup", "desk"],
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
    "setup",
    "testing",
    "tracing",
  ],
];

/** The rooms of `apps/web/src`, the lowest layer first. */
const WEB_LAYERS: readonly (readonly string[])[] = [
  // Ground: knows nothing of the API.
  [
    "brand",
    "failed-call.ts",
    "record-answer.ts",
    "request-labels.ts",
    "route-meta.ts",
    "storage.ts",
    "store.ts",
    "ui",
  ],
  // Parts: what several screens share.
  [
    "charts",
    "confirmation",
    "controls",
    "markets",
    "money",
    "passkeys",
    "rates",
    "second-factor",
    "session",
    "trpc.ts",
  ],
  // Screens: what people do.
  [
    "account-links",
    "accounts",
    "alerts",
    "bank-accounts",
    "coin-payees",
    "deposits",
    "exchange",
    "history",
    "identity",
    "liabilities",
  ].concat([
    "news",
    "onramp",
    "partners",
    "portfolio",
    "receipts",
    "recurring",
    "site",
    "staff",
    "tax",
    "tokens",
    "webhooks",
    "withdrawals",
  ]),
  // The desk, and what frames all pages.
  ["clients.ts", "gallery", "navigation", "router-context.ts", "shell", "desk"],
  // The application.
  [
    "app.tsx",
    "entry-server.tsx",
    "main.ts",
    "routeTree.gen.ts",
    "router.tsx",
    "routes",
    "start.tsx",
    "testing",
  ],
];

type Layers = readonly (readonly string[])[];

const layerOf = (layers: Layers, file: string): number =>
  layers.findIndex((rooms) => rooms.includes(roomOf(file)));

/** Imports that run up, as `file -> file`. */
const upwardIn = (layers: Layers, graph: ImportGraph): string[] =>
  [...graph]
    .flatMap(([file, targets]) =>
      [...targets]
        .filter((target) => layerOf(layers, target) > layerOf(layers, file))
        .map((target) => `${file} -> ${target}`),
    )
    .toSorted((a, b) => a.localeCompare(b));

const graphOf = (imports: Readonly<Record<string, readonly string[]>>): ImportGraph =>
  new Map(Object.entries(imports).map(([file, targets]) => [file, new Set(targets)]));

describe.each([
  ["apps/api/src", API_LAYERS, "desk/desk.router.ts", "clock.ts"],
  ["apps/web/src", WEB_LAYERS, "exchange/exchange-state.ts", "store.ts"],
] as const)("the layers of %s", (folder, layers, high, low) => {
  const imports = importsBelow(path.join(ROOT, folder));

  test("have a place for each room, and only one", () => {
    const rooms = new Set([...imports.keys()].map(roomOf));
    expect([...rooms].toSorted()).toEqual(layers.flat().toSorted());
  });

  test("are imported from their own layer or from above", () => {
    expect(upwardIn(layers, imports)).toEqual([]);
  });

  test("an import that runs up is found", () => {
    expect([...imports.keys()]).toEqual(expect.arrayContaining([high, low]));
    const wrong = graphOf({ [high]: [low], [low]: [high] });
    expect(upwardIn(layers, wrong)).toEqual([`${low} -> ${high}`]);
  });
});

test("a room of the desk has the same name in the web app as in the API", () => {
  const roomsOfDesk = (app: string) =>
    readdirSync(path.join(ROOT, app, "src/desk"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "commands")
      .map(({ name }) => name);
  expect(roomsOfDesk("apps/web")).toEqual(expect.arrayContaining(roomsOfDesk("apps/api")));
});

describe("circles", () => {
  test.each(SOURCES)(
    "no files and no folders of %s import each other in a circle, at any depth",
    (folder) => {
      expect(importsBelow(path.join(ROOT, folder)).size).toBeGreaterThan(0);
      const circles = foldersBelow(path.join(ROOT, folder)).flatMap((each) => {
        const imports = importsBelow(each);
        return [circleIn(imports), circleIn(roomsOf(imports))];
      });
      expect(circles.filter((circle) => circle !== undefined)).toEqual([]);
    },
  );

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
