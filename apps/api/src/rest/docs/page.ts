import type { Brand } from "@wattle/contracts/brand";
import { DEFAULT_LOGO_SVG } from "@wattle/contracts/brand-page";
import { ERRORS } from "@wattle/contracts/errors";
import type { OpenApiDocument } from "../openapi.ts";
import type { RestTag } from "../routes.ts";
import type { Schemas } from "./fields.ts";
import { guideSections } from "./guide.ts";
import { anchor, code, escaped, prose } from "./html.ts";
import { operationHtml, receivedHtml } from "./operation.ts";
import { LANGUAGES, setUpOf, type Call } from "./samples.ts";
import { STYLE } from "./style.ts";

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

/** A choice that the style sheet heeds, so that it works without a script. */
const LANGUAGE_CHOICE = `<fieldset class="languages"><legend>Examples in</legend>${LANGUAGES.map(
  (language, index) =>
    `<label><input type="radio" name="language" id="in-${language}"${index === 0 ? " checked" : ""}>${language}</label>`,
).join("")}</fieldset>`;

const linkTo = (id: string, text: string): string => `<li><a href="#${id}">${escaped(text)}</a></li>`;

/** Calls of one kind. */
interface Group {
  readonly name: RestTag;
  readonly description: string;
  readonly operations: readonly Omit<Call, "body">[];
}

function groupsOf({ tags, paths }: OpenApiDocument, origin: string): Group[] {
  const calls = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ origin, path, verb, operation })),
  );
  return tags.map(({ name, description }) => ({
    name,
    description,
    operations: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

function groupLinks({ name, operations }: Group): string {
  const links = operations.map(
    ({ path, verb, operation }) =>
      `<li><a href="#${operation.operationId}"><span class="method ${verb}">${verb.toUpperCase()}</span> ${escaped(path)}</a></li>`,
  );
  const received = name === "Events" ? linkTo("receiveEvent", "To your address") : "";
  return `<li><a href="#${name}">${name}</a><ul>${links.join("")}${received}</ul></li>`;
}

/**
 * The whole documentation as one page, the guide first: it reads without its script, offline, on a phone, and printed. The script adds a
 * filter, a token of the reader's in the examples, and buttons that copy.
 * @param guide the guide for integrators, in Markdown
 */
export function docsPage(
  document: OpenApiDocument,
  { brand, fonts }: { readonly brand: Brand; readonly fonts: DocsFonts },
  guide: string,
): string {
  const schemas = (document.components["schemas"] ?? {}) as Schemas;
  const origin = document.servers[0]?.url ?? "";
  const sections = guideSections(guide, origin, (text) => code(text));
  const groups = groupsOf(document, origin);
  const guideHtml = sections.map(
    ({ id, title: heading, html }) =>
      `<section id="${id}"><h2>${escaped(heading)}${anchor(id)}</h2>${html}</section>`,
  );
  const setUp = setUpOf(origin);
  const callsHtml = groups.map(
    ({ name, description, operations: own }) =>
      `<section id="${name}"><h2>${name}${anchor(name)}</h2><p>${escaped(description)}</p>${own
        .map((call) => operationHtml(call, schemas))
        .join("\n")}${name === "Events" ? receivedHtml(document, schemas) : ""}</section>`,
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
<header><p class="brand"><a href="/">${brand.logoSvg ?? DEFAULT_LOGO_SVG}${escaped(brand.name)}</a> <a class="in" href="/login">Log in</a></p><h1>${title}</h1>
<p class="lead">Make your first trade in ten minutes.</p>
<p class="links"><a href="/dashboard/api-tokens">API tokens</a> <a href="/api/openapi.json">OpenAPI 3.1</a> <a href="/api/requests.http">Requests as .http</a> <a href="/api/changes.md">Changes</a></p></header>
<div class="columns">
<nav aria-label="Calls"><details class="contents"><summary>Contents</summary>${LANGUAGE_CHOICE}<ul><li><a href="#${sections[0]?.id}">Guide</a><ul>${sections.map(({ id, title: heading }) => linkTo(id, heading)).join("")}</ul></li>${linkTo("rules", "Every call")}${groups.map(groupLinks).join("")}${linkTo("codes", "Error codes")}</ul></details></nav>
<main id="main">
${guideHtml.join("\n")}
<section id="rules"><h2>Every call${anchor("rules")}</h2>
<p>The examples of all calls go on from this.</p>
${LANGUAGES.map((language) => code(setUp[language], language, `call ${language}`)).join("\n")}
${prose(document.info.description)}
</section>
${callsHtml.join("\n")}
<section id="codes"><h2>Error codes${anchor("codes")}</h2><div class="scroll"><table><tbody>${codes.join("")}</tbody></table></div></section>
</main>
</div>
</body>
</html>
`;
}
