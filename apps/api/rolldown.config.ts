// Build of an installation: the server, its commands and its threads, each in a few files instead of two thousand, so
// that they start in half the time. `npm run dev` and single tests run the sources as they are.
import path from "node:path";
import { defineConfig, type Plugin } from "rolldown";

const DIST = path.join(import.meta.dirname, "dist");

/** Have native code or read files of their own, or are loaded only if a setting asks for them. */
const INSTALLED = [
  "better-sqlite3",
  "@node-rs/argon2",
  "pdfkit",
  "pino",
  "ioredis",
  "prom-client",
  /^@opentelemetry\//,
];

/** Files that a source reads are next to the source; a thread's program is built next to its starter. */
const FILES_OF_SOURCES: Plugin = {
  name: "files-of-sources",
  transform(code, id) {
    if (!code.includes("import.meta.url") || id.includes("node_modules")) return null;
    const source = JSON.stringify(path.relative(DIST, id).replaceAll(path.sep, "/"));
    return code.replace(
      /new URL\("([\w-]+-worker)\.ts", import\.meta\.url\)|import\.meta\.url/g,
      (_, thread: string | undefined) => {
        if (thread === undefined) return `new URL(${source}, import.meta.url).href`;
        this.emitFile({
          type: "chunk",
          id: path.join(path.dirname(id), `${thread}.ts`),
          fileName: `${thread}.js`,
        });
        return `new URL("${thread}.js", import.meta.url)`;
      },
    );
  },
};

export default defineConfig({
  input: { main: "src/launch-server.ts", cli: "src/launch-commands.ts" },
  platform: "node",
  external: INSTALLED,
  plugins: [FILES_OF_SOURCES],
  output: { dir: DIST, entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", cleanDir: true },
});
