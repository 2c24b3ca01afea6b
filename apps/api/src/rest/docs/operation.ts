/** A call of the API as the page shows it, and the event that the API sends itself. */
import type { JsonSchema } from "../json-schemas.ts";
import type { MediaType, OpenApiDocument, Operation } from "../openapi.ts";
import { fieldsOf, fieldTable, isSchema, listOf, parameterFields, type Schemas } from "./fields.ts";
import { anchor, code, escaped, inline, pretty } from "./html.ts";
import { LANGUAGES, sampleOf, type Call } from "./samples.ts";

const examplesOf = (media: MediaType | undefined): readonly [string, unknown][] =>
  Object.entries(media?.examples ?? {}).map(([name, { value }]) => [name, value]);

/** A call in each language, of which the page shows the one that the reader chose. */
const samples = (call: Call, kind: string): string =>
  LANGUAGES.map((language) => code(sampleOf(language, call), `${language}${kind}`, `call ${language}`)).join(
    "\n",
  );

/** "example" is the name of an example that is the only one. */
const kindOf = (name: string): string => (name === "example" ? "" : `: ${escaped(name)}`);

export function operationHtml(call: Omit<Call, "body">, schemas: Schemas): string {
  const { path, verb, operation } = call;
  const body = operation.requestBody?.content["application/json"];
  const variants = listOf(body?.schema["oneOf"]).filter(isSchema);
  const bodies = variants.length > 0 ? variants : body === undefined ? [] : [body.schema];
  const requests = examplesOf(body);
  const tables = [
    fieldTable("Parameters", parameterFields(operation.parameters, schemas)),
    ...bodies.map((schema: JsonSchema, index) =>
      fieldTable(
        variants.length > 0 ? `Body: ${requests[index]?.[0] ?? ""}` : "Body",
        fieldsOf(schema, schemas),
      ),
    ),
  ];
  const calls =
    requests.length === 0
      ? [samples(call, "")]
      : requests.map(([name, value]) => samples({ ...call, body: value }, kindOf(name)));
  return `<article id="${operation.operationId}">
<h3><span class="method ${verb}">${verb.toUpperCase()}</span> <code>${escaped(path)}</code>${anchor(operation.operationId)}</h3>
<p class="summary">${escaped(operation.summary)}</p>
<p class="access">${inline(operation.description)}</p>
${tables.join("\n")}
<div class="examples">${[...calls, answersHtml(operation)].join("\n")}</div>
${errorsHtml(operation)}
</article>`;
}

function answersHtml({ responses }: Operation): string {
  const success = Object.entries(responses).find(([status]) => status < "300");
  if (success === undefined) return "";
  const [status, { content }] = success;
  const answers = examplesOf(content?.["application/json"]);
  if (answers.length > 0) {
    return answers.map(([name, value]) => code(pretty(value), `Answer ${status}${kindOf(name)}`)).join("\n");
  }
  return `<p class="plain">Answers ${status}${content?.["text/csv"] ? " with a CSV file" : ""}.</p>`;
}

function errorsHtml(operation: Operation): string {
  const errors = Object.entries(operation.responses)
    .filter(([status]) => status >= "400")
    .flatMap(([status, response]) =>
      examplesOf(response.content?.["application/json"]).map(([name, value]) => ({ status, name, value })),
    );
  if (errors.length === 0) return "";
  const rows = errors.map(
    ({ status, name, value }) =>
      `<tr><td>${status}</td><th scope="row"><code>${escaped(name)}</code></th><td>${escaped(messageOf(value))}</td></tr>`,
  );
  return `<details><summary>Errors <small>${errors.length}</small></summary><div class="scroll"><table><tbody>${rows.join("")}</tbody></table></div></details>`;
}

const messageOf = (value: unknown): string =>
  isSchema(value) && typeof value["message"] === "string" ? value["message"] : "";

/** The request that the installation makes to a customer's address, with the events of the list's example. */
export function receivedHtml({ webhooks, paths }: OpenApiDocument, schemas: Schemas): string {
  const { operationId, summary, parameters, responses } = webhooks.event.post;
  const [listed] = examplesOf(paths["/api/events"]?.["get"]?.responses["200"]?.content?.["application/json"]);
  const events = isSchema(listed?.[1]) ? listOf(listed[1]["data"]) : [];
  const rows = Object.entries(responses).map(
    ([status, { description }]) =>
      `<tr><th scope="row"><code>${status}</code></th><td>${inline(description)}</td></tr>`,
  );
  return `<article id="${operationId}">
<h3><span class="method post">POST</span> to your address${anchor(operationId)}</h3>
<p class="summary">${escaped(summary)}</p>
${fieldTable("Headers", parameterFields(parameters, schemas))}
<div class="examples">${events.map((event) => code(pretty(event), "Body")).join("\n")}</div>
<div class="scroll"><table><caption>Your answer</caption><tbody>${rows.join("")}</tbody></table></div>
</article>`;
}
