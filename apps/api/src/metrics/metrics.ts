import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import { afterEachRequest } from "../http/request-log.ts";
import { addGauges, type WatchedServices } from "./gauges.ts";
import { routeNames } from "./route-names.ts";

/** In seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counters for Prometheus. */
export interface Metrics {
  /** Counts the requests of an application, from the start on. */
  readonly measure: (app: FastifyInstance) => void;
  /** Everything, read now, as Prometheus takes it. All who ask meanwhile share one reading. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

/** Begins to watch this process. */
export function createMetrics(services: WatchedServices): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges whose names say that they are counters.
  for (const kind of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const requests = new Counter({
    name: "wattle_http_requests_total",
    help: "Answered requests; 499 where the client left first",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "wattle_http_request_duration_seconds",
    help: "From a request's head to the end of its answer",
    labelNames: ["method", "route"],
    buckets: DURATIONS,
    registers: [registry],
  });
  const routeOf = routeNames();
  const read = addGauges(registry, services);
  let reading: Promise<string> | undefined;
  return {
    contentType: registry.contentType,
    measure(app) {
      afterEachRequest(
        app,
        () => performance.now(),
        (request, status, milliseconds) => {
          const { method } = request;
          const route = routeOf(request);
          requests.inc({ method, route, status });
          durations.observe({ method, route }, milliseconds / 1000);
        },
      );
    },
    text: () =>
      (reading ??= read()
        .then(() => registry.metrics())
        .finally(() => (reading = undefined))),
  };
}
