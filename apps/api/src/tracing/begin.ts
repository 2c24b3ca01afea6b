import type { Span, SpanKind } from "@opentelemetry/api";

/** Begins a span below what is under way; none if nothing is: what runs by itself would bury the requests. */
export type Begin = (name: string, kind: SpanKind) => Span | undefined;
