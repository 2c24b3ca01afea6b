import type { Operation } from "./openapi.ts";

const exampleText = (example: unknown, otherwise: string): string =>
  typeof example === "string" || typeof example === "number" ? String(example) : otherwise;

/** The path with its examples filled in, and a query of the others that have one. */
export function addressOf(path: string, { parameters }: Operation): string {
  const filled = parameters.reduce(
    (text, { name, in: place, example }) =>
      place === "path" ? text.replace(`{${name}}`, encodeURIComponent(exampleText(example, name))) : text,
    path,
  );
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(exampleText(example, ""))}`)
    .join("&");
  return query === "" ? filled : `${filled}?${query}`;
}

/** Whether a program has to show a token: not where everyone may call, nor where no token helps. */
export function needsToken({ security }: Operation): boolean {
  const isOpen = security.length === 0 || security.some((each) => Object.keys(each).length === 0);
  return !isOpen && security.some((each) => "bearer" in each);
}

export const takesKey = ({ parameters }: Operation): boolean =>
  parameters.some(({ name }) => name === "Idempotency-Key");
