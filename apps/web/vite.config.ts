import { createHash } from "node:crypto";
import path from "node:path";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { guardRouteChunks } from "./scripts/guard-route-chunks.ts";
import { sharedChunks } from "./scripts/shared-chunks.ts";
import { subsetFonts } from "./scripts/subset-fonts.ts";

const API = process.env["WATTLE_API"] ?? "http://127.0.0.1:3000";
const API_PATHS = ["/trpc", "/api", "/dev/mail", "/.well-known", "/healthz", "/readyz", "/email", "/onramp"];

/** Route files are split and the route tree is generated when pages are built or served; tests import routes as they stand. */
function routes(): Plugin[] {
  if (process.env["VITEST"] !== undefined) return [];
  const plugins = tanstackRouter({
    target: "react",
    autoCodeSplitting: true,
    routeFileIgnorePattern: String.raw`\.(test\.tsx?|module\.css)$`,
    tmpDir: "node_modules/.tanstack",
    quoteStyle: "double",
    semicolons: true,
  });
  return [...(Array.isArray(plugins) ? plugins : [plugins]), guardRouteChunks()];
}

/** Tests read no styles. */
function styles(): Plugin[] {
  return process.env["VITEST"] === undefined ? [subsetFonts()] : [];
}

const fileOfHash = new Map<string, string>();

/**
 * A class, by its name and its file: with a hash of its own for each name they would be a twentieth of the home page.
 * @throws Error if two files have the same hash, since their classes would then be the same
 */
function scopedName(name: string, file: string): string {
  const relative = path.relative(import.meta.dirname, file.replace(/\?.*$/, ""));
  const hash = createHash("sha256").update(relative).digest("base64url").slice(0, 4);
  const other = fileOfHash.get(hash) ?? relative;
  if (other !== relative) throw new Error(`${relative} and ${other} have the same hash, rename one`);
  fileOfHash.set(hash, relative);
  return `${name}_${hash}`;
}

export default defineConfig({
  css: { modules: { generateScopedName: scopedName } },
  plugins: [routes(), react(), styles()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name].[hash].js",
        chunkFileNames: "js/chunks/[name].[hash].js",
        assetFileNames: "assets/[name].[hash][extname]",
        codeSplitting: { groups: sharedChunks() },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: Object.fromEntries(API_PATHS.map((path) => [path, { target: API, changeOrigin: false }])),
  },
});
