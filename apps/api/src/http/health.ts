import { setTimeout as delay } from "node:timers/promises";
import type { SystemCheck } from "@wattle/contracts/system-checks";
import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "./other-methods.ts";
import type { Services } from "../services.ts";

/** A check that takes longer has failed, so that `/readyz` answers within 2 seconds. */
const CHECK_MILLISECONDS = 1_500;

interface Outcome {
  readonly word: "ok" | "failed";
  /** Why it failed, for those who run it. */
  readonly reason?: string;
}
const LATE: Outcome = { word: "failed", reason: "The database does not answer in time." };
type Look = () => Promise<readonly SystemCheck[]>;

/** Runs a check, at most one at a time: who asks while one hangs waits for that one. */
function sharedCheck({ log }: Pick<Services, "log">, check: string, look: Look): () => Promise<Outcome> {
  let running: Promise<Outcome> | undefined;
  const run = async (): Promise<Outcome> => {
    try {
      const faults = (await look()).filter(({ state }) => state === "fault");
      for (const { text } of faults) log.warn({ check, text }, "a readiness check failed");
      const [first] = faults;
      return first === undefined ? { word: "ok" } : { word: "failed", reason: first.text };
    } finally {
      running = undefined;
    }
  };
  return async () => {
    running ??= run();
    return Promise.race([running, delay(CHECK_MILLISECONDS, LATE, { ref: false })]);
  };
}

/**
 * `/healthz`: the process lives. `/readyz`: 200 as long as pages, sign-in and balances work, which takes the database and
 * its tables; `degraded` if something else is away: rates, room for documents, or the standby. 503 as soon as the process was asked to stop.
 */
export function serveHealth(
  app: FastifyInstance,
  services: Pick<Services, "log" | "vitals">,
  looks: Readonly<Record<"database" | "migrations" | "rates" | "documents", Look>> & {
    readonly standby: Look | undefined;
  },
): void {
  const run = {
    database: sharedCheck(services, "database", looks.database),
    migrations: sharedCheck(services, "migrations", looks.migrations),
    rates: sharedCheck(services, "rates", looks.rates),
    documents: sharedCheck(services, "documents", looks.documents),
    standby: looks.standby === undefined ? undefined : sharedCheck(services, "standby", looks.standby),
  };
  app.get("/healthz", () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    if (services.vitals.stopping) return reply.code(503).send({ status: "stopping", checks: {} });
    const [database, migrations, rates, documents, standby] = await Promise.all([
      run.database(),
      run.migrations(),
      run.rates(),
      run.documents(),
      run.standby?.(),
    ]);
    const checks = {
      database: database.word,
      migrations: migrations.word,
      rates: rates.word,
      documents: documents.word,
      ...(standby !== undefined && { standby: standby.word }),
    };
    const failed = [database, migrations].find(({ word }) => word === "failed");
    if (failed !== undefined) {
      return reply.code(503).send({ status: "failed", reason: failed.reason, checks });
    }
    const away = [rates, documents, standby].find((outcome) => outcome?.word === "failed");
    return { status: away === undefined ? "ok" : "degraded", reason: away?.reason, checks };
  });
  for (const path of ["/healthz", "/readyz"]) refuseOtherMethods(app, path, new Set(["GET"]));
}
