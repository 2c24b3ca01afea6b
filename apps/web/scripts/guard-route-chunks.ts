import type { Plugin } from "vite";

const ROUTE_IMPORT = /\(\) => import\((["'])([^"']*\?tsr-split=[^"']*)\1\)/g;
const FILE_OF = /([^/]+?)\.tsx\?tsr-split=/;

/**
 * Wraps the import of every route chunk in `loadChunk`, which gives it the time-out and the error text of the
 * specification. The router's own plugin writes these imports, so they can be reached only after it ran.
 */
export function guardRouteChunks(): Plugin {
  let guarded = 0;
  return {
    name: "wattle:guard-route-chunks",
    buildEnd(error) {
      // The router's plugin may come to write its imports otherwise: better no build than unguarded chunks.
      if (error === undefined && guarded === 0) this.error("No route chunk was found to guard");
    },
    transform: {
      order: "post",
      filter: { code: "tsr-split=" },
      handler(code) {
        let found = false;
        const result = code.replace(ROUTE_IMPORT, (whole, _quote: string, path: string) => {
          const name = FILE_OF.exec(path)?.[1];
          if (name === undefined) return whole;
          found = true;
          guarded += 1;
          return `() => __loadChunk(${JSON.stringify(name)}, ${whole})`;
        });
        if (!found) return undefined;
        return {
          code: `import { loadChunk as __loadChunk } from "/src/ui/load-chunk.ts";\n${result}`,
          map: null,
        };
      },
    },
  };
}
