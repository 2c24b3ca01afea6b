import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { LEGAL_NAMES, LEGAL_PAGES, type LegalName, type LegalText } from "@wattle/contracts/legal-text";
import MarkdownIt, { type Token } from "markdown-it";

/** The operator's own texts; a page without one keeps the product's. */
export type LegalTexts = Partial<Readonly<Record<LegalName, LegalText>>>;

/** A legal text that cannot be used. The message names file and line. */
export class LegalTextError extends Error {
  override readonly name = "LegalTextError";
}

const LARGEST_BYTES = 512 * 1024;
const LEVELS: readonly string[] = ["h1", "h2", "h3", "h4", "h5", "h6"];
const LINKS: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
/** Allowed elements of a text; everything else, HTML and pictures among it, is refused. */
const ALLOWED =
  /^(?:heading|paragraph|bullet_list|ordered_list|list_item|blockquote|table|thead|tbody|tr|th|td|strong|em|link)_(?:open|close)$|^(?:inline|text|text_special|softbreak|hardbreak|code_inline|hr)$/;

// HTML is read as such only to be refused: left unread it would be shown as text.
const markdown = new MarkdownIt("default", { html: true, linkify: false, typographer: false });
// Judged below, where the line can be named.
markdown.validateLink = () => true;

const escaped = (text: string): string => markdown.utils.escapeHtml(text);

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .map(({ type, content }) => (type === "softbreak" || type === "hardbreak" ? " " : content))
    .join("")
    .trim();
}

function checkToken(token: Token, refuse: (what: string) => never): void {
  if (token.type.startsWith("html_")) refuse("HTML; takes Markdown without HTML");
  if (!ALLOWED.test(token.type)) {
    refuse(
      `${token.type.replace(/_(?:open|close)$/, "").replace("_", " ")}; takes headings, paragraphs, lists, tables, emphasis and links`,
    );
  }
  if (token.type !== "link_open") return;
  const href = String(token.attrGet("href"));
  if (!LINKS.has(URL.parse(href)?.protocol ?? "")) {
    refuse(`a link to ${JSON.stringify(href)}; takes http, https and mailto`);
  }
}

/** Refuses what is not allowed anywhere in a text, and headings out of order. */
function checkTokens(tokens: readonly Token[], file: string): void {
  let level = 1;
  let line = 1;
  const refuse = (what: string): never => {
    throw new LegalTextError(`${file} line ${line}: ${what}`);
  };
  for (const [index, token] of tokens.entries()) {
    line = token.map === null ? line : token.map[0] + 1;
    for (const each of [token, ...(token.children ?? [])]) checkToken(each, refuse);
    if (token.type !== "heading_open") continue;
    const next = LEVELS.indexOf(token.tag) + 1;
    if (next === 1 && index > 0) refuse("a heading with one #; takes one, as the first line");
    if (next > level + 1) refuse(`a heading with ${next} #; takes ${level + 1} at most after the one before`);
    if (token.level > 0) refuse("a heading within a list or quote; takes it by itself");
    if (plainText(tokens[index + 1]) === "") refuse("a heading without text");
    level = next;
  }
}

/** Ids that nothing else in a page has: `part-fees`, and `part-fees-2` for a second heading of that name. */
function makeIds(): (title: string) => string {
  const used = new Map<string, number>();
  return (title) => {
    const slug =
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, "-")
        .replace(/^-|-$/g, "") || "section";
    const count = (used.get(slug) ?? 0) + 1;
    used.set(slug, count);
    return count === 1 ? `part-${slug}` : `part-${slug}-${count}`;
  };
}

/**
 * Makes a legal text of Markdown: an optional `# Heading`, then sections that begin with `## …`.
 * @param file its name, for messages
 * @param title the page's heading where the text has none
 * @throws LegalTextError naming file and line
 */
export function parseLegalText(source: string, { file, title }: { file: string; title: string }): LegalText {
  const env = {};
  const all = markdown.parse(source.replace(/^\uFEFF/, ""), env);
  checkTokens(all, file);
  const isHeaded = all[0]?.type === "heading_open" && all[0].tag === "h1";
  const tokens = isHeaded ? all.slice(3) : all;
  const starts = tokens.flatMap(({ type, tag }, index) =>
    type === "heading_open" && tag === "h2" ? [index] : [],
  );
  if (starts.length === 0)
    throw new LegalTextError(`${file}: no section; takes at least one heading with ##`);
  const render = (part: Token[]): string => markdown.renderer.render(part, markdown.options, env);
  const idFor = makeIds();
  const sections = starts.map((start, index) => {
    const name = plainText(tokens[start + 1]);
    return { id: idFor(name), name, body: render(tokens.slice(start + 3, starts[index + 1])) };
  });
  return {
    heading: isHeaded ? plainText(all[1]) : title,
    contents: sections.map(({ id, name }) => `<li><a href="#${id}">${escaped(name)}</a></li>`).join(""),
    body:
      render(tokens.slice(0, starts[0])) +
      sections
        .map(
          ({ id, name, body }) =>
            `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${escaped(name)}</h2>${body}</section>`,
        )
        .join(""),
  };
}

function readText(file: string): string {
  const name = path.basename(file);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new LegalTextError(`${name}: cannot be read`);
  }
  if (bytes.length > LARGEST_BYTES) throw new LegalTextError(`${name}: takes at most ${LARGEST_BYTES} bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new LegalTextError(`${name}: takes UTF-8 text`);
  }
}

/**
 * The legal texts next to the brand's file: `terms.md`, `aml.md`, `privacy.md`, each where it is there.
 * @throws LegalTextError naming file and line
 */
export function readLegalTexts(folder: string): LegalTexts {
  const found = LEGAL_NAMES.filter((name) => existsSync(path.join(folder, `${name}.md`)));
  return Object.fromEntries(
    found.map((name) => {
      const file = path.join(folder, `${name}.md`);
      return [name, parseLegalText(readText(file), { file: `${name}.md`, title: LEGAL_PAGES[name].title })];
    }),
  );
}
