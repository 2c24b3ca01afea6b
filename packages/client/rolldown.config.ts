import { publishedFrom } from "../../scripts/published-package.ts";

/** The program that npm puts on the path. */
const PROGRAM = {
  input: "src/wattle.ts",
  platform: "node",
  external: /^(?!\.|\/)/,
  output: { dir: "dist", format: "esm", entryFileNames: "[name].mjs" },
} as const;

export default [...publishedFrom("src/rest.ts"), ...publishedFrom("src/trpc.ts"), PROGRAM];
