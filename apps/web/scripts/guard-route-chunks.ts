import type { Plugin } from "vite";

const ROUTE_IMPORT = /\(\) => import\((["'])([^"']*\?tsr-split=[^"']*)\1\)/g;
const FILE_OF = /([^/]+?)\.tsx\?tsr-split=/;

/**
 * Wraps the import of every route chunk in `loadChunk`, which gives it the time-out and the error text of the
 * specification. The router's own plugin writes these imports, so they can be reached only after it ran.
 */
export function guardRouteChunks(): Plugin {
  return {
    name: "wattle:guard-route-chunks",
    transform: {
      order: "post",
      filter: { code: "tsr-split=" },
      handler(code) {
        let found = false;
        const guarded = code.replace(ROUTE_IMPORT, (whole, _quote: string, path: string) => {
          const name = FILE_OF.exec(path)?.[1];
          if (name === undefined) return whole;
          found = true;
          return `() => __loadChunk(${JSON.stringify(name)}, ${whole})`;
        });
        if (!found) return undefined;
        return {
          code: `import { loadChunk as __loadChunk } from "/src/navigation/load-chunk.ts";\n${guarded}`,
          map: null,
        };
      },
    },
  };
}
