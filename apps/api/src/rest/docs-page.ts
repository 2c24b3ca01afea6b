import type { Brand } from "@wattle/contracts/brand";
import { DEFAULT_LOGO_SVG } from "@wattle/contracts/brand-page";
import { ERRORS } from "@wattle/contracts/errors";
import { propertiesOf, requiredOf, type JsonSchema } from "./json-schemas.ts";
import { addressOf, needsToken, takesKey } from "./operation-facts.ts";
import type { MediaType, OpenApiDocument, Operation, Parameter } from "./openapi.ts";

/** Text as HTML. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Paragraphs, `code` and **bold** of the document's descriptions as HTML. */
function prose(text: string): string {
  return text
    .split("\n\n")
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join("\n");
}

const inline = (text: string): string =>
  escaped(text)
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** A link to a heading, for the reader to keep. */
const anchor = (id: string): string => ` <a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a>`;

const code = (text: string, label: string): string =>
  `<figure><figcaption>${label}</figcaption><pre tabindex="0"><code>${escaped(text)}</code></pre></figure>`;

/** One row of a table of fields. */
interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  return schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? schema;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A schema's type in a few words. */
function typeText(given: JsonSchema, schemas: Schemas): string {
  const schema = resolved(given, schemas);
  const allowed = listOf(schema["enum"]);
  if (allowed.length > 0) return allowed.map((value) => `\`${String(value)}\``).join(", ");
  if ("const" in schema) return `\`${String(schema["const"])}\``;
  const variants = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])].filter(isSchema);
  if (variants.length > 0) {
    return [...new Set(variants.map((variant) => typeText(variant, schemas)))].join(" or ");
  }
  const type = schema["type"];
  if (Array.isArray(type)) return type.map(String).join(" or ");
  if (type === "array" && isSchema(schema["items"])) return `list of ${typeText(schema["items"], schemas)}`;
  return typeof type === "string" ? type : "any";
}

/** Further facts: the description, bounds and the default. */
function aboutText(given: JsonSchema, schemas: Schemas): string {
  const schema: JsonSchema = { ...resolved(given, schemas), ...given };
  const { description, minimum, maximum, minLength, maxLength } = schema;
  const bounds = (from: unknown, to: unknown, unit: string): string[] => {
    if (typeof to !== "number") return [];
    return [typeof from === "number" ? `${from} to ${to}${unit}` : `at most ${to}${unit}`];
  };
  return [
    ...(typeof description === "string" ? [description] : []),
    ...bounds(minimum, maximum, ""),
    ...bounds(minLength, maxLength, " characters"),
    ...("default" in schema ? [`\`${[schema["default"]].flat().join(",")}\` unless given`] : []),
  ].join("; ");
}

/** The fields of an object schema, with those of objects inside it by their path. */
function fieldsOf(given: JsonSchema, schemas: Schemas, prefix = ""): Field[] {
  const schema = resolved(given, schemas);
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).flatMap(([key, part]): Field[] => {
    const inner = resolved(part, schemas);
    const nested =
      Object.keys(propertiesOf(inner)).length > 0 ? fieldsOf(inner, schemas, `${prefix}${key}.`) : [];
    if (nested.length > 0) return nested;
    return [
      {
        name: `${prefix}${key}`,
        type: typeText(part, schemas),
        required: required.includes(key),
        about: aboutText(part, schemas),
      },
    ];
  });
}

function fieldTable(title: string, fields: readonly Field[]): string {
  if (fields.length === 0) return "";
  const rows = fields.map(
    ({ name, type, required, about }) =>
      `<tr><th scope="row"><code>${escaped(name)}</code>${required ? "" : " <small>optional</small>"}</th>` +
      `<td>${inline(type)}</td><td>${inline(about)}</td></tr>`,
  );
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escaped(title)}"><table><caption>${escaped(title)}</caption><tbody>${rows.join("")}</tbody></table></div>`;
}

const parameterFields = (parameters: readonly Parameter[], schemas: Schemas): Field[] =>
  parameters.map(({ name, schema, required, description }) => ({
    name,
    type: typeText(schema, schemas),
    required,
    about: description ?? aboutText(schema, schemas),
  }));

