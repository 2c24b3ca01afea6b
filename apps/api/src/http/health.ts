import { pendingMigrations } from "@wattle/db/migrations/migrate";
import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";

type Check = "ok" | "failed";

/** `/healthz`: the process lives. `/readyz`: database, migrations and rates are usable. */
export function serveHealth(app: FastifyInstance, services: Services): void {
  app.get("/healthz", () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const check = async (name: string, work: () => Promise<boolean>): Promise<Check> => {
      try {
        return (await work()) ? "ok" : "failed";
      } catch (error) {
        services.log.warn({ err: error, check: name }, "a readiness check failed");
        return "failed";
      }
    };
    const checks = {
      database: await check("database", () => services.database.ping().then(() => true)),
      migrations: await check(
        "migrations",
        async () => (await pendingMigrations(services.database)).length === 0,
      ),
      rates: await check("rates", () => services.rates.current("BTC", "AUD").then(() => true)),
    };
    const ready = Object.values(checks).every((result) => result === "ok");
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "failed", checks });
  });
}
