import type { Answer, TestClient } from "./client.ts";
import type { RestRoute } from "../rest/routes.ts";

type HeaderValues = Readonly<Record<string, string>>;

/** Request for a row: its address, and its body if it takes one. */
export interface RowRequest {
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: HeaderValues;
}

const cellText = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

/** The request that gives a row's procedure this input. */
export function requestOf(
  { method, path, input: source }: RestRoute,
  input: Readonly<Record<string, unknown>> = {},
): RowRequest {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const filled = inPath.reduce(
    (text, name) => text.replace(`:${name}`, encodeURIComponent(cellText(input[name] ?? "none"))),
    path,
  );
  const hidden = [...inPath, "idempotency_key"];
  const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !hidden.includes(key)));
  if (source === "query") {
    const query = new URLSearchParams(
      Object.entries(rest).flatMap(([key, value]): [string, string][] =>
        // A key that is given twice arrives as a list.
        [value].flat().map((each) => [key, cellText(each)]),
      ),
    ).toString();
    return { path: query === "" ? filled : `${filled}?${query}`, body: undefined, headers: {} };
  }
  const takesBody = method !== "GET" && source !== undefined && source !== "path";
  if (!takesBody) return { path: filled, body: undefined, headers: {} };
  const key = input["idempotency_key"];
  return {
    path: filled,
    body: JSON.stringify(rest),
    headers: {
      "content-type": "application/json",
      ...(typeof key === "string" && { "idempotency-key": key }),
    },
  };
}

/** Calls a row with this input. */
export function callRow<T = unknown>(
  client: TestClient,
  route: RestRoute,
  input?: Readonly<Record<string, unknown>>,
  headers: HeaderValues = {},
): Promise<Answer<T>> {
  const request = requestOf(route, input);
  return client.send<T>(route.method, request.path, {
    headers: { ...request.headers, ...headers },
    ...(request.body !== undefined && { body: request.body }),
  });
}
