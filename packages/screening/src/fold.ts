import anyAscii from "any-ascii";

/** The words of a name in any script as lower-case Latin letters and digits, without marks. */
export function foldName(name: string): readonly string[] {
  return anyAscii(name.normalize("NFKC"))
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}
