import { SpanKind, SpanStatusCode, type Span } from "@opentelemetry/api";
import { STATEMENTS, type RunningStatement } from "@wattle/db/statement-channel";
import type { Begin } from "./begin.ts";

/** Traces statements: their text with placeholders, or their name. @returns what ends it */
export function watchStatements(begin: Begin): () => void {
  const spans = new WeakMap<RunningStatement, Span>();
  const subscribers = {
    start(statement: RunningStatement) {
      const span = begin(statement.text.split(" ", 1)[0] ?? "", SpanKind.CLIENT);
      if (span === undefined) return;
      span.setAttribute("db.query.text", statement.text);
      spans.set(statement, span);
    },
    error(statement: RunningStatement) {
      spans.get(statement)?.setStatus({ code: SpanStatusCode.ERROR });
    },
    asyncEnd(statement: RunningStatement) {
      spans.get(statement)?.end();
    },
    end: () => undefined,
    asyncStart: () => undefined,
  };
  STATEMENTS.subscribe(subscribers);
  return () => {
    STATEMENTS.unsubscribe(subscribers);
  };
}
