// Writes the types of `src/*.gen.ts`: of REST from the OpenAPI document, of tRPC from the schemas of each procedure. Nothing
// of the server is in them: the build and the type checks of what uses the package call it first.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { isRecord, SchemaComponents, type JsonSchema } from "../../apps/api/src/rest/json-schemas.ts";
import { buildOpenApi, type OpenApiDocument } from "../../apps/api/src/rest/openapi.ts";
import { REST_ROUTES } from "../../apps/api/src/rest/routes.ts";
import { appRouter } from "../../apps/api/src/router.ts";
import { procedureFacts, procedureNames } from "../../apps/api/src/trpc-internals.ts";

const HEAD = "// Written by generate.ts.\n";

function write(name: string, text: string): void {
  writeFileSync(path.join(import.meta.dirname, "src", name), `${HEAD}${text}`);
}

/** @param document OpenAPI 3.1, as an object */
async function typesOf(document: object): Promise<string> {
  // A field with a default may be left out of what is sent; what answers always have is required there.
  const nodes = await openapiTS(document as OpenAPI3, { defaultNonNullable: false });
  return astToString(nodes);
}

/** The document without what its types say nothing more by: the headers and examples of each answer, half of the text. */
function withoutHeaders(document: OpenApiDocument): object {
  const text = JSON.stringify(document, (_key, value: unknown) =>
    isRecord(value) && "description" in value && ("headers" in value || "content" in value)
      ? { ...value, headers: undefined }
      : value,
  );
  return JSON.parse(text) as object;
}

/** The types of what all procedures take, or of what they answer, each under the procedure's name. */
function schemasOf(io: "input" | "output"): Promise<string> {
  const components = new SchemaComponents();
  const schemas: Record<string, JsonSchema> = {};
  for (const name of procedureNames(appRouter)) {
    const schema = procedureFacts(appRouter, name)[io];
    if (schema !== undefined) schemas[name] = components.of(schema, io);
  }
  return typesOf({
    openapi: "3.1.0",
    info: { title: io, version: "1" },
    paths: {},
    // Amounts of a tool's own are text: a number would have been through a float.
    components: { schemas: { ...components.all, AmountInput: { type: "string" }, ...schemas } },
  });
}

interface Tree {
  [key: string]: Tree | string;
}

/** The router's shape: a procedure's type where its name ends. */
function routerText(): string {
  const root: Tree = {};
  for (const name of procedureNames(appRouter)) {
    const { type, input, output } = procedureFacts(appRouter, name);
    const parts = name.split(".");
    const last = parts.pop() ?? "";
    let tree = root;
    for (const part of parts) tree = (tree[part] ??= {}) as Tree;
    const takes = input === undefined ? "void" : `Inputs[${JSON.stringify(name)}]`;
    // Without a schema: nothing, but for the captcha's own widget.
    const answers = output === undefined ? "unknown" : `Outputs[${JSON.stringify(name)}]`;
    tree[last] = `${type === "query" ? "Query" : "Mutation"}<${takes}, ${answers}>`;
  }
  const textOf = (tree: Tree): string =>
    `{ ${Object.entries(tree)
      .map(([key, value]) => `${key}: ${typeof value === "string" ? value : textOf(value)}`)
      .join("; ")} }`;
  return textOf(root);
}

const document = buildOpenApi(appRouter, REST_ROUTES, { origin: "http://localhost", brand: DEFAULT_BRAND });
write("openapi.gen.ts", await typesOf(withoutHeaders(document)));
write("procedure-inputs.gen.ts", await schemasOf("input"));
write("procedure-outputs.gen.ts", await schemasOf("output"));
write(
  "router.gen.ts",
  `import type { Mutation, Query } from "./procedure.ts";
import type { components as Taken } from "./procedure-inputs.gen.ts";
import type { components as Answered } from "./procedure-outputs.gen.ts";
type Inputs = Taken["schemas"];
type Outputs = Answered["schemas"];
export type Procedures = ${routerText()};
`,
);
