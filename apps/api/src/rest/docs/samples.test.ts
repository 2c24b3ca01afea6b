import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import { afterAll, expect, test } from "vitest";
import { appRouter } from "../../router.ts";
import { buildOpenApi } from "../openapi.ts";
import { addressOf, needsToken, takesKey } from "../operation-facts.ts";
import { REST_ROUTES } from "../routes.ts";
import { sampleOf, setUpOf, type Call } from "./samples.ts";

const ORIGIN = "https://exchange.example";
const document = buildOpenApi(appRouter, REST_ROUTES, { origin: ORIGIN, brand: DEFAULT_BRAND });
const CALLS: readonly Call[] = Object.entries(document.paths).flatMap(([place, verbs]) =>
  Object.entries(verbs).flatMap(([verb, operation]) => {
    const call = { origin: ORIGIN, verb, path: place, operation };
    const bodies = Object.values(operation.requestBody?.content["application/json"].examples ?? {});
    return bodies.length === 0 ? [call] : bodies.map(({ value }) => ({ ...call, body: value }));
  }),
);

/** A request as a sample makes it. */
interface Made {
  readonly method: string;
  readonly url: string;
  readonly token: boolean;
  readonly key: boolean;
  readonly body: unknown;
}

const madeBy = ({ verb, path: place, operation, body }: Call): Made => ({
  method: verb.toUpperCase(),
  url: ORIGIN + addressOf(place, operation),
  token: needsToken(operation),
  key: takesKey(operation),
  body: body ?? null,
});

const folder = mkdtempSync(path.join(tmpdir(), "wattle-samples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (file: string, text: string): string => {
  writeFileSync(path.join(folder, file), text, { mode: 0o755 });
  return path.join(folder, file);
};
const linesOf = (text: string): unknown[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

test("there are calls of every kind", () => {
  expect(CALLS.length).toBeGreaterThan(60);
  expect(CALLS.some(({ body }) => JSON.stringify(body)?.includes("null"))).toBe(true);
});

test("in Python each is the request that the document describes", () => {
  // Stands for the library, and says what it is asked for.
  write(
    "requests.py",
    `import json
def send(method):
    def call(url, headers={}, json=None):
        print(dumps({"method": method, "url": url, "token": headers.get("Authorization") == "Bearer wat_…",
            "key": "Idempotency-Key" in headers, "body": json}))
    return call
dumps = json.dumps
get, post, put, delete = [send(each) for each in ("GET", "POST", "PUT", "DELETE")]
`,
  );
  const program = [setUpOf(ORIGIN).Python, ...CALLS.map((call) => sampleOf("Python", call))].join("\n");
  const made = linesOf(execFileSync("python3", [write("all.py", program)], { encoding: "utf8" }));
  // A call that takes a key sends the token too, also if visitors may make it.
  const expected = CALLS.map(madeBy).map((each) => ({ ...each, token: each.token || each.key }));
  expect(made).toEqual(expected);
});

/** The request that curl makes if it is given these words. */
function requestOf([word = "", next = "", ...rest]: readonly string[]): Made {
  switch (word) {
    case "":
      return { method: "GET", url: "", token: false, key: false, body: null };
    case "-X":
      return { ...requestOf(rest), method: next };
    case "-d":
      return { ...requestOf(rest), body: JSON.parse(next) as unknown };
    case "-H": {
      const made = requestOf(rest);
      return {
        ...made,
        token: made.token || next === "Authorization: Bearer wat_…",
        key: made.key || next.startsWith("Idempotency-Key: "),
      };
    }
    default:
      return { ...requestOf(next === "" ? [] : [next, ...rest]), url: word };
  }
}

test("in a shell each is the request that the document describes", () => {
  // Stands for the program, and says what it is asked for.
  write(
    "curl",
    `#!/bin/sh
printf '%s\\037' "$@"
printf '\\036'
`,
  );
  const program = [setUpOf(ORIGIN).curl, ...CALLS.map((call) => sampleOf("curl", call))].join("\n");
  const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
  const said = execFileSync("sh", ["-c", program], { encoding: "utf8", env });
  const made = said
    .split("\u001e")
    .slice(0, -1)
    .map((words) => requestOf(words.split("\u001f").slice(0, -1)));
  expect(made).toEqual(CALLS.map(madeBy));
});
