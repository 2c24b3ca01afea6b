/** Traces of requests, for an OpenTelemetry collector (decision 0171). Loaded only if one is set. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { afterEachRequest } from "../http/request-log.ts";
import { routeNames } from "../metrics/route-names.ts";
import type { Begin } from "./begin.ts";
import { watchCalls } from "./watch-calls.ts";
import { watchStatements } from "./watch-statements.ts";

/** At a stop, left spans are sent for so long. */
const LONGEST_SENDING_MILLISECONDS = 1000;
/** A server's fault, which a client cannot help. */
const FIRST_FAULT = 500;

export interface Tracing {
  /** Traces the requests of an application. */
  readonly watch: (app: FastifyInstance) => void;
  /** Sends what is left, and looks on no more. */
  readonly close: () => Promise<void>;
}

type TracingConfig = Pick<
  Config,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_SERVICE_NAME" | "OTEL_TRACES_SAMPLER_ARG"
>;

function providerOf(config: TracingConfig, endpoint: string): TracerProvider {
  const url = `${endpoint}/v1/traces`;
  const resource = detectResources({ detectors: [resourceAttributesEnvDetector] });
  return new TracerProvider({
    resource: resource.merge(resourceFromAttributes({ "service.name": config.OTEL_SERVICE_NAME })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
}

/** Begins to trace. @param endpoint of the collector, without `/v1/traces` */
export function createTracing(config: TracingConfig, endpoint: string): Tracing {
  const provider = providerOf(config, endpoint);
  const tracer = provider.getTracer("wattle");
  const current = new AsyncLocalStorage<Context>();
  const contexts = new WeakMap<FastifyRequest, Context>();
  const routeOf = routeNames();
  const begin: Begin = (name, kind) => {
    const above = current.getStore();
    return above && tracer.startSpan(name, { kind }, above);
  };
  const ends = [watchStatements(begin), watchCalls(begin)];
  return {
    watch(app) {
      app.addHook("onRequest", (request, _reply, done) => {
        const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, ROOT_CONTEXT);
        const context = trace.setSpan(ROOT_CONTEXT, span);
        contexts.set(request, context);
        current.run(context, done);
      });
      // A body that was read lost it: it comes in the context of its connection.
      app.addHook("preValidation", (request, _reply, done) => {
        current.run(contexts.get(request) ?? ROOT_CONTEXT, done);
      });
      afterEachRequest(app, Date.now, (request, status) => {
        const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT);
        const { method } = request;
        const route = routeOf(request);
        span?.updateName(`${method} ${route}`);
        span?.setAttributes({
          "http.request.method": method,
          "http.route": route,
          "http.response.status_code": status,
        });
        if (status >= FIRST_FAULT) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      });
    },
    async close() {
      for (const end of ends) end();
      // If a collector is away, its spans are lost: a stop neither fails nor waits for it.
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, wait(LONGEST_SENDING_MILLISECONDS, undefined, { ref: false })]);
    },
  };
}
