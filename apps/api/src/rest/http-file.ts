import type { OpenApiDocument } from "./openapi.ts";
import { addressOf, needsToken, takesKey } from "./operation-facts.ts";

/** All calls as an `.http` file, which editors and IDEs send one by one. `@token` is for the reader to fill in. */
export function httpFile({ info, paths, servers }: OpenApiDocument): string {
  const origin = servers[0]?.url ?? "";
  const requests = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).flatMap(([verb, operation]) => {
      const head = [
        `${verb.toUpperCase()} {{origin}}${addressOf(path, operation)}`,
        ...(needsToken(operation) ? ["Authorization: Bearer {{token}}"] : []),
        ...(takesKey(operation) ? ["Idempotency-Key: {{$guid}}"] : []),
      ];
      const examples = Object.entries(operation.requestBody?.content["application/json"].examples ?? {});
      if (examples.length === 0) return [[`### ${operation.summary}`, ...head].join("\n")];
      return examples.map(([name, { value }]) =>
        [
          `### ${operation.summary}${name === "example" ? "" : `: ${name}`}`,
          ...head,
          "Content-Type: application/json",
          "",
          JSON.stringify(value, null, 2),
        ].join("\n"),
      );
    }),
  );
  return [`# ${info.title}\n\n@origin = ${origin}\n@token = wat_`, ...requests].join("\n\n") + "\n";
}
