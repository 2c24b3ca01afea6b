/** Parts of HTML that all of the page is made of. */

/** Text as HTML. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Paragraphs, `code` and **bold** of the document's descriptions as HTML. */
export function prose(text: string): string {
  return text
    .split("\n\n")
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join("\n");
}

export const inline = (text: string): string =>
  escaped(text)
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** A link to a heading, for the reader to keep. */
export const anchor = (id: string): string =>
  ` <a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a>`;

/**
 * A program or an answer, which the page's script gives a button that copies it.
 * @param label what it is, as HTML
 */
export const code = (text: string, label = "", classes = ""): string =>
  `<figure${classes === "" ? "" : ` class="${classes}"`}>${label === "" ? "" : `<figcaption>${label}</figcaption>`}<pre tabindex="0"><code>${escaped(text)}</code></pre></figure>`;
