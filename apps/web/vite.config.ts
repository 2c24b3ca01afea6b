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

export default defineConfig({
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
