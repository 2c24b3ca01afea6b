import type { JsonSchema } from "./json-schemas.ts";

const CHECKS = {
  database: "Whether the database can be read and written",
  migrations: "Whether its tables are as new as the program",
  rates: "Whether there is a price of the default pair",
  documents: "Whether there is room for documents",
};

/** Only there if a standby is set. */
const STANDBY = "Whether the standby is read; the primary answers in its place otherwise";

const status = (words: readonly string[], description: string): JsonSchema => ({
  type: "string",
  enum: words,
  description,
});

const READINESS: JsonSchema = {
  type: "object",
  required: ["status", "checks"],
  properties: {
    status: status(["ok", "degraded", "failed"], "`degraded`: balances work, something else is away"),
    reason: {
      type: "string",
      description: "Why it failed, such as a database that is not the primary, or a standby that is behind",
    },
    checks: {
      type: "object",
      description: "Checks",
      required: Object.keys(CHECKS),
      properties: Object.fromEntries(
        Object.entries({ ...CHECKS, standby: STANDBY }).map(([name, text]) => [
          name,
          status(["ok", "failed"], text),
        ]),
      ),
    },
  },
};

const readiness = (description: string, word: string, database: string) => ({
  description,
  content: {
    "application/json": {
      schema: READINESS,
      examples: {
        example: {
          value: {
            status: word,
            checks: { database, migrations: database, rates: "ok", documents: "ok" },
          },
        },
      },
    },
  },
});

const common = {
  tags: ["Health" as const],
  description: "Open to everyone, without limit.",
  security: [],
  parameters: [],
};
const TOO_LONG = { "431": { description: "The headers of the request are over 16 KiB" } };

/** Operations for monitors. Served by `http/health.ts`; no procedure is behind it. */
export const HEALTH_OPERATIONS = {
  "/healthz": {
    get: {
      ...common,
      operationId: "getHealth",
      summary: "Whether the process lives",
      responses: {
        "200": {
          description: "It does",
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["status"],
                properties: { status: status(["ok"], "Always `ok`") },
              },
              examples: { example: { value: { status: "ok" } } },
            },
          },
        },
        ...TOO_LONG,
      },
    },
  },
  "/readyz": {
    get: {
      ...common,
      operationId: "getReadiness",
      summary: "Whether pages, logins and balances work",
      responses: {
        "200": readiness("They do, also where `degraded`", "ok", "ok"),
        ...TOO_LONG,
        "503": readiness("They do not: the database or its tables are away", "failed", "failed"),
      },
    },
  },
};
