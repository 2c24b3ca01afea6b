import { subscribe, unsubscribe, type ChannelListener } from "node:diagnostics_channel";
import { SpanKind, SpanStatusCode, type Span } from "@opentelemetry/api";
import type { Begin } from "./begin.ts";

/** Messages of Node's `fetch` about a call. */
interface Call {
  readonly request: { readonly origin?: string | URL; readonly method: string };
  readonly response?: { readonly statusCode: number };
}

/** Traces calls of other services by `fetch`: method, host and status. An address and its query may name a person, or hold a key. @returns what ends it */
export function watchCalls(begin: Begin): () => void {
  const spans = new WeakMap<Call["request"], Span>();
  const listeners: Readonly<Record<string, (call: Call) => void>> = {
    "undici:request:create": ({ request }) => {
      const span = begin(request.method, SpanKind.CLIENT);
      if (span === undefined) return;
      span.setAttributes({
        "http.request.method": request.method,
        "server.address": new URL(String(request.origin)).host,
      });
      spans.set(request, span);
    },
    "undici:request:headers": ({ request, response }) => {
      spans.get(request)?.setAttribute("http.response.status_code", response?.statusCode ?? 0);
    },
    "undici:request:trailers": ({ request }) => spans.get(request)?.end(),
    "undici:request:error": ({ request }) => {
      spans.get(request)?.setStatus({ code: SpanStatusCode.ERROR }).end();
    },
  };
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener as ChannelListener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener as ChannelListener);
  };
}