/** The call as a curl command with the operation's examples. */
function curlOf(origin: string, method: string, path: string, operation: Operation, body?: unknown): string {
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${origin}${addressOf(path, operation)}"`,
    ...(needsToken(operation) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(takesKey(operation) ? ['-H "Idempotency-Key: order-2031"'] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`]),
  ].join(" \\\n  ");
}

const examplesOf = (media: MediaType | undefined): readonly [string, unknown][] =>
  Object.entries(media?.examples ?? {}).map(([name, { value }]) => [name, value]);

function operationHtml(
  origin: string,
  path: string,
  verb: string,
  operation: Operation,
  schemas: Schemas,
): string {
  const method = verb.toUpperCase();
  const body = operation.requestBody?.content["application/json"];
  const variants = listOf(body?.schema["oneOf"]).filter(isSchema);
  const bodies = variants.length > 0 ? variants : body === undefined ? [] : [body.schema];
  const bodyNames = examplesOf(body).map(([name]) => name);
  const tables = [
    fieldTable("Parameters", parameterFields(operation.parameters, schemas)),
    ...bodies.map((schema, index) =>
      fieldTable(variants.length > 0 ? `Body: ${bodyNames[index] ?? ""}` : "Body", fieldsOf(schema, schemas)),
    ),
  ];
  const requests = examplesOf(body);
  const calls =
    requests.length === 0
      ? [code(curlOf(origin, method, path, operation), "Call")]
      : requests.map(([name, value]) =>
          code(
            curlOf(origin, method, path, operation, value),
            name === "example" ? "Call" : `Call: ${escaped(name)}`,
          ),
        );
  const [status, success] = Object.entries(operation.responses).find(([each]) => each < "300") ?? [
    "",
    undefined,
  ];
  const answers = examplesOf(success?.content?.["application/json"]).map(([name, value]) =>
    code(pretty(value), `Answer ${status}${name === "example" ? "" : `: ${escaped(name)}`}`),
  );
  const empty =
    answers.length > 0
      ? []
      : [
          `<p class="plain">Answers ${status}${success?.content?.["text/csv"] ? " with a CSV file" : ""}.</p>`,
        ];
  return `<article id="${operation.operationId}">
<h3><span class="method ${verb}">${method}</span> <code>${escaped(path)}</code>${anchor(operation.operationId)}</h3>
<p class="summary">${escaped(operation.summary)}</p>
<p class="access">${inline(operation.description)}</p>
${tables.join("\n")}
<div class="examples">${[...calls, ...answers, ...empty].join("\n")}</div>
${errorsHtml(operation)}
</article>`;
}

function errorsHtml(operation: Operation): string {
  const errors = Object.entries(operation.responses)
    .filter(([status]) => status >= "400")
    .flatMap(([status, response]) =>
      examplesOf(response.content?.["application/json"]).map(([name, value]) => ({ status, name, value })),
    );
  if (errors.length === 0) return "";
  const rows = errors.map(
    ({ status, name, value }) =>
      `<tr><td>${status}</td><th scope="row"><code>${escaped(name)}</code></th><td>${escaped(messageOf(value))}</td></tr>`,
  );
  return `<details><summary>Errors <small>${errors.length}</small></summary><div class="scroll"><table><tbody>${rows.join("")}</tbody></table></div></details>`;
}

const messageOf = (value: unknown): string =>
  isSchema(value) && typeof value["message"] === "string" ? value["message"] : "";

/** Addresses of the product's fonts. */
export interface DocsFonts {
  readonly headings?: string | undefined;
  readonly body?: string | undefined;
}

const FACES = [
  ["headings", "Bricolage Grotesque"],
  ["body", "Instrument Sans"],
] as const;

const fontFaces = (fonts: DocsFonts): string =>
  FACES.flatMap(([name, family]) => {
    const address = fonts[name];
    if (address === undefined) return [];
    return `@font-face{font-family:"${family}";font-weight:400 700;font-display:swap;src:url("${address}") format("woff2")}`;
  }).join("");

/** A program that shows how to begin: in which language, and its text. */
export interface Program {
  readonly language: string;
  readonly text: string;
}

/** The first program is shown, the others are folded. Each calls this installation. */
const programsHtml = (programs: readonly Program[], origin: string): string =>
  programs
    .map(({ language, text }, index) => {
      const program = code(text.replaceAll("http://localhost:3000", origin), `Buy 0.01 BTC: ${language}`);
      return index === 0 ? program : `<details><summary>${language}</summary>${program}</details>`;
    })
    .join("\n");

/**
 * The whole documentation as one page: it reads without its script, offline, on a phone, and printed. The script adds a filter and
 * buttons that copy.
 */
export function docsPage(
  document: OpenApiDocument,
  { brand, fonts }: { readonly brand: Brand; readonly fonts: DocsFonts },
  programs: readonly Program[],
): string {
  const schemas = (document.components["schemas"] ?? {}) as Schemas;
  const origin = document.servers[0]?.url ?? "";
  const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const nav = groups.map(
    ({ name, operations: own }) =>
      `<li><a href="#${name}">${name}</a><ul>${own
        .map(
          ({ path, verb, operation }) =>
            `<li><a href="#${operation.operationId}"><span class="method ${verb}">${verb.toUpperCase()}</span> ${escaped(path)}</a></li>`,
        )
        .join("")}</ul></li>`,
  );
  const sections = groups.map(
    ({ name, description, operations: own }) =>
      `<section id="${name}"><h2>${name}${anchor(name)}</h2><p>${escaped(description)}</p>${own
        .map(({ path, verb, operation }) => operationHtml(origin, path, verb, operation, schemas))
        .join("\n")}</section>`,
  );
  const codes = Object.entries(ERRORS).map(
    ([name, { status, message }]) =>
      `<tr><td>${status}</td><th scope="row"><code>${name}</code></th><td>${escaped(message)}</td></tr>`,
  );
  const title = escaped(document.info.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${fontFaces(fonts)}${STYLE}</style>
<script type="module" src="/api/docs.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><p class="brand"><a href="/">${brand.logoSvg ?? DEFAULT_LOGO_SVG}${escaped(brand.name)}</a></p><h1>${title}</h1>
<p class="lead">Make your first trade in ten minutes.</p>
<p class="links"><a href="/dashboard/api-tokens">API tokens</a> <a href="/api/openapi.json">OpenAPI 3.1</a> <a href="/api/requests.http">Requests as .http</a></p></header>
<div class="columns">
<nav aria-label="Calls"><ul><li><a href="#start">Start here</a></li>${nav.join("")}<li><a href="#codes">Error codes</a></li></ul></nav>
<main id="main">
<section id="start"><h2>Start here${anchor("start")}</h2>
<p>Three programs that buy. Each needs nothing but a token.</p>
${programsHtml(programs, origin)}
${prose(document.info.description)}
</section>
${sections.join("\n")}
<section id="codes"><h2>Error codes${anchor("codes")}</h2><div class="scroll"><table><tbody>${codes.join("")}</tbody></table></div></section>
</main>
</div>
</body>
</html>
`;
}

const STYLE = `
:root{color-scheme:light dark;--canvas:#f3f6f5;--surface:#fff;--sunken:#e8eeec;--ink:#10201f;--muted:#465654;--line:#d3dcda;--brand:#0e4a5a;--hero:#0e4a5a;--hero-muted:#cfe3e6;--accent:#f2a93b;--get:#1f4e96;--post:#14683b;--put:#855000}
@media (prefers-color-scheme:dark){:root{--canvas:#0d1517;--surface:#141f22;--sunken:#0a1012;--ink:#eef2ef;--muted:#a9b7b6;--line:#2c3c41;--brand:#8ed3dd;--hero:#082f3a;--hero-muted:#b9d3d7;--accent:#f5b94f;--get:#93bbff;--post:#6ad39b;--put:#f5b94f}}
*{box-sizing:border-box}
html{scroll-padding-top:24px}
body{margin:0;background:var(--canvas);color:var(--ink);font:17px/1.55 "Instrument Sans",system-ui,-apple-system,"Segoe UI",sans-serif}
a{color:var(--brand);text-underline-offset:3px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}
.skip:focus{left:16px;top:16px;background:var(--surface);padding:8px 12px}
header{background:var(--hero);color:#fff;padding:32px max(24px,calc((100vw - 1240px)/2)) 40px}
header a{color:#fff}
.brand{margin:0 0 24px;font-weight:700;font-size:24px;line-height:1}
.brand a{display:inline-flex;align-items:center;gap:8px;text-decoration:none}
.brand svg{width:auto;height:28px;color:var(--accent)}
.brand,h1,h2{font-family:"Bricolage Grotesque","Instrument Sans",system-ui,sans-serif}
h1{margin:0;font-size:clamp(32px,4.5vw,52px);line-height:1.05;letter-spacing:-.02em}
.lead{margin:12px 0 0;max-width:60ch;color:var(--hero-muted);font-size:20px}
.links{display:flex;flex-wrap:wrap;gap:8px 24px;margin:20px 0 0}
.links a{display:inline-block;padding:8px 0}
.columns{display:grid;grid-template-columns:300px minmax(0,1fr);gap:48px;max-width:1288px;margin:0 auto;padding:32px 24px 96px}
nav{position:sticky;top:24px;align-self:start;max-height:calc(100vh - 48px);overflow:auto;font-size:13px}
nav ul{list-style:none;margin:0;padding:0}
nav>ul>li{margin-bottom:16px}
nav>ul>li>a{font-weight:650;font-size:15px;color:var(--ink);text-decoration:none;display:block;padding:4px 0}
nav li li a{display:block;padding:4px 0;color:var(--muted);text-decoration:none;overflow-wrap:anywhere}
nav li li a:hover{color:var(--ink);text-decoration:underline}
section{margin-bottom:64px}
h2{font-size:32px;letter-spacing:-.01em;margin:0 0 8px}
main p{max-width:72ch}
article{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:24px;margin:24px 0}
h3{margin:0;font-size:20px;overflow-wrap:anywhere}
h3 code{background:none;padding:0;font-size:inherit}
.summary{margin:8px 0 0;font-size:17px}
.access{margin:4px 0 16px;color:var(--muted);font-size:15px}
.method{display:inline-block;min-width:44px;font:650 .72em/1.6 ui-monospace,SFMono-Regular,Menlo,monospace;color:var(--get)}
.method.post{color:var(--post)}.method.put{color:var(--put)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.86em}
code{background:var(--sunken);padding:1px 5px;border-radius:4px;overflow-wrap:anywhere}
figure{margin:24px 0 0;min-width:0;position:relative}
.anchor{color:var(--muted);text-decoration:none;font-weight:400;padding:0 6px}
button{position:absolute;right:0;top:-14px;min-height:36px;padding:0 12px;font:inherit;font-size:13px;color:var(--brand);background:var(--surface);border:1px solid var(--line);border-radius:6px;cursor:pointer}
search label{display:block;font-weight:650;font-size:13px}
search input{display:block;width:100%;min-height:44px;margin-top:4px;padding:0 12px;font:inherit;font-weight:400;font-size:16px;color:var(--ink);background:var(--surface);border:1px solid var(--muted);border-radius:6px}
search p{min-height:20px;margin:4px 0 12px;color:var(--muted)}
[hidden]{display:none!important}
figcaption,caption{font-size:13px;font-weight:650;color:var(--muted);text-align:left;padding:0 0 4px}
pre{margin:0;padding:16px;background:var(--sunken);border-radius:6px;overflow:auto;max-height:420px;line-height:1.5}
pre code{background:none;padding:0;overflow-wrap:normal}
.examples{display:grid;gap:0 24px}
.plain{margin:16px 0 0;color:var(--muted);font-size:15px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:15px;margin-top:16px}
td,th{border-top:1px solid var(--line);padding:8px 16px 8px 0;text-align:left;vertical-align:top;font-weight:400}
th{white-space:nowrap}
td:last-child{color:var(--muted)}
small{color:var(--muted);font-size:13px}
details{margin-top:16px}
summary{cursor:pointer;padding:8px 0;font-weight:650;font-size:15px}
@media (max-width:900px){.columns{display:block}nav{position:static;max-height:none;margin-bottom:40px;border-bottom:1px solid var(--line)}article{padding:16px}th{white-space:normal}}
@media (max-width:600px){table,tbody,tr,td,th,caption{display:block}tr{border-top:1px solid var(--line);padding:10px 0}td,th{border:0;padding:1px 0}td:empty{display:none}}
@media print{nav,.skip,button,.anchor{display:none}.columns{display:block}pre{max-height:none;white-space:pre-wrap}details>*{display:block}}
`;
