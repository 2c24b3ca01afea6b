/**
 * Keeps what programs rely on of the API's document as that of the last release, for `compatibility.test.ts` to compare the next one
 * with. Run when a version is released: `npm run example -- scripts/keep-api-surface.ts`.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { surfaceOf } from "../apps/api/src/rest/api-surface.ts";
import { buildOpenApi } from "../apps/api/src/rest/openapi.ts";
import { REST_ROUTES } from "../apps/api/src/rest/routes.ts";
import { appRouter } from "../apps/api/src/router.ts";
import { DEFAULT_BRAND } from "../packages/contracts/src/brand.ts";

const document = buildOpenApi(appRouter, REST_ROUTES, {
  origin: "https://wattle.example",
  brand: DEFAULT_BRAND,
});
const lines = surfaceOf(document).map((fact) => `${JSON.stringify(fact)}\n`);
writeFileSync(
  fileURLToPath(new URL("../apps/api/src/rest/released-surface.jsonl", import.meta.url)),
  lines.join(""),
);
console.log(`kept ${lines.length} facts of version ${String(document.info["version"])}`);
