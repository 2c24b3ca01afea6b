const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as markup has it, within elements and attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

/** The same within an element, where line breaks stay. */
export const inMarkup = (text: string): string => escaped(text).replaceAll("\n", "<br>");
