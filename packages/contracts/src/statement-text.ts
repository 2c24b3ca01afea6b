/** UTF-16 by its mark, or by the zeros that half of its first bytes are in a statement. */
function utf16Of([a, b, c, d]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if ((a === 0xff && b === 0xfe) || (b === 0 && d === 0)) return "utf-16le";
  if ((a === 0xfe && b === 0xff) || (a === 0 && c === 0)) return "utf-16be";
  return undefined;
}

/** The text of a statement's bytes: UTF-16, UTF-8, or else Latin-1 (Windows-1252), which most exports in another encoding are. */
export function statementText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
