import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const SOURCE = new URL("../src/ui/theme/before-paint.js", import.meta.url);

/**
 * Puts the script that applies a kept colour scheme, and holds forms back until their code is there, into the head. It is a file of
 * its own because the content security policy allows no inline script, and not a module because modules run
 * only after the page was painted.
 */
export function beforePaintScript(): Plugin {
  const source = readFileSync(SOURCE, "utf8");
  const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
  const fileName = `assets/before-paint.${hash}.js`;
  return {
    name: "wattle:before-paint-script",
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader("Content-Type", "text/javascript");
        response.end(source);
      });
    },
    generateBundle() {
      if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml() {
      return [{ tag: "script", attrs: { src: `/${fileName}` }, injectTo: "head" }];
    },
  };
}
