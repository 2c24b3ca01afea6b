import { setTimeout as delay } from "node:timers/promises";
import { pendingMigrations } from "@wattle/db/migrations/migrate";
import { probeWrite } from "@wattle/db/handles/write-probe";
import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "./other-methods.ts";
import type { Services } from "../services.ts";

type CheckedServices = Pick<
  Services,
  "config" | "database" | "clock" | "ids" | "log" | "rates" | "documents" | "vitals"
>;

/** A check that takes longer has failed, so that `/readyz` answers within 2 seconds. */
const CHECK_MILLISECONDS = 1_500;
/** As much as must still fit where documents are kept. */
const DOCUMENT_PROBE = Buffer.alloc(64 * 1024);

type Outcome = "ok" | "failed";

/** Runs a check, at most one at a time: who asks while one hangs waits for that one. */
function sharedCheck(
  { log }: Pick<Services, "log">,
  name: string,
  work: () => Promise<void>,
): () => Promise<Outcome> {
  let running: Promise<Outcome> | undefined;
  const run = async (): Promise<Outcome> => {
    try {
      await work();
      return "ok";
    } catch (error) {
      log.warn({ err: error, check: name }, "a readiness check failed");
      return "failed";
    } finally {
      running = undefined;
    }
  };
  return async () => {
    running ??= run();
    return Promise.race([running, delay(CHECK_MILLISECONDS, "failed" as const, { ref: false })]);
  };
}

function readinessChecks(services: CheckedServices) {
  const { clock, database, documents, ids, rates } = services;
  const { defaultPair } = services.config.brand.markets;
  return {
    database: sharedCheck(services, "database", async () => {
      await database.ping();
      await database.write((tx) => probeWrite(tx, BigInt(clock.now())));
    }),
    migrations: sharedCheck(services, "migrations", async () => {
      const pending = await pendingMigrations(database);
      if (pending.length > 0) throw new Error(`the database lacks ${pending.join(", ")}`);
    }),
    rates: sharedCheck(services, "rates", async () => {
      await rates.current(defaultPair.credit, defaultPair.debit);
    }),
    documents: sharedCheck(services, "documents", async () => {
      const id = ids.uuid();
      await documents.put(id, DOCUMENT_PROBE);
      await documents.remove(id);
    }),
  };
}

/**
 * `/healthz`: the process lives. `/readyz`: 200 as long as pages, sign-in and balances work, which takes the database and
 * its tables; `degraded` if something else is away: rates, or room for documents. 503 as soon as the process was asked to stop.
 */
export function serveHealth(app: FastifyInstance, services: CheckedServices): void {
  const run = readinessChecks(services);
  app.get("/healthz", () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    if (services.vitals.stopping) return reply.code(503).send({ status: "stopping", checks: {} });
    const [database, migrations, rates, documents] = await Promise.all([
      run.database(),
      run.migrations(),
      run.rates(),
      run.documents(),
    ]);
    const checks = { database, migrations, rates, documents };
    if (database === "failed" || migrations === "failed") {
      return reply.code(503).send({ status: "failed", checks });
    }
    return { status: Object.values(checks).includes("failed") ? "degraded" : "ok", checks };
  });
  for (const path of ["/healthz", "/readyz"]) refuseOtherMethods(app, path, new Set(["GET"]));
}
