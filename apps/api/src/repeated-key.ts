/** A text, a bracket or a comma of JSON: the rest never matters here. */
const PARTS = /"(?:[^"\\]|\\.)*"|[[\]{},]/g;

/**
 * The first key that an object of a JSON text has twice. `JSON.parse` takes the last one without a word.
 * @param json a text that is JSON
 * @returns its path, such as `markets` or `times.reaches`; undefined if there is none
 */
export function repeatedKey(json: string): string | undefined {
  const open: { readonly keys: Set<string> | undefined; key: string }[] = [];
  let isKeyNext = false;
  for (const [part] of json.matchAll(PARTS)) {
    const inner = open.at(-1);
    if (part === "{" || part === "[") {
      open.push({ keys: part === "{" ? new Set() : undefined, key: "" });
      isKeyNext = part === "{";
    } else if (part === "}" || part === "]") {
      open.pop();
      isKeyNext = false;
    } else if (part === ",") isKeyNext = inner?.keys !== undefined;
    else if (isKeyNext && inner?.keys !== undefined) {
      inner.key = JSON.parse(part) as string;
      if (inner.keys.has(inner.key)) return open.flatMap(({ key }) => (key === "" ? [] : [key])).join(".");
      inner.keys.add(inner.key);
      isKeyNext = false;
    }
  }
  return undefined;
}
