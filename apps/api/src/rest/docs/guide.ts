/**
 * The guide for integrators as part of the page of an installation: its second-level sections, with that installation's address in all
 * commands. The paragraph before the first of them is for readers of the repository.
 */
import MarkdownIt from "markdown-it";

/** Targets of the repository's guide, and where an installation serves them. */
const SERVED: readonly (readonly [RegExp, string])[] = [
  [/^\.\.\/examples\/([\w.-]+)$/, "/api/examples/$1"],
  [/^\.\.\/CHANGELOG\.md$/, "/api/changes.md"],
];

/** Address of the demo, which the guide's commands are written for. */
export const DEMO_ORIGIN = "http://localhost:3000";

export interface GuideSection {
  /** Leads to its heading. */
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");

/** @throws Error if nothing is served in the place of a link's target */
function servedAt(href: string): string {
  if (/^(?:https?:|#|\/)/.test(href)) return href;
  for (const [pattern, address] of SERVED) if (pattern.test(href)) return href.replace(pattern, address);
  throw new Error(`The guide links to ${href}, which an installation does not serve.`);
}

/**
 * @param markdown the guide, as the repository has it
 * @param figure how the page shows a program or an answer
 */
export function guideSections(
  markdown: string,
  origin: string,
  figure: (text: string) => string,
): GuideSection[] {
  const renderer = new MarkdownIt("default", { html: false, linkify: false, typographer: false });
  renderer.renderer.rules["fence"] = (tokens, index) => figure(tokens[index]?.content.trimEnd() ?? "");
  renderer.renderer.rules["table_open"] = () =>
    '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>';
  renderer.renderer.rules["table_close"] = () => "</table></div>";
  renderer.core.ruler.push("served-links", ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href !== null) token.attrSet("href", servedAt(String(href)));
    }
  });
  const [, ...sections] = markdown.replaceAll(DEMO_ORIGIN, origin).split(/^## /m);
  return sections.map((section) => {
    const end = section.indexOf("\n");
    const title = section.slice(0, end).trim();
    return { id: slugOf(title), title, html: renderer.render(section.slice(end)) };
  });
}
